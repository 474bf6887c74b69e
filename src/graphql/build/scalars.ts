// Scalars: exact numbers as text, and ids and times in their canonical spelling.
import { GraphQLError, print as printValue, Kind as Syntax, type ValueNode } from 'graphql';
import { readPublicKeyAlias } from '../../contract/alias.js';
import { entityIdOf } from '../../contract/entity.js';
import {
  readTransactionReference,
  transactionReferenceRule,
} from '../../contract/transaction-reference.js';
import { accountReference, entityId, readOrNull, timestamp } from '../../contract/values.js';
import { cut } from '../../errors.js';
import { decodeGlobalID, noType } from '../reading/global-id.js';
import { int64Text, notOfKind } from './amount.js';
import { builder } from './builder.js';
import { UnrepresentableNumber } from './exact-json.js';
import { readTime } from './iso-time.js';

/** A value as its client has written it. */
const shownValue = (value: unknown): string =>
  value instanceof UnrepresentableNumber || typeof value === 'bigint'
    ? value.toString()
    : (JSON.stringify(value) ?? '');

/** A literal as its client has written it: what is no text is shown as none. */
const shownLiteral = (node: ValueNode): string =>
  node.kind === Syntax.STRING ? cut(node.value, shownValue) : cut(printValue(node), String);

/** Refuses a value of a scalar: says the rule and what came. */
function refuse(name: string, rule: string, shown: string, node?: ValueNode): GraphQLError {
  return new GraphQLError(`${name} must be ${rule}, but got ${shown}`, {
    nodes: node ?? null,
    extensions: { code: 'BAD_USER_INPUT' },
  });
}

interface TextScalar {
  readonly name:
    | 'Int64'
    | 'Decimal'
    | 'EntityId'
    | 'AccountRef'
    | 'Timestamp'
    | 'TransactionRef'
    | 'Hex'
    | 'Base64';
  /** Where the form is published that its values have; the description says what else it takes. */
  readonly standard: string;
  readonly description: string;
  readonly rule: string;
  /** Whether a number (literal, or JSON number without loss, or bigint of a program) stands for its digits. */
  readonly numbers?: boolean;
  /** Canonical text, or null for other text. */
  read(text: string): string | null;
  /** Text of a value of the ledger; null for what is not of this kind. */
  print(value: unknown): string | null;
}

/** Prints texts of one form as they are. */
const printing = (form: RegExp) => (value: unknown) =>
  typeof value === 'string' && form.test(value) ? value : null;

function textScalar(scalar: TextScalar): void {
  const { name, standard, description, rule, numbers, read, print } = scalar;
  const canonicalOf = (text: string | null) => (text === null ? null : read(text));
  builder.scalarType(name, {
    description,
    specifiedByURL: standard,
    serialize(value) {
      const text = print(value);
      if (text === null) throw notOfKind(name);
      return text;
    },
    parseValue(value) {
      const isExact = numbers && (typeof value === 'bigint' || Number.isSafeInteger(value));
      const canonical = canonicalOf(typeof value === 'string' || isExact ? String(value) : null);
      if (canonical === null) throw refuse(name, rule, cut(value, shownValue));
      return canonical;
    },
    parseLiteral(node: ValueNode) {
      const isText = node.kind === Syntax.STRING || (numbers && node.kind === Syntax.INT);
      const canonical = canonicalOf(isText ? (node as { value: string }).value : null);
      if (canonical === null) throw refuse(name, rule, shownLiteral(node), node);
      return canonical;
    },
  });
}

textScalar({
  name: 'Int64',
  standard: 'https://www.w3.org/TR/xmlschema11-2/#long',
  description:
    'Signed 64-bit integer as a string of decimal digits, so that no client loses digits. Input also as a number literal of any length, or as a JSON number up to 2^53-1.',
  rule: 'a whole number from -9223372036854775808 to 9223372036854775807, above 2^53-1 as a string',
  numbers: true,
  read: int64Text,
  print: int64Text,
});

const decimal = /^-?\d+(\.\d+)?$/;

textScalar({
  name: 'Decimal',
  standard: 'https://www.w3.org/TR/xmlschema11-2/#decimal',
  description: 'Exact decimal amount as a string, such as "12.34567890".',
  rule: 'a decimal number as a string',
  read: (text) => (decimal.test(text) ? text : null),
  print: printing(decimal),
});

/** Longer than any global id of an entity. */
const longestId = 100;

/** A global id as it is: whoever asks for an object knows of which type it has to be. */
const readGlobalId = (text: string) =>
  text.length <= longestId && decodeGlobalID(text).typename !== noType ? text : null;

function readEntity(text: string): string | null {
  const reference = readOrNull(entityId, text);
  return reference && entityIdOf(reference);
}

textScalar({
  name: 'EntityId',
  standard: 'https://hips.hedera.com/hip/hip-15',
  description:
    'Id of an entity, `shard.realm.num`, such as "0.0.1234". Input also as `realm.num` or `num`, as the EVM address that stands for it, and where one object is asked for as its global id.',
  rule: `${entityId.rule} (\`account\` tells that of any other address or alias)`,
  numbers: true,
  read: (text) => readEntity(text) ?? readGlobalId(text),
  print: printing(/^\d+\.\d+\.\d+$/),
});

textScalar({
  name: 'AccountRef',
  standard: 'https://hips.hedera.com/hip/hip-583',
  description:
    'Any reference to an account: its id ("0.0.1234", "0.1234", "1234"), its EVM address (40 hex digits, `0x` optional), its alias in base32 (upper case, no padding) or in hex behind `0x`, the public key that its alias holds (hex, raw or DER), or its global id.',
  rule: accountReference.rule,
  numbers: true,
  read: (text) =>
    readOrNull(accountReference, text) ?? readPublicKeyAlias(text) ?? readGlobalId(text),
  print: printing(/./),
});

const anyTime = /^-?\d+\.\d{9}$/;

textScalar({
  name: 'Timestamp',
  standard: 'https://hashgraph.github.io/hedera-protobufs/#proto.Timestamp',
  description:
    'Consensus time, `seconds.nanoseconds` since the epoch with nine digits of fraction, such as "1234567890.000000001". Input also with a shorter fraction or none, and as ISO 8601 with up to nine digits ("2026-11-20T12:00:00.5Z").',
  rule: `${timestamp.rule}, or an ISO 8601 time with a zone such as 2026-11-20T12:00:00Z`,
  numbers: true,
  // What is beyond ten digits of seconds, such as some times of expiry, is a time all the same.
  print: (value) =>
    (typeof value === 'string' && timestamp.read(value)) || printing(anyTime)(value),
  read: readTime,
});

textScalar({
  name: 'TransactionRef',
  standard: 'https://hashgraph.github.io/hedera-protobufs/#proto.TransactionID',
  description:
    'Any reference to a transaction: its id ("0.0.2@1234567890.000000001" or "0.0.2-1234567890-000000001", where it is meant with "?scheduled" and "/nonce"), its hash of 48 bytes (hex, `0x` optional, or base64), the hash that Ethereum knows it by (64 hex digits, `0x` optional), its consensus time, or its global id.',
  rule: transactionReferenceRule,
  numbers: true,
  read: (text) => readTransactionReference(text) ?? readTime(text) ?? readGlobalId(text),
  print: printing(/./),
});

textScalar({
  name: 'Hex',
  standard: 'https://www.rfc-editor.org/rfc/rfc4648#section-8',
  description: 'Bytes as hexadecimal digits, `0x` as the contract gives them.',
  rule: 'hexadecimal digits, 0x optional',
  read: (text) => (/^(0x[0-9A-Fa-f]*|[0-9A-Fa-f]+)$/.test(text) ? text : null),
  print: printing(/^(0x)?[0-9A-Fa-f]*$/),
});

const base64 = /^[\w+/=\s-]*$/;
const printBase64 = printing(base64);

textScalar({
  name: 'Base64',
  standard: 'https://www.rfc-editor.org/rfc/rfc4648#section-4',
  description: 'Bytes in base64, in one line.',
  rule: 'base64',
  read: (text) => (base64.test(text) ? text : null),
  // The contract has line feeds in some of it, and decoders that keep to the standard refuse them.
  print: (value) => printBase64(value)?.replaceAll('\n', '') ?? null,
});
