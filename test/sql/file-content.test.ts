// The content of a file at a time, on the embedded database: each reader's rule of what begins a version, and going back.
import fc from 'fast-check';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOperation } from '../../src/operation.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import {
  type FileRead,
  fileChunks,
  fileContent,
  newestReadable,
  type Retry,
} from '../../src/sql/query/file-content.js';
import { createTables } from '../../src/sql/tables/schema.js';
import { openEmpty } from '../support/ledgers.js';

type Stored = { readonly at: number; readonly type: number; readonly text: string };

let database: EmbeddedDatabase;
let files = 1000;

beforeAll(async () => {
  database = await openEmpty();
  await database.exec(createTables);
});
afterAll(() => database.close());

/** A new file with these chunks; times differ from those of any other file. */
async function stored(
  rows: readonly Stored[],
): Promise<{ file: bigint; at(time: number): bigint }> {
  files += 1;
  const at = (time: number) => BigInt(files) * 1_000_000n + BigInt(time);
  await database.run(
    `insert into file_data select convert_to(text, 'UTF8'), at, $1::bigint, type
      from json_to_recordset($2::text::json) as given(at bigint, type smallint, text text)`,
    [String(files), JSON.stringify(rows.map((row) => ({ ...row, at: String(at(row.at)) })))],
  );
  return { file: BigInt(files), at };
}

async function one(expression: Sql): Promise<unknown> {
  const operation = startOperation({ timeout: 10_000, calls: 1 });
  const [row] = await database.query(sql`select ${expression} as value`, operation);
  operation.end();
  return row?.['value'];
}

const textOf = (read: FileRead) => one(sql`convert_from(${fileContent(read)}, 'UTF8')`);

const rows: Stored[] = [
  { at: 1, type: 17, text: 'a' },
  { at: 2, type: 16, text: 'b' },
  { at: 3, type: 19, text: 'C' },
  { at: 4, type: 16, text: 'D' },
  { at: 5, type: 19, text: '' },
  { at: 6, type: 16, text: 'E' },
];

describe('the content of a file', () => {
  it('is all chunks from the newest create or update on, an empty update being none', async () => {
    const { file, at } = await stored(rows);
    const found = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6].map((time) => textOf({ file, upTo: at(time), emptyUpdates: false })),
    );
    expect(found).toEqual([null, 'a', 'ab', 'C', 'CD', 'CD', 'CDE']);
    expect(await textOf({ file, emptyUpdates: false })).toBe('CDE');
    expect(await textOf({ file, emptyUpdates: true })).toBe('E');
  });

  it('is none where its version began before the time that is asked from', async () => {
    const { file, at } = await stored(rows.slice(0, 2));
    expect(await textOf({ file, since: at(1), emptyUpdates: false })).toBe('ab');
    expect(await textOf({ file, since: at(2), emptyUpdates: false })).toBeNull();
  });

  it('of another file does not mix with it', async () => {
    const { file } = await stored([{ at: 1, type: 17, text: 'x' }]);
    await stored([{ at: 1, type: 17, text: 'y' }]);
    expect(await textOf({ file, emptyUpdates: false })).toBe('x');
  });
});

/** The same by the words of the contract, over plain rows. */
function byWords(given: readonly Stored[], upTo: number, { back, tries }: Retry, empty: boolean) {
  const begins = ({ type, text }: Stored) => type === 17 || (type === 19 && (empty || text !== ''));
  let upper = upTo;
  for (let left = tries; left > 0; left -= 1) {
    const own = given.filter(
      ({ at, type, text }) => at <= upper && (empty || type !== 19 || text !== ''),
    );
    const start = own.filter(begins).at(-1);
    if (!start) return null;
    const chunks = own.filter(({ at }) => at >= start.at);
    const text = chunks.map((chunk) => chunk.text).join('');
    const last = chunks.at(-1) as Stored;
    if (!text.includes('!')) return { text, at: last.at };
    upper = (back === 'chunk' ? last.at : start.at) - 1;
  }
  return null;
}

describe('the newest content that can be read', () => {
  const chunk = fc.record({
    type: fc.constantFrom(16, 16, 17, 19),
    text: fc.constantFrom('a', 'b', '', '!', '!'),
  });

  it('is what the words of the contract say, whatever a file has been through', async () => {
    const parse = (content: Uint8Array) => {
      const text = Buffer.from(content).toString();
      if (text.includes('!')) throw new Error('no text');
      return text;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(chunk, { maxLength: 9 }),
        fc.nat(9),
        fc.constantFrom<Retry['back']>('chunk', 'version'),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        async (chunks, upTo, back, tries, emptyUpdates) => {
          const given = chunks.map((one, at) => ({ at, ...one }));
          const { file, at } = await stored(given);
          const retry = { back, tries };
          const read = { file, upTo: at(upTo), emptyUpdates };
          const found = newestReadable((await one(fileChunks(read, retry))) as never, retry, parse);
          const expected = byWords(given, upTo, retry, emptyUpdates);
          expect(found && { text: found.value, at: found.at }).toEqual(
            expected && { text: expected.text, at: at(expected.at) },
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
