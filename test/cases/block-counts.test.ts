// The transactions of a block are found by time; where the block counts others, the answer says so.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';

const start = 1700000000000000000n;

describe.each(backends)('the transactions of a block on %s', (backend) => {
  let server: Running;
  beforeAll(async () => {
    const block = (index: number, count: number) => ({
      index,
      count,
      hash: `${index}`.repeat(96),
      consensus_start: start + BigInt(index) * 1000n,
      consensus_end: start + BigInt(index) * 1000n + 999n,
    });
    server = await open(backend, {
      recordFiles: [block(1, 2), block(2, 3), block(3, 1), block(4, 1)],
      transactions: [1, 2, 4].flatMap((index) =>
        [0n, 500n, 999n].slice(index === 4 ? 0 : 1).map((after) => ({
          consensus_timestamp: start + BigInt(index) * 1000n + after,
          payerAccountId: '0.0.2001',
        })),
      ),
    });
    return server.close;
  });

  const read = async (number: number, args: string) => {
    const { data, errors, text } = await ask(
      server,
      `{ block(number: ${number}) { count transactions${args} { nodes { consensusTimestamp } } } }`,
    );
    expect(errors).toEqual([]);
    const { warnings = [] } = JSON.parse(text).extensions ?? {};
    return { count: data.block.count, found: data.block.transactions.nodes.length, warnings };
  };

  it('are as many as it counts, and nothing is said', async () => {
    expect(await read(1, '')).toEqual({ count: '2', found: 2, warnings: [] });
    expect(await read(1, '(first: 2)')).toMatchObject({ found: 2, warnings: [] });
  });

  it('are told to be fewer, beside all that there are', async () => {
    const told = (number: number, message: string) => ({
      path: ['block', 'transactions'],
      code: 'UPSTREAM_BAD_DATA',
      message: `Block ${number} counts ${message} lie in its time`,
    });
    expect(await read(2, '')).toEqual({
      count: '3',
      found: 2,
      warnings: [told(2, '3 transactions, but 2')],
    });
    expect(await read(3, '')).toEqual({
      count: '1',
      found: 0,
      warnings: [told(3, '1 transactions, but 0')],
    });
  });

  it('are told to be more by a page that has more', async () => {
    const { warnings } = await read(4, '(first: 2)');
    expect(warnings).toMatchObject([
      { message: 'Block 4 counts 1 transactions, but 2 lie in its time' },
    ]);
    expect(await read(4, '')).toMatchObject({ found: 3, warnings: [{}] });
  });

  it('are not judged by a page of them', async () => {
    expect(await read(2, '(first: 1)')).toMatchObject({ found: 1, warnings: [] });
    expect(await read(2, '(last: 1)')).toMatchObject({ found: 1, warnings: [] });
  });

  it('are not judged by what lies on one side of a cursor', async () => {
    const list = '{ block(number: 1) { transactions { edges { cursor } } } }';
    const { edges } = (await ask(server, list)).data.block.transactions;
    const [newest, oldest] = edges.map(({ cursor }: { cursor: string }) => JSON.stringify(cursor));
    for (const args of [`first: 2, before: ${oldest}`, `last: 2, after: ${newest}`]) {
      expect(await read(1, `(${args})`)).toMatchObject({ found: 1, warnings: [] });
    }
  });
});
