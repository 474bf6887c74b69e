// CASE-07: an association that has ended is no holding, wherever tokens of an account are read.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';

describe.each(backends)('CASE-07, an ended association on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    const holding = { account_id: 1007, created_timestamp: 1, balance_timestamp: 9 };
    server = await open(backend, {
      accounts: [{ num: 1007, balance: 3 }],
      entities: [2001, 2002, 2003].map((num) => ({ num, type: 'TOKEN' })),
      tokens: [2001, 2002, 2003].map((token_id) => ({ token_id, decimals: 0 })),
      tokenaccounts: [
        { ...holding, token_id: 2001, balance: 0 },
        { ...holding, token_id: 2002, balance: 0, associated: false },
        { ...holding, token_id: 2003, balance: 12 },
      ],
    });
    return server.close;
  });

  const held = [
    { tokenId: '0.0.2001', balance: '0' },
    { tokenId: '0.0.2003', balance: '12' },
  ];

  it('is not among the tokens of the account, where a balance of zero is', async () => {
    const { data } = await ask(
      server,
      `{ account(id: "0.0.1007") {
        tokens { nodes { tokenId balance } pageInfo { hasNextPage } } } }`,
    );
    expect(data.account.tokens).toEqual({ nodes: held, pageInfo: { hasNextPage: false } });
  });

  it('is not among the tokens of its balance', async () => {
    const { data } = await ask(
      server,
      `{ balances(filter: { account: { eq: "1007" } }) {
        nodes { tokens { nodes { tokenId balance } } } } }`,
    );
    expect(data.balances.nodes).toEqual([{ tokens: { nodes: held } }]);
  });

  it('is null when it is asked for by its token, in one read with others', async () => {
    server.calls.length = 0;
    const { data, errors } = await ask(
      server,
      `{ account(id: "0.0.1007") { zero: token(id: "0.0.2001") { balance }
        ended: token(id: "0.0.2002") { balance } some: token(id: "0.0.2003") { balance } } }`,
    );
    expect(errors).toEqual([]);
    expect(data.account).toEqual({ zero: { balance: '0' }, ended: null, some: { balance: '12' } });
    expect(server.calls).toEqual(['one account', 'pages accountTokens ×1']);
  });

  it('is no holder of the token, and no token of the account in the list of tokens', async () => {
    const { data } = await ask(
      server,
      `{ tokens(filter: { account: "0.0.1007" }) { nodes { entityId } }
        ended: token(id: "0.0.2002") { balances { nodes { accountId } } }
        zero: token(id: "0.0.2001") { balances { nodes { accountId balance } } } }`,
    );
    expect(data.tokens.nodes).toEqual([{ entityId: '0.0.2001' }, { entityId: '0.0.2003' }]);
    expect(data.ended.balances.nodes).toEqual([]);
    expect(data.zero.balances.nodes).toEqual([{ accountId: '0.0.1007', balance: '0' }]);
  });
});
