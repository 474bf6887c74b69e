// Values of any kind by number, so that one test is of lists in whatever order they are.
import type { Kind } from '../../src/contract/values.js';

/** Canonical text of the value with this number. */
export function nthValue(kind: Kind, number: bigint): string {
  if (kind.fromInt64) return kind.fromInt64(number);
  const hex = number.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  if (!kind.fromBytes) throw new Error(`no numbers for ${kind.name}`);
  return kind.fromBytes(bytes);
}

/** The number of a canonical text; that of an address is of no account. */
export function numberOf(kind: Kind, canonical: string): bigint {
  if (kind.toInt64) return kind.toInt64(canonical) ?? -1n;
  return BigInt(`0x0${kind.toBytes?.(canonical).toString('hex')}`);
}
