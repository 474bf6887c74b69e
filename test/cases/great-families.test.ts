// Transactions with more than anybody reads: of one id a thousand, of transfers ten thousand. They cost what they hold.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { type OnStub, openStub } from '../support/backends.js';

const id = '0.0.2-1700000000-000000001';
const time = (at: number) => `1700000001.${String(at).padStart(9, '0')}`;

const row = (at: number, more: object = {}) => ({
  consensus_timestamp: time(at),
  transaction_id: id,
  name: 'CRYPTOTRANSFER',
  result: at === 0 ? 'SUCCESS' : 'DUPLICATE_TRANSACTION',
  nonce: 0,
  scheduled: false,
  parent_consensus_timestamp: null,
  transfers: [],
  ...more,
});
const many = (count: number, of: (at: number) => object) =>
  Array.from({ length: count }, (_, at) => of(at));
const bodies: Readonly<Record<string, readonly object[]>> = {
  // Sent again and again.
  '1': many(1000, (at) => row(at)),
  // One that has caused all others.
  '2': many(1000, (at) =>
    row(at, {
      nonce: at,
      result: 'SUCCESS',
      parent_consensus_timestamp: at === 0 ? null : time(0),
    }),
  ),
  '3': [
    row(0, {
      transfers: many(10_000, (at) => ({
        account: `0.0.${at + 1}`,
        amount: at,
        is_approval: false,
      })),
    }),
  ],
};
const idOf = (which: string) => `0.0.2-1700000000-00000000${which}`;

let server: OnStub;

beforeAll(async () => {
  server = await openStub(
    ({ path }) => {
      const which = path.at(-1) as string;
      const rows = (bodies[which] ?? []).map((one) => ({ ...one, transaction_id: idOf(which) }));
      return { body: { transactions: rows } };
    },
    { cache: 0 },
  );
  return server.close;
});

const read = (which: string, fields: string) =>
  ask(server, `{ transaction(ref: "${idOf(which)}") { ${fields} } }`);
const nested = (field: string, depth: number): string =>
  depth === 0 ? 'consensusTimestamp' : `${field} { ${nested(field, depth - 1)} }`;

describe('a transaction', () => {
  it.each([
    ['1', 'duplicates'],
    ['2', 'children'],
  ])(
    'of whose id there are a thousand (%s) has all of them as its %s, in one call',
    async (which, field) => {
      server.stub.reset();
      const { data, errors } = await read(which, `${field} { consensusTimestamp }`);
      expect(errors).toEqual([]);
      expect(data.transaction[field]).toHaveLength(999);
      expect(server.stub.calls).toHaveLength(1);
    },
  );

  it.each([2, 3, 4])(
    'sent a thousand times ends its duplicates %i levels deep with COST_LIMIT',
    async (depth) => {
      const { errors } = await read('1', nested('duplicates', depth));
      expect(errors.map(({ extensions }) => extensions['code'])).toContain('COST_LIMIT');
    },
  );

  it('of an id of a thousand is all of them in a list, and not that much of each', async () => {
    const all = (fields: string) =>
      ask(server, `{ transactionsById(id: "${idOf('1')}") { ${fields} } }`);
    const plain = await all('consensusTimestamp');
    expect(plain.data.transactionsById).toHaveLength(1000);
    const { errors } = await all(nested('duplicates', 2));
    expect(errors.map(({ extensions }) => extensions['code'])).toContain('COST_LIMIT');
  });

  it('with ten thousand transfers shows them all, as long as there is room for what is asked of each', async () => {
    const { data, errors } = await read('3', 'transfers { accountId hbars }');
    expect(errors).toEqual([]);
    expect(data.transaction.transfers).toHaveLength(10_000);
    const accounts = await read('3', 'transfers { account { memo } }');
    expect(accounts.errors[0]?.extensions['code']).toBe('COST_LIMIT');
    expect(accounts.errors.length).toBeLessThanOrEqual(1001);
  });
});
