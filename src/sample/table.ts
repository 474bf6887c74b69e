// Rows of the sample ledger for one table, as objects by its columns.
import { columnsOf, type MirrorRow, type MirrorTable } from '../sql/tables/schema.js';

export interface SampleTable {
  table: string;
  /** The columns that the rows have; the others keep their defaults. */
  columns: readonly string[];
  /** Values in the order of the columns: bytea as `\x…`, ranges, arrays and JSON as text. */
  rows: readonly unknown[][];
}

export function sampleTable<N extends MirrorTable>(
  table: N,
  rows: readonly MirrorRow<N>[],
): SampleTable {
  const columns = Object.keys(rows[0] ?? {});
  return {
    table,
    columns,
    rows: rows.map((row) => columns.map((name) => (row as Record<string, unknown>)[name])),
  };
}

/** Bytes in hex as bytea. */
export const bytes = (hex: string | null): string | null => (hex === null ? null : `\\x${hex}`);

/** Whether a column's text is JSON already. */
export const isJson = (table: string, column: string): boolean =>
  columnsOf(table)[column]?.startsWith('json') ?? false;
