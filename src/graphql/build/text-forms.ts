// What a text that somebody holds can name, told by its form alone: the look-ups that it allows, best first.
import { readPublicKeyAlias } from '../../contract/alias.js';
import { entityIdOf, readAlias, readEntityId, readEvmAddress } from '../../contract/entity.js';
import { joinKey } from '../../contract/path-key.js';
import { readTransactionReference } from '../../contract/transaction-reference.js';
import {
  blockNumber,
  blockReference,
  naturalNumber,
  publicKey,
  readOrNull,
  text as textOf,
} from '../../contract/values.js';
import { readIsoTime, readTime } from './iso-time.js';

/** Ways of looking something up. What comes first here comes first where a text allows several. */
export const ways = [
  'contract',
  'account',
  'token',
  'topic',
  'schedule',
  'nft',
  'transaction',
  'block',
  'block at',
  'node',
  'accounts with key',
  'tokens called so',
] as const;
export type Way = (typeof ways)[number];

/** One look-up: its way, and the key in its canonical spelling. */
export interface Sought {
  readonly by: Way;
  readonly key: string;
}

/** Nothing that a ledger holds has a longer text. */
const longest = 1024;
/** Nodes are few; a greater number is none of theirs. */
const greatestNode = 999n;

const checksum = /^((?:\d+\.){0,2}\d+)-[a-z]{5}$/;
const serial = /^(\d+\.\d+\.\d+)[/@#](\d{1,19})$/;
const isNumber = /^\d+$/;
const hexBlock = /^0x[0-9a-f]{1,16}$/i;
const derKeys = /^(?:0x)?(?:302a300506032b6570032100|302d300706052b8104000a032200)/i;
/** Twenty bytes, which the shortest alias has, are 32 characters. */
const aliasLength = 32;

const entity = { read: readEntityId };
const called = textOf(1, 100);
/** What is on the way to an id, a number, or hex digits, and no name. */
const unfinished = /^(0x[\da-f]*|[\d.]+|\d+\.\d+\.\d+\s*[-@/#?].*)$/i;
/** Control characters, and halves of characters: no database and no address has them. */
const unwritable = /[\p{Cc}\p{Cs}]/u;

/** One look-up where there is a key. */
const by = (way: Way, key: string | null): Sought[] => (key === null ? [] : [{ by: way, key }]);

/** An id of an entity, of which nothing says what it is: whoever has it in one way or another. */
function ofEntity(id: string, reference = id): Sought[] {
  return [
    ...by('contract', reference),
    ...by('account', reference),
    ...by('token', reference),
    ...by('topic', id),
    ...by('schedule', id),
  ];
}

function ofId(text: string): Sought[] {
  const id = readOrNull(entity, checksum.exec(text)?.[1] ?? text);
  const number = isNumber.test(text) ? readOrNull(naturalNumber(), text) : null;
  const isNode = number !== null && BigInt(number) <= greatestNode;
  return [
    ...(id === null ? [] : ofEntity(id)),
    ...by('block', number),
    ...by('node', isNode ? number : null),
  ];
}

/** An address that stands for an id may be that of anything; another is that of an account, or of a contract. */
function ofAddress(address: string): Sought[] {
  const id = entityIdOf(address);
  return id === null
    ? [...by('contract', address), ...by('account', address)]
    : ofEntity(id, address);
}

/** Hex digits of a key: whose alias holds it, and who signs with it. */
function ofKey(text: string): Sought[] {
  const key = readOrNull(publicKey, text.replace(derKeys, ''));
  return [...by('account', readPublicKeyAlias(text)), ...by('accounts with key', key)];
}

/** Hex digits of a block's hash, whole or the first 64 of them; a number is none. */
const ofHash = (text: string): Sought[] =>
  isNumber.test(text) && text.length < 64 ? [] : by('block', readOrNull(blockReference, text));

function ofAlias(text: string): Sought[] {
  const alias = readAlias(text);
  return alias !== null && alias.length >= aliasLength ? by('account', alias) : [];
}

function ofNft(text: string): Sought[] {
  const [, token, number] = serial.exec(text) ?? [];
  const id = token === undefined ? null : readOrNull(entity, token);
  const own = number === undefined ? null : readOrNull(naturalNumber(1n), number);
  return id === null || own === null ? [] : by('nft', joinKey(id, own));
}

/** What begins like an id is a time only where it can be no id. */
function ofTime(text: string): Sought[] {
  const time = text.includes('.') ? readTime(text) : readIsoTime(text);
  return [...by('transaction', time), ...by('block at', time)];
}

const ofTransaction = (text: string): Sought[] => by('transaction', readTransactionReference(text));

/**
 * The look-ups that a text allows, each once, best first; none where no ledger can have it. Text of
 * any form is taken, and nothing is thrown.
 */
export function soughtBy(given: string): readonly Sought[] {
  const text = given.length > longest ? '' : given.trim();
  const address = readOrNull({ read: readEvmAddress }, text);
  const exact = address
    ? ofAddress(address)
    : firstOf(
        () => ofId(text),
        () => ofTime(text),
        () => ofNft(text),
        () => (hexBlock.test(text) ? by('block', readOrNull(blockNumber, text)) : []),
        () => [...ofTransaction(text), ...ofKey(text), ...ofHash(text), ...ofAlias(text)],
      );
  const isName = exact.length === 0 && !unfinished.test(text) && !unwritable.test(text);
  const all = isName ? by('tokens called so', readOrNull(called, text)) : exact;
  return [...all].sort((a, b) => ways.indexOf(a.by) - ways.indexOf(b.by));
}

/** What the first form gives that a text has. */
function firstOf(...forms: readonly (() => Sought[])[]): Sought[] {
  for (const form of forms) {
    const found = form();
    if (found.length > 0) return found;
  }
  return [];
}
