// Exact decimal amounts: smallest units scaled by a number of decimals, never through a float.
import type { Int64 } from '../contract/json.js';

/** Decimals of hbar: a tinybar is 10^-8. */
export const hbarDecimals = 8;

/** `units` divided by 10^`decimals`, with all decimals shown: 1234 with 2 is "12.34". */
export function scaled(units: Int64, decimals: number): string {
  const text = units.toString();
  const isNegative = text.startsWith('-');
  const digits = (isNegative ? text.slice(1) : text).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = isNegative ? '-' : '';
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-decimals)}`;
}
