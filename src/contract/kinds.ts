// What the values of a row are, and how a value tells whether it is that.

/** What is promised, in words, and whether a value of a mirror node keeps to it. */
interface Promised {
  readonly promise: string;
  holds(value: unknown): boolean;
}

const isInt64 = (value: unknown): boolean =>
  // Whatever a number can not hold has become a bigint when the body was read.
  typeof value === 'number'
    ? Number.isSafeInteger(value)
    : typeof value === 'bigint' && BigInt.asIntN(64, value) === value;

const isText = (value: unknown): boolean => typeof value === 'string';

/**
 * Decimal digits of a part of a whole, without an exponent; null for a number of more digits than
 * survive in one, which may have been rounded when its text was read.
 */
export function fractionText(value: number): string | null {
  if (Number(value.toPrecision(15)) !== value) return null;
  const [digits = '', exponent] = String(value).split('e-');
  if (exponent === undefined) return digits;
  return `0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`;
}

const matching = (promise: string, pattern: RegExp): Promised => ({
  promise,
  holds: (value) => typeof value === 'string' && pattern.test(value),
});

/**
 * Kinds by name. They are wider than the patterns of the documents: what one mirror node spells
 * otherwise than another, such as the letter case of hex, is not wrong.
 */
export const kinds = {
  Text: { promise: 'text', holds: isText },
  Hex: matching('hex digits as text', /^(?:0x)?[0-9a-f]*$/i),
  // Where its lines and its padding end is not looked at.
  Base64: matching('base64 as text', /^[\w+/=\s-]*$/),
  Digits: {
    promise: 'a whole number of 64 bits as text',
    holds: (value) =>
      typeof value === 'string' && /^-?\d{1,19}$/.test(value) && isInt64(BigInt(value)),
  },
  EntityId: matching('an entity id', /^\d{1,10}\.\d{1,10}\.\d{1,12}$/),
  // The reference prints times before the epoch as 0.0000000-5.
  Timestamp: matching('a timestamp', /^-?\d{1,19}(\.[\d-]{1,9})?$/),
  TransactionId: matching('a transaction id', /^\d+\.\d+\.\d+--?\d{1,19}-[\d-]{1,9}$/),
  Boolean: { promise: 'true or false', holds: (value) => typeof value === 'boolean' },
  Int64: { promise: 'a whole number of 64 bits', holds: isInt64 },
  Integer: {
    promise: 'a whole number',
    holds: (value) => Number.isSafeInteger(value) || typeof value === 'bigint',
  },
  Int32: {
    promise: 'a whole number of 32 bits',
    holds: (value) => typeof value === 'number' && (value | 0) === value,
  },
  Fraction: {
    promise: 'a number of at most 15 digits from 0 to 1',
    holds: (value) =>
      typeof value === 'number' && value >= 0 && value <= 1 && fractionText(value) !== null,
  },
} as const satisfies Readonly<Record<string, Promised>>;

export type KindName = keyof typeof kinds;
