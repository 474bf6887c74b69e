// What rows are declared with: each constructor gives JSON Schema, and by `Static` the row's type.
import {
  Kind,
  type SchemaOptions,
  type Static,
  type TObject,
  type TOptional,
  type TProperties,
  type TReadonly,
  type TSchema,
  Type,
} from '@sinclair/typebox';
import type { Int64 } from './json.js';
import type { KindName } from './kinds.js';

export type { Static, TSchema as Shape } from '@sinclair/typebox';

/** At a shape that stands for a component of the documents: the component itself. */
export const Component = Symbol('component');

/** A value of one of the contract's kinds; `T` is what it is in TypeScript. */
const member = <T>(kind: KindName, schema: SchemaOptions) =>
  Type.Unsafe<T>({ ...schema, [Kind]: kind });

/** Object with these members; `component` is its name in the documents, if it has one there. */
export const object = <P extends TProperties>(
  description: string,
  properties: P,
  component?: string,
): TObject<{ [name in keyof P]: TReadonly<P[name]> }> => {
  const readonly = Object.entries(properties).map(([name, shape]) => [name, Type.Readonly(shape)]);
  return Type.Object(Object.fromEntries(readonly), {
    description,
    additionalProperties: false,
    ...(component !== undefined && { $id: component }),
  }) as TObject<{ [name in keyof P]: TReadonly<P[name]> }>;
};

/** Object whose members have names of their own. */
export const names = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ [Kind]: 'Any', type: 'object', description });

/** A member that may be missing, as on mirror nodes that are older than it. */
export const optional = Type.Optional;
/** The same of several members. */
export const optionally = <P extends TProperties>(shapes: P) =>
  Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [name, Type.Optional(shape)]),
  ) as { [name in keyof P]: TOptional<P[name]> };

export const list = <T extends TSchema>(items: T, description: string) =>
  Type.Unsafe<readonly Static<T>[]>({ [Kind]: 'Array', type: 'array', description, items });

export const text = (description: string, pattern?: string) =>
  member<string>('Text', {
    type: 'string',
    description,
    ...(pattern !== undefined && { pattern }),
  });
/** A whole number in decimal digits. */
export const digits = (description: string, pattern = '^\\d+$') =>
  member<string>('Digits', { type: 'string', description, pattern });
export const hex = (description: string, pattern: string) =>
  member<string>('Hex', { type: 'string', description, pattern });
/** Bytes in base64; `wrapped` as PostgreSQL prints them, with a line feed after 76 characters. */
export const base64 = (description: string, wrapped = false) =>
  member<string>('Base64', {
    type: 'string',
    description,
    pattern: wrapped ? '^[A-Za-z0-9+/\\n]*={0,2}$' : '^[A-Za-z0-9+/]*={0,2}$',
    contentEncoding: 'base64',
  });
export const transactionId = (description: string) =>
  member<string>('TransactionId', {
    type: 'string',
    description,
    pattern: '^\\d+\\.\\d+\\.\\d+-\\d{1,10}-\\d{9}$',
  });
export const int64 = (description: string) =>
  member<Int64>('Int64', { type: 'integer', format: 'int64', description });
/** A whole number of any size. */
export const integer = (description: string) =>
  member<Int64>('Integer', { type: 'integer', description });
export const int32 = (description: string) =>
  member<number>('Int32', { type: 'integer', format: 'int32', description });
/** A part of a whole, from 0 to 1, that the contract prints as a number with decimals. */
export const fraction = (description: string) =>
  member<number>('Fraction', { type: 'number', format: 'float', description });
export const boolean = (description: string) =>
  member<boolean>('Boolean', { type: 'boolean', description });
/** At a choice: what each of its words means. */
export const Meanings = Symbol('meanings');

/** The word that stands for all that are newer. */
export const newerWord = {
  UNKNOWN: 'Another word of the ledger, newer than this schema.',
} as const;

/**
 * One of some words, with what each means. A mirror node that is newer than they are may say
 * another: it is no fault.
 */
export const choice = <W extends string>(description: string, meanings: Record<W, string>) =>
  oneOf(description, Object.keys(meanings) as W[], meanings);

/** The same of words that say all there is to say. */
export const oneOf = <W extends string>(description: string, words: readonly W[], meanings = {}) =>
  member<W>('Text', { type: 'string', description, enum: words, ...{ [Meanings]: meanings } });

/** The same shape with null allowed; not for references, save to entity ids. */
export const nullable = <T extends TSchema>(shape: T) =>
  Type.Unsafe<Static<T> | null>({
    ...shape,
    type: [shape['type'], 'null'],
    ...(shape['enum'] && { enum: [...shape['enum'], null] }),
  });

/** A component in the place of a member, with what the member has of its own. */
const refer = <T extends TSchema>(component: T, own: SchemaOptions): T => ({
  ...component,
  ...own,
  [Component]: component,
});

/** An object as a member of which more is to be said than what such an object is; null is allowed by the object. */
export const described = <T extends TSchema>(shape: T, description: string): T =>
  refer(shape, { description });

const named = <T extends TSchema>($id: string, shape: T): T => ({ ...shape, $id });

const entityIdOrNull = named('EntityId', {
  ...nullable(
    member<string>('EntityId', {
      type: 'string',
      description: 'Id of an entity: `shard.realm.num`.',
      pattern: '^\\d{1,10}\\.\\d{1,10}\\.\\d{1,12}$',
      examples: ['0.0.1234'],
    }),
  ),
});

const timestampPattern = '^\\d{1,10}(\\.\\d{1,9})?$';

const timestampShape = named(
  'Timestamp',
  member<string>('Timestamp', {
    type: 'string',
    description: 'Seconds since the Unix epoch, a point, and nanoseconds.',
    pattern: timestampPattern,
    examples: ['1700000000.000000000'],
  }),
);

const timestampOrNullShape = named(
  'TimestampNullable',
  nullable(
    member<string>('Timestamp', {
      type: 'string',
      description: 'Timestamp, or null where there is none.',
      pattern: timestampPattern,
    }),
  ),
);

/** The component allows null; a member that is not nullable narrows it to text. */
export const entityId = (description: string) =>
  Type.Unsafe<string>(refer(entityIdOrNull, { type: 'string', description }));
export const timestamp = (description: string) => refer(timestampShape, { description });
export const timestampOrNull = (description: string) =>
  refer(timestampOrNullShape, { description });

const span = {
  from: timestamp('First instant.'),
  to: timestampOrNull(
    'End, which the time of a block includes, and the validity of a version does not; null where there is none yet.',
  ),
};
export const timestampRangeShape = object('A span of consensus time.', span, 'TimestampRange');
const timestampRangeOrNullShape = nullable(
  object('A span of consensus time, or null where there is none.', span, 'TimestampRangeNullable'),
);

export const keyShape = nullable(
  object(
    'Key that signs for an entity.',
    {
      _type: choice('Kind of key.', {
        ED25519: 'A single ED25519 public key.',
        ECDSA_SECP256K1: 'A single ECDSA secp256k1 public key, compressed.',
        ProtobufEncoded: 'Any other key (lists, thresholds, contracts) as protobuf.',
      }),
      key: hex(
        'The public key, or the protobuf bytes, in lower-case hex without 0x.',
        '^([0-9a-f]{2})*$',
      ),
    },
    'Key',
  ),
);

/** `Key` of the contract: `key` in lower-case hex. */
export type Key = NonNullable<Static<typeof keyShape>>;

export const timestampRange = (description: string) => refer(timestampRangeShape, { description });
export const timestampRangeOrNull = (description: string) =>
  refer(timestampRangeOrNullShape, { description });
export const key = (description: string) => refer(keyShape, { description });

export const links = object(
  'Where a list goes on.',
  { next: nullable(text('Path and query of the next page; null when there is none.')) },
  'Links',
);

/** Body of an answer that is none. */
export const errorBody = object(
  'Why a request has no answer.',
  {
    _status: object('State of the request.', {
      messages: list(
        object('One mistake.', {
          message: text('What is wrong; names the parameter at fault.'),
          detail: optional(nullable(text('More about it.'))),
          data: optional(nullable(text('Data about it in hex.', '^0x[0-9a-fA-F]+$'))),
        }),
        'All mistakes of the request.',
      ),
    }),
  },
  'Error',
);
