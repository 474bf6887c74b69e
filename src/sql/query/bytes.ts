// Bytes and spans of time as statements give and take them, and as the contract prints them.
import sql, { type Sql } from 'sql-template-tag';
import type { Compared } from '../../contract/compared.js';
import { maxTimestamp } from '../../contract/timestamps.js';
import { printTimestamp } from '../../contract/values.js';
import type { Row } from '../engines/database.js';

/**
 * A value as a statement takes it: bytes go as hex, which every engine reads alike, and numbers with
 * all of their 64 bits, also where the column has fewer.
 */
export function given(value: Compared): Sql | string {
  if (Buffer.isBuffer(value)) return sql`decode(${value.toString('hex')}, 'hex')`;
  return typeof value === 'bigint' ? sql`${value}::bigint` : value;
}

/** Hex as base64; null where there is none. */
export const base64 = (hex: string | null): string | null =>
  hex === null ? null : Buffer.from(hex, 'hex').toString('base64');

/** The span of a row, which its statement gives as `since` and `until`. */
export const spanOf = (row: Row) => ({
  from: printTimestamp(row['since']) as string,
  to: printTimestamp(row['until']),
});

/** So many nanoseconds after a time, of which an int64 may not hold all: nothing is later than its last. */
export const later = (at: Sql, nanoseconds: bigint): Sql =>
  sql`(least(${at}, ${maxTimestamp - nanoseconds}::bigint) + ${nanoseconds}::bigint)`;
