// The kinds of value that travel in requests: how text is checked, made canonical, and counted.
import {
  decodeEntityId,
  encodeEntityId,
  entityIdOf,
  NoSuchEntityId,
  readAlias,
  readEntityId,
  readEvmAddress,
  readLongZeroAddress,
} from './entity.js';

/**
 * A kind of value. Canonical text is the one spelling that ledgers, cursors and loader keys use.
 */
export interface Kind {
  readonly name: string;
  /** The rule in words, for error messages and the documents. */
  readonly rule: string;
  /** Pattern of the text without operator, for the documents (JavaScript and OpenAPI flavour). */
  readonly pattern?: string;
  /**
   * Canonical text, or null where the text is not of this kind.
   * @throws NoSuchEntityId for ids of the right shape that can not exist.
   */
  read(text: string): string | null;
  /** How mirror nodes take it, where that is not the canonical text. */
  sent?(canonical: string): string;
  /** The int64 that a database compares for a canonical text; null where it names no number. */
  toInt64?(canonical: string): bigint | null;
  /**
   * A text that names no number may name one by a look-up: it is an address or alias of an account.
   * Where it must be `alive`, an account of which nothing says whether it is deleted is none.
   */
  readonly isReference?: true | 'alive';
  /** Canonical text of what the contract prints as null. */
  readonly none?: string;
  /** Canonical text of an int64 out of the database. */
  fromInt64?(value: bigint | number): string;
  /** The bytes that a database compares for a canonical text, where it compares no numbers. */
  toBytes?(canonical: string): Buffer;
  /** Canonical text of bytes out of the database. */
  fromBytes?(value: Buffer): string;
  /** How many bytes all values have, where that is one number. */
  readonly length?: number;
  /** Databases may hold it with zeros in front or without, so that rows may come in either order. */
  readonly hasTwoOrders?: true;
}

export const maxInt64 = (1n << 63n) - 1n;
const int64OrMax = (value: bigint) => (value > maxInt64 ? maxInt64 : value);

/** The id of nobody, which is a place as any other: databases have the number 0 for it. */
const noEntity = '0.0.0';

const entityInt64 = {
  none: noEntity,
  toInt64(canonical: string) {
    const id = entityIdOf(canonical);
    return id === null ? null : encodeEntityId(id);
  },
  fromInt64: (value: bigint | number) => decodeEntityId(value) ?? noEntity,
};

/** Entity id in digits only: `num`, `realm.num`, `shard.realm.num`. */
export const plainEntityId: Kind = {
  name: 'entity id',
  rule: 'an entity id such as 0.0.1234',
  pattern: String.raw`(\d{1,4}\.)?(\d{1,5}\.)?\d{1,12}`,
  read: readEntityId,
  ...entityInt64,
};

/** Entity id, or the long-zero EVM address of one. */
export const entityId: Kind = {
  ...plainEntityId,
  rule: 'an entity id such as 0.0.1234 or its long-zero EVM address',
  pattern: String.raw`(\d{1,4}\.)?(\d{1,5}\.)?(\d{1,12}|(0x)?0{24}[0-9A-Fa-f]{16})`,
  read: (text) => readLongZeroAddress(text) ?? readEntityId(text),
};

/** Entity id or any EVM address; an address that is not long-zero names no number. */
export const entityIdOrEvm: Kind = {
  ...plainEntityId,
  rule: 'an entity id such as 0.0.1234 or an EVM address of 40 hex digits',
  pattern: String.raw`(\d{1,4}\.)?(\d{1,5}\.)?(\d{1,12}|(0x)?[0-9A-Fa-f]{40})`,
  read: (text) => readEntityId(text) ?? readEvmAddress(text),
};

/** Any reference to an account: entity id, EVM address, or base32 alias. */
export const accountReference: Kind = {
  ...plainEntityId,
  name: 'account reference',
  rule: 'an account id such as 0.0.1234, an EVM address of 40 hex digits, or a base32 alias',
  pattern: String.raw`(\d{1,5}\.){0,2}(\d{1,12}|(0x)?[A-Fa-f0-9]{40}|[A-Z2-7]+)`,
  read: (text) => readEntityId(text) ?? readEvmAddress(text) ?? readAlias(text),
  isReference: true,
};

/** Ten digits of seconds can pass 2^63 nanoseconds; nothing is later than the last int64. */
export function nanoseconds(canonical: string): bigint {
  return int64OrMax(BigInt(canonical.replace('.', '')));
}

/** Consensus timestamp: seconds with up to nine digits of fraction; canonical has all nine. */
export const timestamp: Kind = {
  name: 'timestamp',
  rule: 'seconds of 1 to 10 digits with an optional fraction of 1 to 9 digits',
  pattern: String.raw`\d{1,10}(\.\d{1,9})?`,
  read(text) {
    if (/^[1-9]\d{0,9}\.\d{9}$/.test(text)) return text;
    const parts = /^(\d{1,10})(?:\.(\d{1,9}))?$/.exec(text);
    return parts && `${BigInt(parts[1] as string)}.${(parts[2] ?? '').padEnd(9, '0')}`;
  },
  toInt64: nanoseconds,
  fromInt64: (value) => printTimestamp(value) as string,
};

/**
 * `seconds.nanoseconds` of nanoseconds since the epoch, nine digits of fraction (contract A.5); a
 * time before the epoch has a minus in front, as the decimal number that it is.
 */
export function printTimestamp(nanoseconds: bigint | number | null): string | null {
  if (nanoseconds === null) return null;
  const text = nanoseconds.toString();
  const sign = text.startsWith('-') ? '-' : '';
  const digits = (sign === '' ? text : text.slice(1)).padStart(10, '0');
  return `${sign}${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

/** Number in decimal digits from a minimum, which is not negative, to a maximum, by default that of an int64. */
export function naturalNumber(minimum = 0n, maximum = maxInt64): Kind {
  return {
    name: 'number',
    rule: `a whole number from ${minimum} to ${maximum}`,
    pattern: String.raw`\d{1,19}`,
    read(text) {
      if (!/^\d{1,19}$/.test(text)) return null;
      const value = BigInt(text);
      return value >= minimum && value <= maximum ? value.toString() : null;
    },
    toInt64: BigInt,
    fromInt64: (value) => value.toString(),
  };
}

/** Whole number of 32 bits in decimal digits, of any sign. */
export const int32: Kind = {
  name: 'number of 32 bits',
  rule: 'a whole number of 32 bits',
  pattern: String.raw`-?\d{1,10}`,
  read: (digits) =>
    /^-?\d{1,10}$/.test(digits) && (Number(digits) | 0) === Number(digits)
      ? String(Number(digits) | 0)
      : null,
};

/** Number of a block: decimal, or hexadecimal behind `0x`. */
export const blockNumber: Kind = {
  ...naturalNumber(),
  name: 'block number',
  rule: 'a block number in decimal, or in hexadecimal behind 0x',
  pattern: '(\\d{1,19}|0x[0-9A-Fa-f]+)',
  read(text) {
    if (!/^(\d{1,19}|0x[0-9A-Fa-f]+)$/.test(text)) return null;
    const value = BigInt(text);
    return value <= maxInt64 ? value.toString() : null;
  },
};

/** Hash (64 or 96 hex digits, `0x` optional) or decimal number of a block. */
export const blockReference: Kind = {
  name: 'block reference',
  rule: 'a block number, or a block hash of 64 or 96 hex digits',
  pattern: String.raw`(\d{1,19}|(0x)?([0-9A-Fa-f]{64}|[0-9A-Fa-f]{96}))`,
  read(text) {
    const hash = /^(?:0x)?([0-9A-Fa-f]{64}|[0-9A-Fa-f]{96})$/.exec(text);
    if (hash) return `0x${(hash[1] as string).toLowerCase()}`;
    return naturalNumber().read(text);
  },
};

const derEd25519 = '302a300506032b6570032100';

/** Public key: raw ED25519 (64 hex digits), ECDSA (66), or DER-encoded ED25519 (88). */
export const publicKey: Kind = {
  name: 'public key',
  rule: 'a public key of 64, 66 or 88 hex digits',
  pattern: '(0x)?([0-9A-Fa-f]{64}|[0-9A-Fa-f]{66}|[0-9A-Fa-f]{88})',
  read(text) {
    const parts = /^(?:0x)?([0-9A-Fa-f]{64}|[0-9A-Fa-f]{66}|[0-9A-Fa-f]{88})$/.exec(text);
    if (!parts) return null;
    const hex = (parts[1] as string).toLowerCase();
    const isDer = hex.length === 88 && hex.startsWith(derEd25519);
    return isDer ? hex.slice(derEd25519.length) : hex;
  },
};

/** Text of `minimum` to `maximum` bytes in UTF-8: there is none of half a character, and a zero byte is in no text of a database. */
export function text(minimum: number, maximum: number): Kind {
  return {
    name: 'text',
    rule: `text of ${minimum} to ${maximum} bytes of whole characters, none of them zero`,
    read(value) {
      const bytes = Buffer.byteLength(value);
      const isTaken = bytes >= minimum && bytes <= maximum && !/[\0\p{Surrogate}]/u.test(value);
      return isTaken ? value : null;
    },
  };
}

/** A word of the EVM: 32 bytes in hex, `0x` and leading zeros optional. */
export const evmWord: Kind = {
  name: 'word of 32 bytes',
  rule: '1 to 64 hex digits, 0x optional',
  pattern: '(0x)?[0-9A-Fa-f]{1,64}',
  read(text) {
    const digits = /^(?:0x)?([0-9A-Fa-f]{1,64})$/.exec(text)?.[1];
    return digits === undefined ? null : `0x${digits.toLowerCase().padStart(64, '0')}`;
  },
  toBytes: (canonical) => Buffer.from(canonical.slice(2), 'hex'),
  fromBytes: (value) => `0x${value.toString('hex').padStart(64, '0')}`,
  length: 32,
};

/** The same as databases have it that store no leading zeros: their order is of what is left. */
export const strippedWord: Kind = {
  name: evmWord.name,
  rule: evmWord.rule,
  pattern: evmWord.pattern as string,
  read: evmWord.read,
  toBytes: (canonical) => Buffer.from(canonical.replace(/^0x(00)*/, ''), 'hex'),
  fromBytes: (value) => `0x${value.toString('hex').padStart(64, '0')}`,
  hasTwoOrders: true,
};

/** One of a few words; letter case of the input does not matter. */
export function word(...words: readonly string[]): Kind {
  return {
    name: 'word',
    rule: `one of ${words.join(', ')}`,
    pattern: `(${words.join('|')})`,
    read: (value) => words.find((w) => w.toLowerCase() === value.toLowerCase()) ?? null,
  };
}

export const flag = word('true', 'false');

/** The canonical text of what names a number: of an address the row has the id, and an alias names none. */
const numeric = /^-?[\d.]+$/;

/** Whether text is the one spelling in which a value of this kind stands in a row. */
export function isPlace(kind: Kind, text: unknown): text is string {
  if (typeof text !== 'string' || readOrNull(kind, text) !== text) return false;
  // What names no number has no place at all.
  return !kind.toInt64 || numeric.test(text);
}

/** Canonical text or null, also for ids of the right shape that can not exist. */
export function readOrNull(kind: Pick<Kind, 'read'>, value: string): string | null {
  try {
    return kind.read(value);
  } catch (error) {
    if (error instanceof NoSuchEntityId) return null;
    throw error;
  }
}
