// Fills an empty database, embedded or not, with our tables and the sample ledger.

import { createBareTables, createIndexes, createTrigrams } from '../sql/tables/schema.js';
import { sampleLedger } from './sample.js';
import { isJson, type SampleTable } from './table.js';

/**
 * `exec` runs statements without parameters, `insert` one statement with them. `copy`, where the
 * driver can do it (PGlite: `query(sql, [], {blob: new Blob([text])})`), is given a
 * `copy … from '/dev/blob'` and its text: half the time of `insert` on PGlite (measured: some
 * 76,000 rows in 0.4 s instead of 0.8 s; unnest 0.8 s, literal values 1.1 s).
 *
 * Keys and indexes come after the rows; statistics last, for there is no autovacuum in PGlite.
 */
export async function seed(
  exec: (sql: string) => Promise<unknown>,
  insert: (sql: string, parameters: unknown[]) => Promise<unknown>,
  copy?: (sql: string, text: string) => Promise<unknown>,
): Promise<void> {
  await exec(createBareTables);
  for (const table of sampleLedger()) {
    const columns = table.columns.join(', ');
    if (copy) {
      await copy(`copy ${table.table} (${columns}) from '/dev/blob'`, copyText(table));
    } else {
      const rows = recordsOf(table, '$1::text');
      const sql = `insert into ${table.table} (${columns}) select ${columns} from ${rows}`;
      await insert(sql, [jsonText(table)]);
    }
  }
  await exec(createIndexes);
  await exec(createTrigrams);
  await exec('analyze');
}

/** A relation of rows out of their JSON, which keeps all digits; the table's record type gives the types. */
export const recordsOf = ({ table }: SampleTable, json: string): string =>
  `json_populate_recordset(null::${table}, ${json}::json)`;

/** COPY's text format: tabs between, \N for null, and backslashes before what would be either. */
function copyText({ rows }: SampleTable): string {
  const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
  const field = (value: unknown): string => {
    if (value === null) return '\\N';
    return typeof value === 'string'
      ? value.replace(/[\\\t\n\r]/g, (found) => escapes[found] ?? '')
      : String(value);
  };
  return rows.map((row) => `${row.map(field).join('\t')}\n`).join('');
}

/** JSON text of the rows; what is JSON already goes in as it is. */
export function jsonText({ table, columns, rows }: SampleTable): string {
  const raw = columns.map((column) => isJson(table, column));
  const member = (value: unknown, index: number): string => {
    const text = typeof value === 'string' && !raw[index] ? JSON.stringify(value) : String(value);
    return `"${columns[index]}":${text}`;
  };
  return `[${rows.map((row) => `{${row.map(member).join(',')}}`).join(',')}]`;
}
