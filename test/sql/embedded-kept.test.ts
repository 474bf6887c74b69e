// The embedded ledger's file is whole or made anew, its engine may die, and its operations take turns.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
