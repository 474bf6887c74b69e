// Values go into both engines and come out of them alike, and what an answer weighs is counted on both.
import { createRequire } from 'node:module';
import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Room, startOperation } from '../../src/operation.js';
import type { Database } from '../../src/sql/engines/database.js';
import { openPostgres } from '../../src/sql/engines/postgres.js';
import { engines, freeOperation, openSampleSchema } from '../support/ledgers.js';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
/** PostgreSQL has no text with a zero byte in it. */
const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''));
const bytes = fc.uint8Array().map((value) => Buffer.from(value));
/** Values by the type that a statement says they have. */
const values = fc.oneof(
  fc.tuple(fc.constant('int8'), int64),
  fc.tuple(fc.constant('int8[]'), fc.array(int64)),
  fc.tuple(fc.constant('int4'), fc.integer()),
  fc.tuple(fc.constant('text'), text),
  fc.tuple(fc.constant('text[]'), fc.array(fc.option(text))),
  fc.tuple(fc.constant('bytea'), bytes),
  fc.tuple(fc.constant('bytea[]'), fc.array(bytes)),
  fc.tuple(fc.constant('bool'), fc.boolean()),
  fc.tuple(fc.constant('json'), fc.constant(null)),
);

/** What a value of ours is once it has been read: numbers are as large as they have to be. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : value;
};

const open = {
  embedded: openSampleSchema,
  PostgreSQL: async () => openPostgres(inject('postgres')),
};

it('values of the embedded engine are prepared by what the driver prepares its own with, which has no types', () => {
  // The same file as in `src/sql/engines/worker.js`: pg exports all of `lib`, and says nothing of what is in it.
  const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js');
  const bytes = Buffer.from('a');
  const given = [1n, 5, true, 'a', null, undefined, bytes, [-(2n ** 63n), null], ['a"', '']];
  expect(given.map(prepareValue)).toEqual([
    ...['1', '5', 'true', 'a', null, null, bytes],
    ...['{"-9223372036854775808",NULL}', '{"a\\"",""}'],
  ]);
});

describe.each(engines)('%s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await open[engine]();
    return () => database.close();
  });

  it('gives back each value as it was given, under a name and without', async () => {
    await fc.assert(
      fc.asyncProperty(values, fc.boolean(), async ([type, value], isKept) => {
        const statement = sql`select ${value}::${raw(type)} as value`;
        const [row] = await database.query(
          statement,
          freeOperation(),
          isKept ? 'index' : undefined,
        );
        expect(plain(row?.['value'])).toEqual(plain(value));
      }),
      { numRuns: 300 },
    );
  });

  it('tells how much an operation has read', async () => {
    let read = 0;
    const room: Room = {
      take(_, more) {
        read += more;
      },
      free() {},
    };
    const operation = startOperation({ timeout: 10_000, calls: 10, room });
    await database.query(sql`select repeat('x', 100000) as long`, operation);
    expect(read).toBeGreaterThan(100_000);
    expect(read).toBeLessThan(101_000);
  });
});
