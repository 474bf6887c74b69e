// Blocks of times that are near each other come of one page: the same as one by one, in fewer calls.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlockRow, block } from '../../src/contract/resources/blocks.js';
import { type Ledger, settled } from '../../src/ledger.js';
import { freeOperation, remote } from '../support/ledgers.js';
import { type Stub, startStub } from '../support/stub.js';

const start = 1_700_000_000;
const stamp = (tenths: number) =>
  `${start + Math.floor(tenths / 10)}.${String((tenths % 10) * 100_000_000).padStart(9, '0')}`;

const rowAt = (end: number, number: number) => ({
  count: 1,
  gas_used: 0,
  hapi_version: '0.50.0',
  hash: `0x${String(number).padStart(96, '0')}`,
  logs_bloom: '0x',
  name: 'name',
  number,
  previous_hash: `0x${'0'.repeat(96)}`,
  size: 1,
  timestamp: { from: stamp(end - 1), to: stamp(end) },
});

/** Ends of blocks in tenths of a second: mostly two seconds apart, some far more or less. */
const ends = fc
  .array(fc.constantFrom(20, 20, 20, 20, 1, 3, 400), { minLength: 1, maxLength: 150 })
  .map((gaps) => {
    let end = 0;
    return gaps.map((gap) => {
      end += gap;
      return end;
    });
  });
const times = fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 2, maxLength: 30 });

let rows: readonly ReturnType<typeof rowAt>[] = [];
let isLying = false;
/** Whether pages are empty, and yet say that there are more. */
let isHollow = false;
let stub: Stub;
let ledger: Ledger;

beforeAll(async () => {
  stub = await startStub(({ url }) => {
    const { searchParams: asked } = new URL(url, 'http://mirror');
    const from = asked.get('timestamp')?.replace('gte:', '') ?? '';
    const limit = Number(asked.get('limit'));
    const [after] = asked.getAll('block.number').map((text) => Number(text.replace('gt:', '')));
    const all = rows.filter(
      ({ number, timestamp }) => timestamp.to >= from && number > (after ?? -1),
    );
    const blocks = isLying
      ? all.slice(0, limit).map((row) => ({
          ...row,
          timestamp: { from: '1600000001.000000000', to: '1600000002.000000000' },
        }))
      : all.slice(0, limit);
    if (isHollow) {
      const link = `/api/v1/blocks?timestamp=gte:${from}&limit=${limit}&order=asc&block.number=gt:7`;
      return { body: { blocks: [], links: { next: link } } };
    }
    const last = blocks.at(-1);
    const next =
      blocks.length === limit && last
        ? `/api/v1/blocks?timestamp=gte:${from}&limit=${limit}&order=asc&block.number=gt:${last.number}`
        : null;
    return { body: { blocks, links: { next } } };
  });
  ledger = remote(stub.url, { cache: 0 });
});
afterAll(async () => {
  await ledger.close();
  await stub.close();
});

const read = async (keys: readonly string[]) => {
  stub.calls.length = 0;
  const found = await ledger.many<BlockRow>(block, keys, { filters: [] }, freeOperation());
  return { found, calls: stub.calls.length };
};

describe('blocks of several times', () => {
  it('are those of each time by itself, in no more calls, whatever the blocks are', async () => {
    let saved = 0;
    await fc.assert(
      fc.asyncProperty(ends, times, async (given, asked) => {
        rows = given.map(rowAt);
        const keys = asked.map(stamp);
        const { found, calls } = await read(keys);
        const numbers = found.map((one) => (one as BlockRow | null)?.number ?? null);
        const expected = keys.map(
          (key) => rows.find(({ timestamp }) => timestamp.to >= key)?.number ?? null,
        );
        expect(numbers).toEqual(expected);
        expect(calls).toBeLessThanOrEqual(keys.length);
        saved += keys.length - calls;
      }),
      { numRuns: 40, seed: 3 },
    );
    expect(saved).toBeGreaterThan(200);
  });

  it('are one call for a page of the newest transactions, of few rows', async () => {
    rows = Array.from({ length: 200 }, (_, index) => rowAt(20 * (index + 1), index));
    const keys = Array.from({ length: 25 }, (_, index) => stamp(3000 + 3 * index));
    const { found, calls } = await read(keys);
    expect(found.every((one) => one !== null && !(one instanceof Error))).toBe(true);
    expect(calls).toBe(1);
    expect(new URL(stub.calls[0]?.url ?? '', 'http://mirror').searchParams.get('limit')).toBe('5');
  });

  it('are asked for by themselves where they are far from each other', async () => {
    rows = Array.from({ length: 200 }, (_, index) => rowAt(20 * (index + 1), index));
    const { calls } = await read([stamp(10), stamp(1010), stamp(3010)]);
    expect(calls).toBe(3);
    const limits = stub.calls.map(({ url }) => new URL(url, 'http://m').searchParams.get('limit'));
    expect(limits).toEqual(['1', '1', '1']);
  });

  it('are what each would be by itself where the peer answers with others', async () => {
    rows = Array.from({ length: 20 }, (_, index) => rowAt(20 * (index + 1), index));
    isLying = true;
    const keys = [stamp(10), stamp(30), stamp(50)];
    const alone = await Promise.all(
      keys.map((key) => settled(ledger.one(block, key, { filters: [] }, freeOperation()))),
    );
    const { found, calls } = await read(keys);
    isLying = false;
    expect(found).toEqual(alone);
    expect(calls).toBeLessThanOrEqual(3);
  });

  it('have an end where the peer answers with empty pages that go on', async () => {
    isHollow = true;
    const keys = [stamp(10), stamp(30), stamp(50)];
    const alone = await Promise.all(
      keys.map((key) => settled(ledger.one(block, key, { filters: [] }, freeOperation()))),
    );
    const { found, calls } = await read(keys);
    isHollow = false;
    expect(found).toEqual(alone);
    expect(calls).toBeLessThanOrEqual(3);
  });
});
