// What the contract's JSON Schemas are made of: constructors, and the components all share.
import type { ErrorMessage } from '../errors.js';
import type { Key } from './keys.js';

/** The part of JSON Schema (2020-12) that the contract needs. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly contentEncoding?: string;
  readonly enum?: readonly (string | null)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly default?: string | number | boolean;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}

type OptionalMember<T> = {
  [name in keyof T]-?: Partial<Pick<T, name>> extends Pick<T, name> ? name & string : never;
}[keyof T];

/** Closed object with the members of `T`, no more and no less; the compiler holds both together. */
export function object<T>(
  description: string,
  properties: { readonly [name in keyof T]-?: Schema },
  optional: readonly OptionalMember<T>[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.some((o) => o === name));
  return { type: 'object', description, properties, required, additionalProperties: false };
}

export const component = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const text = (description: string, pattern?: string): Schema => ({
  type: 'string',
  description,
  ...(pattern !== undefined && { pattern }),
});
export const int64 = (description: string): Schema => ({
  type: 'integer',
  format: 'int64',
  description,
});
export const int32 = (description: string): Schema => ({ ...int64(description), format: 'int32' });
export const boolean = (description: string): Schema => ({ type: 'boolean', description });
export const list = (items: Schema, description: string): Schema => ({
  type: 'array',
  description,
  items,
});
export const choice = (description: string, ...names: readonly string[]): Schema => ({
  type: 'string',
  description,
  enum: names,
});

/** Bytes in base64; `wrapped` as PostgreSQL prints them, with a line feed after 76 characters. */
export const base64 = (description: string, wrapped = false): Schema => ({
  ...text(description, wrapped ? '^[A-Za-z0-9+/\\n]*={0,2}$' : '^[A-Za-z0-9+/]*={0,2}$'),
  contentEncoding: 'base64',
});

/** Entity ids are nullable in the contract; most members narrow that to text. */
export const entityId = (description: string): Schema => ({
  ...component('EntityId'),
  type: 'string',
  description,
});
export const timestamp = (description: string): Schema => ({
  ...component('Timestamp'),
  description,
});
export const timestampOrNull = (description: string): Schema => ({
  ...component('TimestampNullable'),
  description,
});
export const key = (description: string): Schema => ({ ...component('Key'), description });

/** The same schema with null allowed; not for references, save to entity ids. */
export function nullable(schema: Schema): Schema {
  return {
    ...schema,
    type: [schema.type as string, 'null'],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}

const timestampPattern = '^\\d{1,10}(\\.\\d{1,9})?$';

export const sharedShapes: Readonly<Record<string, Schema>> = {
  EntityId: {
    ...nullable(text('Id of an entity: `shard.realm.num`.', '^\\d{1,10}\\.\\d{1,10}\\.\\d{1,10}$')),
    examples: ['0.0.1234'],
  },
  Timestamp: {
    ...text('Seconds since the Unix epoch, a point, and nanoseconds.', timestampPattern),
    examples: ['1700000000.000000000'],
  },
  TimestampNullable: nullable(text('Timestamp, or null where there is none.', timestampPattern)),
  TimestampRange: object<{ from: string; to: string }>('First and last instant, both included.', {
    from: timestamp('First instant.'),
    to: timestamp('Last instant.'),
  }),
  Key: nullable(
    object<Key>('Public key, or null where there is none.', {
      _type: choice(
        'Kind of key; `ProtobufEncoded` for key lists, thresholds and contract keys.',
        'ED25519',
        'ECDSA_SECP256K1',
        'ProtobufEncoded',
      ),
      key: text('Bytes of the key in hex.', '^([0-9a-f]{2})*$'),
    }),
  ),
  Links: object<{ next: string | null }>('Where a list goes on.', {
    next: nullable(text('Path and query of the next page; null when there is none.')),
  }),
  Error: object<{ _status: unknown }>('Why a request has no answer.', {
    _status: object<{ messages: readonly ErrorMessage[] }>('State of the request.', {
      messages: list(
        object<ErrorMessage>(
          'One mistake.',
          {
            message: text('What is wrong; names the parameter at fault.'),
            detail: nullable(text('More about it.')),
            data: nullable(text('Data about it in hex.', '^0x[0-9a-fA-F]+$')),
          },
          ['detail', 'data'],
        ),
        'All mistakes of the request.',
      ),
    }),
  }),
};
