// What a database compares of a value, and how these compare here as they do there.
import { type Kind, maxInt64 } from './values.js';

/** A whole number, bytes in their own order, or text in the order of its bytes (`collate "C"`). */
export type Compared = bigint | Buffer | string;

/**
 * What the database compares for a canonical text; null for what stands for a number only by a
 * look-up, such as an address.
 */
export function comparedOf(kind: Kind, canonical: string): Compared | null {
  if (kind.toInt64) return kind.toInt64(canonical);
  return kind.toBytes ? kind.toBytes(canonical) : canonical;
}

/** Less than 0, 0 or greater than 0; both are of one kind. */
export function compare(a: Compared, b: Compared): number {
  if (typeof a === 'bigint' || typeof b === 'bigint') return a === b ? 0 : a > b ? 1 : -1;
  return Buffer.compare(bytesOf(a), bytesOf(b));
}

/** Ids of the usual realm, numbers that are not negative, and times that an int64 can count. */
const even = /^(?:(?:0\.0\.)?\d{1,18}|[0-8]?\d{1,9}\.\d{9})$/;

/**
 * The order of two canonical texts of one kind; what has no place by itself counts as 0. Those that
 * are of one length, as those of a page mostly are, mostly stand in the order of their texts.
 */
export function compareTexts(kind: Kind, a: string, b: string): number {
  const isInOrder = kind.toInt64 && a.length === b.length && even.test(a) && even.test(b);
  if (isInOrder) return a === b ? 0 : a > b ? 1 : -1;
  return compare(comparedOf(kind, a) ?? 0n, comparedOf(kind, b) ?? 0n);
}

const bytesOf = (value: Buffer | string) =>
  typeof value === 'string' ? Buffer.from(value) : value;

/** The least value of the kind above another; null above the greatest. */
export function following(kind: Kind, value: Compared): Compared | null {
  if (typeof value === 'bigint') return value < maxInt64 ? value + 1n : null;
  if (typeof value === 'string') return `${value}\0`;
  if (kind.length === undefined) return Buffer.concat([value, Buffer.alloc(1)]);
  // Of bytes of one length the next is the next number.
  const last = value.findLastIndex((byte) => byte < 0xff);
  if (last < 0) return null;
  const next = Buffer.alloc(value.length);
  value.copy(next, 0, 0, last);
  next[last] = (value[last] as number) + 1;
  return next;
}
