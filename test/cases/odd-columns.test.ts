// Columns that hold other than the importer writes: what else there is, is told.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { type Engine, engines, openChanging, serve } from '../support/ledgers.js';

const second = 1_000_000_000n;
const greatest = 2n ** 63n - 1n;

describe.each(engines)('odd columns on %s', (engine: Engine) => {
  let opened: Awaited<ReturnType<typeof openChanging>>;
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    opened = await openChanging(engine, {
      accounts: [
        { num: 2, balance: null, balance_timestamp: 5n * second },
        { num: 42, balance: null, balance_timestamp: 6n * second },
        { num: 1001, created_timestamp: -1n },
      ],
      transactions: [5n, 6n, 7n].map((at) => ({
        payerAccountId: 3,
        consensus_timestamp: at * second,
        max_custom_fees: [{ accountId: { accountNum: 7 }, fees: [{ amount: 9 }] }],
      })),
      contractlogs: [{ consensus_timestamp: greatest, contract_id: 9 }],
      contractresults: [{ consensus_timestamp: greatest, contract_id: 9 }],
      ethereumtransactions: [{ consensus_timestamp: greatest, payer_account_id: 102, type: 0 }],
      nfts: [
        {
          token_id: 2002,
          serial_number: 1,
          created_timestamp: 5n * second,
          timestamp_range: `[${6n * second},)`,
        },
        {
          token_id: 2002,
          serial_number: 1,
          created_timestamp: 5n * second,
          timestamp_range: `[${5n * second},${6n * second})`,
        },
      ],
    });
    await opened.run(
      `update transaction set max_custom_fees = array['\\x0a05'::bytea], nft_transfer = 'null'
        where consensus_timestamp = ${6n * second}`,
    );
    await opened.run("update ethereum_transaction set signature_v = ''");
    server = await serve(opened.ledger);
  });
  afterAll(async () => {
    await server?.close();
    await opened?.release();
    await opened?.ledger.close();
  });

  it('a limit of fees that can not be read is missing, and takes nothing along', async () => {
    const { data, errors } = await ask(
      server,
      '{ transactions(first: 3) { nodes { consensusTimestamp maxCustomFees { amount } } } }',
    );
    expect(data.transactions.nodes).toEqual([
      { consensusTimestamp: '7.000000000', maxCustomFees: [{ amount: '0.00000009' }] },
      { consensusTimestamp: '6.000000000', maxCustomFees: null },
      { consensusTimestamp: '5.000000000', maxCustomFees: [{ amount: '0.00000009' }] },
    ]);
    expect(errors).toMatchObject([
      {
        path: ['transactions', 'nodes', 1, 'maxCustomFees'],
        extensions: { code: 'UPSTREAM_BAD_DATA' },
      },
    ]);
  });

  it('a list of moved NFTs that is the null of JSON is an empty one', async () => {
    const { status, body } = await get(server, '/api/v1/tokens/2002/nfts/1/transactions');
    expect(status).toBe(200);
    expect(body.transactions).toHaveLength(2);
  });

  it('what a contract has done and logged at the last of all times is listed', async () => {
    for (const path of ['results', 'results/logs', '9/results/logs']) {
      const { body } = await get(server, `/api/v1/contracts/${path}`);
      expect((body.results ?? body.logs)[0].timestamp).toBe('9223372036.854775807');
    }
  });

  it('a signature of no bytes has no part v: the recovery id is told as where there is none', async () => {
    const { body } = await get(server, '/api/v1/contracts/results');
    expect(body.results[0]).toMatchObject({ type: 0, v: 1 });
  });

  it('what was created before the epoch has no transaction of that time', async () => {
    const query = '{ account(id: "0.0.1001") { createdTimestamp createTransaction { name } } }';
    const { data, errors } = await ask(server, query);
    expect([data.account, errors]).toEqual([
      { createdTimestamp: '-0.000000001', createTransaction: null },
      [],
    ]);
  });

  it('balances that are not known hold nothing back from the supply', async () => {
    expect((await get(server, '/api/v1/network/supply')).body).toMatchObject({
      released_supply: '5000000000000000000',
      timestamp: '6.000000000',
    });
  });
});
