// The embedded ledger's file is whole or made anew, its engine may die, and its operations take turns.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerError } from '../../src/errors.js';
import { startOperation } from '../../src/operation.js';
import { openSampleDatabase } from '../../src/sample/prepared.js';
import {
  type EmbeddedDatabase,
  type Filling,
  openEmbedded,
} from '../../src/sql/engines/embedded.js';

const free = () => startOperation({ timeout: 30_000, calls: 10_000 });
const code = (error: LedgerError) => error.code;
const cell = sql`select value from cell`;
const slow = sql`select count(*) from generate_series(1, 100000)`;

let folder: string;
let path: string;

/** One row that only this file knows. */
const fill = async (database: Filling) => {
  await database.exec('create table cell (value int); insert into cell values (7)');
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirrorql-kept-'));
  path = join(folder, 'cell.tar');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await openSampleDatabase();
  await fill(database);
  await database.save(path);
  return () => database.close();
});

describe('a saved file', { timeout: 60_000 }, () => {
  const damages: [string, () => Promise<void>][] = [
    [
      'changed in the middle',
      async () => {
        const file = await readFile(path);
        file.writeUInt8(file.readUInt8(file.length >> 1) ^ 1, file.length >> 1);
        await writeFile(path, file);
      },
    ],
    ['cut off', async () => truncate(path, Math.floor((await stat(path)).size / 2))],
    ['garbage', () => writeFile(path, Buffer.alloc(100_000, 'garbage'))],
    ['shorter than its digest', () => writeFile(path, 'short')],
    ['empty', () => writeFile(path, '')],
    [
      'a folder',
      async () => {
        await rm(path);
        await mkdir(join(path, 'inside'), { recursive: true });
      },
    ],
  ];
  it.each(damages)('that is %s is not believed', async (_damage, damage) => {
    await damage();
    await expect(openEmbedded(path)).rejects.toThrow(/damaged|EISDIR/);
  });

  it('that can not be read is made anew, and replaced, folder or not', async () => {
    const made = await openEmbedded(path, { fill });
    expect(made.isNew).toBe(true);
    await made.save(path);
    await made.close();
    const read = await openEmbedded(path, { fill });
    expect(read.isNew).toBe(false);
    expect(await read.query(cell, free())).toEqual([{ value: 7 }]);
    await read.close();
    expect(await readdir(folder)).toEqual(['cell.tar']);
  });

  it('holds what was written after another one was read, packed or not', async () => {
    const rows = sql`select count(*)::int as count, sum(value)::int as sum from cell`;
    for (const [name, count] of [
      ['first.tar.gz', 20_002],
      ['second.tar', 20_003],
    ] as const) {
      const earlier = await openEmbedded(path);
      await earlier.exec(`insert into cell select 44 from generate_series(1, 20000);
        delete from cell where ctid not in (select min(ctid) from cell group by value);
        insert into cell select 0 from generate_series(1, 20000)`);
      path = join(folder, name);
      await earlier.save(path);
      await earlier.close();
      const later = await openEmbedded(path);
      expect(await later.query(rows, free())).toEqual([{ count, sum: 51 }]);
      await later.close();
    }
  });
});

describe('the engine', { timeout: 60_000 }, () => {
  const deadly: [string, string][] = [
    ['is nested too deep', `select ${'abs('.repeat(3000)}1${')'.repeat(3000)}`],
    ['ends its own session', 'select pg_terminate_backend(pg_backend_pid())'],
    ['is no SQL', 'selct'],
  ];
  it.each(deadly)('goes on for all others where a statement %s', async (_case, text) => {
    const alone = database.query(sql([text]), free()).catch(code);
    const others = Array.from({ length: 20 }, () => database.query(cell, free()));
    await alone;
    expect(await Promise.all(others)).toEqual(Array(20).fill([{ value: 7 }]));
  });

  it('has a code for a number out of range, and goes on', async () => {
    const overflow = sql`select 9223372036854775807::bigint + ${1}::bigint`;
    expect(await database.query(overflow, free()).catch(code)).toBe('UPSTREAM_BAD_DATA');
    expect(await database.query(cell, free())).toEqual([{ value: 7 }]);
  });

  it('answers operations in turn, however many statements one of them has', async () => {
    const greedy = free();
    let left = 24;
    const all = Array.from({ length: left }, () =>
      database.query(slow, greedy).then(() => {
        left -= 1;
      }),
    );
    expect(await database.query(cell, free())).toEqual([{ value: 7 }]);
    expect(left).toBeGreaterThan(16);
    await Promise.all(all);
  });

  it('does not begin what an operation no longer waits for', async () => {
    const operation = free();
    const told = Array.from({ length: 190 }, () =>
      database.query(slow, operation, 'table').catch(code),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    operation.end();
    const began = performance.now();
    expect(new Set(await Promise.all(told))).toContain('UPSTREAM_TIMEOUT');
    expect(await database.query(cell, free())).toEqual([{ value: 7 }]);
    expect(performance.now() - began).toBeLessThan(1000);
  });

  const keptNames = async () => {
    const names = sql`select name from pg_prepared_statements where name like 'mirrorql%'`;
    return (await database.query(names, free())).map(({ name }) => name as string);
  };

  it('answers alike with a kept plan and without one, whatever the values are', async () => {
    const value = fc.record({
      int8: fc.option(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)),
      ids: fc.option(fc.array(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), { maxLength: 3 })),
      text: fc.option(
        fc.string({ unit: fc.constantFrom('a', "'", '"', '\\', '{', ',', ' ', '\u{1F600}', 'ä') }),
      ),
      texts: fc.option(
        fc.array(fc.constantFrom('a', '', "'", '"', '\\', 'NULL', '{}', ', '), { maxLength: 3 }),
      ),
      bytes: fc.option(fc.uint8Array({ maxLength: 4 })),
      flag: fc.option(fc.boolean()),
    });
    await fc.assert(
      fc.asyncProperty(value, async ({ int8, ids, text, texts, bytes, flag }) => {
        const asked = sql`select ${int8}::bigint as int8, ${ids}::bigint[] as ids, ${text}::text as text,
          to_json(${texts}::text[]) as texts, encode(${bytes}::bytea, 'hex') as bytes, ${flag}::bool as flag,
          ${1}::int as four, value from cell`;
        const plainly = await database.query(asked, free());
        expect(await database.query(asked, free(), 'index')).toEqual(plainly);
        const text8 = int8 === null ? null : String(int8);
        expect(
          plainly.map((row) => [row['int8'] === null ? null : String(row['int8']), row['text']]),
        ).toEqual([[text8, text]]);
      }),
      { numRuns: 40 },
    );
    expect(await keptNames()).toHaveLength(1);
  });

  it('plans anew what has changed, and keeps its plans on another thread', async () => {
    const asked = sql`select value, ${'x'}::text as given from cell where value = ${7}::int`;
    const ask = () => database.query(asked, free(), 'index');
    for (let time = 0; time < 4; time += 1) expect(await ask()).toEqual([{ value: 7, given: 'x' }]);
    const before = await keptNames();
    // A statement that nobody waits for any more is given up with its thread.
    const operation = free();
    const endless = database.query(
      sql`select count(*) from generate_series(1, 1e9::bigint)`,
      operation,
    );
    setTimeout(() => operation.end(), 50);
    expect(await endless.catch(code)).toBe('UPSTREAM_TIMEOUT');
    expect(await ask()).toEqual([{ value: 7, given: 'x' }]);
    expect(before.length).toBeGreaterThan(await keptNames().then(({ length }) => length));
    await database.exec('alter table cell alter column value type bigint');
    expect(await ask()).toEqual([{ value: 7, given: 'x' }]);
    await database.exec('alter table cell alter column value type int');
  });

  it('tells everyone when it is closed', async () => {
    const waiting = Array.from({ length: 10 }, () => database.query(slow, free()).catch(code));
    const began = performance.now();
    await database.close();
    expect(await Promise.all(waiting)).toContain('UPSTREAM_UNAVAILABLE');
    expect(await database.query(cell, free()).catch(code)).toBe('UPSTREAM_UNAVAILABLE');
    expect(performance.now() - began).toBeLessThan(2000);
    await database.close();
  });
});
