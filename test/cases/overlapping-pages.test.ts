// CASE-12: each row comes once and in order, though the mirror node's next page overlaps.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, openStub } from '../support/backends.js';
import type { Handler } from '../support/stub.js';

const query = `query ($first: Int, $after: String, $order: Order) {
  blocks(first: $first, after: $after, order: $order) {
    edges { node { number } } pageInfo { hasNextPage endCursor } } }`;

interface Blocks {
  readonly edges: readonly { readonly node: { readonly number: string } }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** A mirror node whose link goes on after the first row of a page instead of its last one. */
const overlapping: Handler = (call) => {
  const isRising = call.query.get('order') === 'asc';
  const [operator, bound] = (call.query.get('block.number') ?? ':').split(':');
  const limit = Math.min(Number(call.query.get('limit') ?? 25), 25);
  const isBeyond = (number: number) =>
    !bound || (operator === 'gt' ? number > Number(bound) : number < Number(bound));
  const all = Array.from({ length: 100 }, (_, index) => (isRising ? index : 99 - index));
  const blocks = all
    .filter(isBeyond)
    .slice(0, limit)
    .map((number) => ({ number }));
  const direction = isRising ? 'gt' : 'lt';
  const place = `block.number=${direction}:${blocks[0]?.number}`;
  const link = `/api/v1/blocks?order=${call.query.get('order')}&limit=${limit}&${place}`;
  return { body: { blocks, links: { next: blocks.length === limit ? link : null } } };
};

const start = 1700000000000000000n;
const rows = {
  recordFiles: Array.from({ length: 100 }, (_, index) => ({
    index,
    consensus_start: start + BigInt(index) * 10n,
    consensus_end: start + BigInt(index) * 10n + 9n,
    hash: index.toString(16).padStart(96, '0'),
  })),
};

const places = [
  ...backends.map((name) => ({ name, start: () => open(name, rows) })),
  { name: 'a stub whose pages overlap', start: () => openStub(overlapping) },
];

describe.each(places)('CASE-12, pages of blocks on $name', ({ start: begin }) => {
  let server: { readonly url: string; close(): Promise<void> };

  beforeAll(async () => {
    server = await begin();
    return server.close;
  });

  async function page(first: number, order: string, after: string | null): Promise<Blocks> {
    const { data } = await ask(server, query, { first, after, order });
    return data.blocks;
  }

  it.each([
    ['ASC', 25],
    ['DESC', 25],
    ['ASC', 7],
    ['DESC', 100],
  ])('gives 100 numbers in order %s, in pages of %d', async (order, first) => {
    const numbers: number[] = [];
    const sizes: number[] = [];
    let after: string | null = null;
    while (numbers.length < 100) {
      const { edges, pageInfo }: Blocks = await page(first, order, after);
      expect(edges.length).toBeGreaterThan(0);
      sizes.push(edges.length);
      numbers.push(...edges.map(({ node }) => Number(node.number)));
      after = pageInfo.endCursor;
    }
    const expected = Array.from({ length: 100 }, (_, index) => index);
    expect(numbers).toEqual(order === 'ASC' ? expected : expected.reverse());
    expect(sizes.slice(0, -1).every((size) => size === first)).toBe(true);
    expect(await page(first, order, after)).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
  });
});

describe('CASE-12, calls to a stub whose pages overlap', () => {
  it('go on after our own last row', async () => {
    const server = await openStub(overlapping);
    const first = await ask(server, query, { first: 25, order: 'ASC' });
    const after = first.data.blocks.pageInfo.endCursor;
    await ask(server, query, { first: 25, order: 'ASC', after });
    const bounds = server.stub.calls.map((call) => call.query.get('block.number'));
    expect(bounds).toEqual([null, 'gt:24']);
    await server.close();
  });
});
