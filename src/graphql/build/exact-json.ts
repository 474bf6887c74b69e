// JSON of requests: a number that JavaScript would round stays what the client has written.
import { parseQuoted } from '../../contract/json.js';

/**
 * A JSON number that no JavaScript number holds, such as 9007199254740990.6. It is of no type of
 * the schema, so that whoever reads it refuses it, and shows itself as it was written.
 */
export class UnrepresentableNumber {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }
}

// Fewer than 16 digits without a fraction or an exponent always fit.
const suspicious = /(?:^|[-:,[\s])(?:\d{16}|\d+(?:\.\d|e))/i;
const numbers = /(^|[:,[\s])(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?=[\s,\]}]|$)/gi;
const parts = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Whether the text may hold a number that is rounded. */
export const mayBeRounded = (text: string): boolean => suspicious.test(text);

/** Digits without zeros at the ends, and the power of ten that they are to be multiplied by. */
function digitsOf(whole: string, fraction: string, exponent: number): string {
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  // Not by a pattern, which looks from each zero on for the end: a minute for 190,000 of them.
  let end = all.length;
  while (all[end - 1] === '0') end -= 1;
  const digits = all.slice(0, end);
  return digits === ''
    ? '0'
    : `${digits}e${exponent - fraction.length + all.length - digits.length}`;
}

/** Whether a number that comes out whole was written as that number; a fraction stays one. */
function isRepresentable(text: string): boolean {
  const value = Number(text);
  if (!Number.isInteger(value)) return Number.isFinite(value);
  // Beyond all int64s, which nothing takes: to write out 300 digits of each would take its time.
  if (Math.abs(value) > 1e22) return false;
  const [, whole = '', fraction = '', exponent = '0'] = parts.exec(text) ?? [];
  const read = BigInt(Math.abs(value)).toString();
  return digitsOf(whole, fraction, Number(exponent)) === digitsOf(read, '', 0);
}

/** Parses JSON as `JSON.parse` does, except that numbers which it would round are `UnrepresentableNumber`. */
export function parseExactJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  if (!mayBeRounded(text)) return parsed;
  return parseQuoted(text, numbers, isRepresentable, (number) => new UnrepresentableNumber(number));
}
