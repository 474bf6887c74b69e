// One time is one transaction, also where a row that belongs to it names another payer.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';
import { get } from '../support/get.js';
import { engines, openChanging, serve } from '../support/ledgers.js';

const times = [1700000000000000001n, 1700000000000000002n, 1700000000000000003n];
const shown = times.map((time) => `1700000000.${time.toString().slice(-9)}`);
const transfers = [
  { account: '0.0.2001', amount: -10 },
  { account: '0.0.3002', amount: 10 },
];
const setup = {
  accounts: [8, 2001, 3001, 3002].map((num) => ({ num, balance: 1 })),
  transactions: times.map((consensus_timestamp, at) => ({
    consensus_timestamp,
    payerAccountId: '0.0.2001',
    entity_id: '0.0.3001',
    type: 14,
    result: at === 1 ? 10 : 22,
    valid_start_timestamp: at === 0 ? -5 : 1,
    transfers,
    token_transfer_list: [{ account: '0.0.3002', token_id: '0.0.500', amount: 4 }],
  })),
  // Of the second the payer is the one of its transaction.
  entityTransactions: times.map((consensus_timestamp, at) => ({
    consensus_timestamp,
    entity_id: '0.0.3001',
    payer_account_id: at === 1 ? '0.0.2001' : '0.0.8',
    type: 14,
    result: at === 1 ? 10 : 22,
  })),
};

describe.each(backends)('transactions of an account on %s', (backend) => {
  let server: Running;
  beforeAll(async () => {
    server = await open(backend, setup);
    return server.close;
  });

  const timesOf = async (path: string) =>
    (await get(server, path)).body.transactions.map(
      (row: { consensus_timestamp: string }) => row.consensus_timestamp,
    );

  it.each([
    ['', shown],
    ['&limit=2', shown.slice(1)],
    ['&result=success', [shown[0], shown[2]]],
    ['&transactiontype=cryptotransfer', shown],
    [`&timestamp=${shown[0]}`, [shown[0]]],
  ])('keep their places with %j', async (further, wanted) => {
    const found = await timesOf(`/api/v1/transactions?account.id=3001${further}`);
    expect(found).toEqual(wanted.toReversed());
  });

  it('keep them below the account, in REST and in GraphQL, page by page', async () => {
    expect(await timesOf('/api/v1/accounts/0.0.3001')).toEqual(shown.toReversed());
    const { data } = await ask(
      server,
      `{ account(id: "0.0.3001") { transactions(first: 1) {
        nodes { consensusTimestamp } pageInfo { endCursor } } } }`,
    );
    const { nodes, pageInfo } = data.account.transactions;
    expect(nodes).toEqual([{ consensusTimestamp: shown[2] }]);
    const rest = await ask(
      server,
      `{ account(id: "0.0.3001") { transactions(first: 5, after: "${pageInfo.endCursor}") {
        nodes { consensusTimestamp } } } }`,
    );
    expect(rest.data.account.transactions.nodes.length).toBe(2);
  });

  it('show a start before the epoch as the number that it is', async () => {
    const { body } = await get(server, `/api/v1/transactions?timestamp=${shown[0]}`);
    expect(body.transactions[0]).toMatchObject({
      valid_start_timestamp: '-0.000000005',
      transaction_id: '0.0.2001--0-000000005',
    });
    const { data } = await ask(
      server,
      `{ transactions(filter: { timestamp: { eq: "${shown[0]}" } }) { nodes { validStartTimestamp } } }`,
    );
    expect(data.transactions.nodes).toEqual([{ validStartTimestamp: '-0.000000005' }]);
  });
});

it.each(engines)(
  'a transfer that names another payer gives its transaction a place on %s',
  async (engine) => {
    const { ledger, run, release } = await openChanging(engine, setup);
    // What names another payer is not shown, as in the reference, but it tells whose list this is.
    await run('update crypto_transfer set payer_account_id = 8');
    await run('update token_transfer set payer_account_id = 8');
    await release();
    const server = await serve(ledger);
    for (const search of ['account.id=3002', 'type=credit', 'account.id=3002&result=success']) {
      const { body } = await get(server, `/api/v1/transactions?order=asc&limit=1&${search}`);
      expect([search, body.transactions[0]?.consensus_timestamp]).toEqual([search, shown[0]]);
    }
    await server.close();
    await ledger.close();
  },
);
