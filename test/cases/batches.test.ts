// Batches whose insides have a story of their own: sent before, sent twice, and with children that name them.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';

const start = 1_700_000_000_000_000_000n;
const at = (offset: number) => String(start + BigInt(offset));
const shown = (offset: number) => `1700000000.${String(offset).padStart(9, '0')}`;
const outer = 10;
const inner = 12;
const base = { type: 14, nodeAccountId: '0.0.3', transfers: [] };
const ofInner = { ...base, payerAccountId: '0.0.12', valid_start_timestamp: at(1) };
const inside = [12, at(1), 13, at(2)];
const ofOuter = {
  ...base,
  ...{ payerAccountId: '0.0.10', valid_start_timestamp: at(0) },
  ...{ type: 74, inner_transactions: inside },
};
const setup = {
  accounts: [3, 10, 12, 13].map((num) => ({ num, balance: 1 })),
  transactions: [
    // The first of the insides came alone before, and was refused.
    { ...ofInner, consensus_timestamp: at(5), result: 10 },
    { ...ofOuter, consensus_timestamp: at(outer) },
    { ...ofInner, consensus_timestamp: at(inner), parent_consensus_timestamp: at(outer) },
    // It has caused another one, which names it and not the batch.
    { ...ofInner, consensus_timestamp: at(13), nonce: 1, parent_consensus_timestamp: at(inner) },
    {
      ...{ ...base, payerAccountId: '0.0.13', valid_start_timestamp: at(2) },
      ...{ consensus_timestamp: at(14), parent_consensus_timestamp: at(outer) },
    },
    { ...ofOuter, consensus_timestamp: at(20), result: 11 },
  ],
};

describe.each(backends)('a batch on %s', (backend) => {
  let server: Running;
  beforeAll(async () => {
    server = await open(backend, setup);
    return server.close;
  });
  const read = async (fields: string) => {
    const { data, errors } = await ask(server, `{ ${fields} }`);
    expect(errors).toEqual([]);
    return data;
  };
  const times = (rows: { consensusTimestamp: string }[]) =>
    rows.map(({ consensusTimestamp: time }) => time);

  it('comes with all that has the ids of its insides, whoever caused it', async () => {
    const id = '0.0.10-1700000000-000000000';
    const { all, some } = await read(
      `all: transactionsById(id: "${id}") { consensusTimestamp } some: transactionsById(id: "${id}", nonce: 0) { consensusTimestamp }`,
    );
    expect(times(all)).toEqual([outer, 20, 5, inner, 13, 14].map(shown));
    expect(times(some)).toEqual([outer, 20, 5, inner, 14].map(shown));
  });

  it('has inside what names it, and the child below what has caused it', async () => {
    const { transaction } = await read(`transaction(ref: "0.0.10@1700000000.000000000") {
      duplicates { result } children { id } innerTransactions { consensusTimestamp
        children { consensusTimestamp } duplicates { consensusTimestamp result } } }`);
    const [first, second] = transaction.innerTransactions;
    expect(transaction).toMatchObject({
      duplicates: [{ result: 'DUPLICATE_TRANSACTION' }],
      children: [],
    });
    expect(times([first, second])).toEqual([inner, 14].map(shown));
    expect(times(first.children)).toEqual([shown(13)]);
    expect(first.duplicates).toEqual([
      { consensusTimestamp: shown(5), result: 'INSUFFICIENT_PAYER_BALANCE' },
    ]);
    expect(second).toMatchObject({ children: [], duplicates: [] });
  });
});
