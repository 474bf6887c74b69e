// A whole ledger from files: `TABLE.tsv.gz` in a folder, as PostgreSQL's COPY writes them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseJson } from '../src/contract/json.js';
import {
  columnsOf,
  createBareTables,
  createIndexes,
  tableNames,
} from '../src/sql/tables/schema.js';
import { insert, type Target } from './load.js';
import type { Row } from './rows.js';

const ending = '.tsv.gz';

/** Creates all tables and fills those with a file; columns and tables that we lack are left out. */
export async function loadLedger(target: Target, directory: string): Promise<void> {
  await target.exec(createBareTables);
  for (const file of await readdir(directory)) {
    const table = file.slice(0, -ending.length);
    if (!file.endsWith(ending) || !tableNames.includes(table)) continue;
    const text = gunzipSync(await readFile(join(directory, file))).toString();
    await insert(target, table, readRows(text, columnsOf(table)));
  }
  await target.exec(createIndexes);
  await target.exec('analyze');
}

function readRows(text: string, types: Readonly<Record<string, string>>): Row[] {
  const [header = [], ...records] = readRecords(text);
  return records.map((record) => {
    const row: Row = {};
    for (const [place, name] of header.entries()) {
      const type = types[name as string];
      const value = record[place] ?? null;
      // Text would become a JSON string; the other types read their own text.
      if (type !== undefined) row[name as string] = type === 'jsonb' ? json(value) : value;
    }
    return row;
  });
}

const json = (value: string | null) => (value === null ? null : parseJson(value));

// A field in quotes (quotes in it doubled) or up to the next separator, and what ends it.
const field = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y;

/** Records of a tab-separated text; null where a field is a bare `\N`. */
function* readRecords(text: string): Generator<(string | null)[]> {
  let record: (string | null)[] = [];
  field.lastIndex = 0;
  while (field.lastIndex < text.length) {
    const [, quoted, bare, end] = field.exec(text) as RegExpExecArray;
    record.push(quoted?.replaceAll('""', '"') ?? (bare === '\\N' ? null : (bare as string)));
    if (end === '\t') continue;
    yield record;
    record = [];
  }
}
