// Rows in which the number 0 stands in the place of an entity: whatever leads to nobody is null, and nothing else fails.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';
import { get } from '../support/get.js';
import { engines } from '../support/ledgers.js';

const at = 5_000_000_001n;
const setup = {
  accounts: [{ num: 1001, balance: 1 }],
  transactions: [{ payerAccountId: 0, nodeAccountId: 0, entity_id: 0, consensus_timestamp: at }],
  nfts: [{ account_id: 0, token_id: 2002, serial_number: 1, created_timestamp: at }],
};

describe.each(backends)('on %s, a transaction that nobody pays for', (backend) => {
  let server: Running;
  beforeAll(async () => {
    server = await open(backend, setup);
    return () => server.close();
  });

  it('has an id that begins with 0.0.0, and leads to no account', async () => {
    const { data, errors } = await ask(
      server,
      `{ transactions(first: 1) { nodes { transactionId entityId nodeAccountId payerAccountId
        payerAccount { memo } nodeAccount { memo } children { id } duplicates { id } assessedCustomFees { units }
        contractResult { gasLimit } } } }`,
    );
    expect(errors).toEqual([]);
    const nobody = { entityId: null, nodeAccountId: null, payerAccountId: '0.0.0' };
    const nothing = { payerAccount: null, nodeAccount: null, contractResult: null };
    const none = { children: [], duplicates: [], assessedCustomFees: [] };
    expect(data.transactions.nodes).toEqual([
      { transactionId: '0.0.0-5-000000000', ...nobody, ...nothing, ...none },
    ]);
  });

  it('is found by that id, and named by it where it has made an NFT', async () => {
    const { data, errors } = await ask(
      server,
      `{ transaction(ref: "0.0.0@5.000000000") { consensusTimestamp }
        nft(token: "0.0.2002", serialNumber: 1) { account { memo } transactions(first: 1) { nodes { transactionId } } } }`,
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({
      transaction: { consensusTimestamp: '5.000000001' },
      nft: { account: null, transactions: { nodes: [{ transactionId: '0.0.0-5-000000000' }] } },
    });
    const { body } = await get(server, '/api/v1/transactions/0.0.0-5-000000000');
    expect(body.transactions).toHaveLength(1);
  });
});

describe.each(engines)('on %s, a balance of a token that is none', (engine) => {
  it('has a place beside all others, and only its token can not be named', async () => {
    const server = await open(engine, {
      ...setup,
      tokenaccounts: [0, 2001].map((token_id) => ({
        account_id: 1001,
        token_id,
        balance: token_id,
      })),
    });
    const { data, errors } = await ask(
      server,
      `{ balances(first: 1) { nodes { first: tokens(first: 1) { nodes { balance } }
        last: tokens(last: 1) { nodes { balance } } named: tokens(first: 5) { nodes { tokenId } } } } }`,
    );
    const [none, some] = [{ balance: '0' }, { balance: '2001' }];
    expect(data.balances.nodes).toEqual([
      { first: { nodes: [none] }, last: { nodes: [some] }, named: null },
    ]);
    const path = ['balances', 'nodes', 0, 'named', 'nodes', 0, 'tokenId'];
    expect(errors).toMatchObject([{ path, extensions: { code: 'UPSTREAM_BAD_RESPONSE' } }]);
    await server.close();
  });
});
