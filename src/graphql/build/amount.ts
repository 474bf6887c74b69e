// Exact decimal amounts: smallest units scaled by a number of decimals, never through a float.
import { LedgerError } from '../../errors.js';

/** Decimals of hbar: a tinybar is 10^-8. */
export const hbarDecimals = 8;

/** Decimals that a token can have, and those that are written out. */
const maxDecimals = 2 ** 31 - 1;
const mostWritten = 1000;

/** Digits of an int64 of a ledger, which some members give as text; null for what is none. */
export function int64Text(value: unknown): string | null {
  // Through the digits of a float, and a table of all that were printed, it takes three times as long.
  if (Number.isSafeInteger(value)) return BigInt(value as number).toString();
  const isWhole = typeof value === 'string' && /^-?\d{1,19}$/.test(value);
  if (!isWhole && typeof value !== 'bigint') return null;
  const whole = BigInt(value);
  return BigInt.asIntN(64, whole) === whole ? whole.toString() : null;
}

/** Why a value of the ledger is refused: for the log, without the value. */
export const notOfKind = (kind: string): LedgerError =>
  new LedgerError('UPSTREAM_BAD_RESPONSE', undefined, {}, new Error(`a value that is no ${kind}`));

/** The number of decimals in a member; null where the ledger knows none. @throws LedgerError */
export function readDecimals(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Error) throw value;
  const decimals = Number(int64Text(value) ?? Number.NaN);
  if (decimals >= 0 && decimals <= maxDecimals) return decimals;
  throw notOfKind('number of decimals');
}

/**
 * `units` divided by 10^`decimals`, with all decimals shown: 1234 with 2 is "12.34".
 * @throws LedgerError for what is no int64, and for more decimals than can be written out
 */
export function scaled(units: unknown, decimals: number): string {
  if (units instanceof Error) throw units;
  const text = int64Text(units);
  if (text === null) throw notOfKind('amount');
  return pointed(text, decimals);
}

/** Digits with a point before the last `decimals` of them. */
export function pointed(text: string, decimals: number): string {
  if (decimals > mostWritten) throw notOfKind('number of decimals that can be written out');
  const isNegative = text.startsWith('-');
  const digits = (isNegative ? text.slice(1) : text).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = isNegative ? '-' : '';
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-decimals)}`;
}
