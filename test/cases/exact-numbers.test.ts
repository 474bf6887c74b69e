// CASE-01 to CASE-03: every digit of an int64 in a row of the ledger reaches the client.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';

const most = '9223372036854775807';
const least = '-9223372036854775808';
const tokensOf = (id: string) =>
  `{ account(id: "${id}") { tokens(first: 5) { edges { node { tokenId balance } } } } }`;

describe.each(backends)('CASE-01 to CASE-03, int64 in rows on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    server = await open(backend, {
      accounts: [
        { num: 1001, balance: 0, ethereum_nonce: least, balance_timestamp: 5 },
        { num: 1002, balance: '31869085891081369', memo: `id ${most}` },
        { num: 1003, balance: '4611686018427387905', memo: '{"x":9007199254740993}' },
        { num: 1004, balance: 5, balance_timestamp: '9223372036854775802' },
      ],
      entityStakes: [{ id: 1002, end_stake_period: 9, pending_reward: '9007199254740993' }],
      tokens: [{ token_id: 2001, decimals: 0 }],
      tokenaccounts: [
        { account_id: 1001, token_id: 2001, balance: most, created_timestamp: 1 },
        { account_id: 1004, token_id: 2001, balance: most, created_timestamp: 1 },
        { account_id: 1004, token_id: 2002, balance: 7, created_timestamp: 1 },
      ],
      balances: [
        { timestamp: 1700000000000000001n, id: 2, balance: 1 },
        {
          timestamp: 1700000000000000001n,
          id: 1001,
          balance: most,
          tokens: [{ token_num: 2001, balance: most }],
        },
      ],
      cryptotransfers: [
        {
          consensus_timestamp: 1700000000000000002n,
          payerAccountId: 1001,
          nodeAccountId: 3,
          transfers: [
            { account: 1001, amount: least },
            { account: 1002, amount: most },
          ],
        },
      ],
    });
    return server.close;
  });

  it('keeps the greatest int64 as a token balance', async () => {
    const { text, status } = await ask(server, tokensOf('0.0.1001'));
    expect(status).toBe(200);
    expect(text).toContain(`{"tokenId":"0.0.2001","balance":"${most}"}`);
  });

  it('keeps the least int64, and the greatest in a snapshot', async () => {
    const { text } = await ask(
      server,
      `{ account(id: "0.0.1001") { ethereumNonce balance(at: "1700000001") {
        balance tokens(first: 1) { nodes { balance } } } } }`,
    );
    expect(text).toContain(`"ethereumNonce":"${least}"`);
    expect(text).toContain(`"balance":"${most}","tokens":{"nodes":[{"balance":"${most}"}]}`);
  });

  it('keeps the ends of int64 in the amounts of transfers', async () => {
    const response = await fetch(`${server.url}/api/v1/transactions?account.id=0.0.1001`);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain(`"account":"0.0.1001","amount":${least},`);
    expect(text).toContain(`"account":"0.0.1002","amount":${most},`);
  });

  it('keeps amounts above 2^53, and digits in text as they are', async () => {
    const { text, data } = await ask(
      server,
      `{ a: account(id: "0.0.1002") { balance { balance hbars } memo }
        b: account(id: "0.0.1003") { balance { balance hbars } memo } }`,
    );
    expect(text).toContain('"balance":"31869085891081369","hbars":"318690858.91081369"');
    expect(text).toContain('"balance":"4611686018427387905","hbars":"46116860184.27387905"');
    expect(data.a.memo).toBe(`id ${most}`);
    expect(data.b.memo).toBe('{"x":9007199254740993}');
  });

  it('keeps small and great int64 of one list apart', async () => {
    const { text, data } = await ask(
      server,
      `{ account(id: "0.0.1004") { balance { balance }
        tokens(first: 10) { edges { node { balance } } } } }`,
    );
    expect(data.account.balance).toEqual({ balance: '5' });
    expect(text).toContain(`[{"node":{"balance":"${most}"}},{"node":{"balance":"7"}}]`);
  });

  it('compares small and great int64 of one column', async () => {
    const { data } = await ask(
      server,
      `{ balances(filter: { account: { in: ["0.0.1001", "0.0.1004"] } }, order: ASC) {
        timestamp nodes { accountId balance tokens { nodes { balance } } } } }`,
    );
    expect(data.balances).toEqual({
      timestamp: '9223372036.854775802',
      nodes: [
        { accountId: '0.0.1001', balance: '0', tokens: { nodes: [{ balance: most }] } },
        {
          accountId: '0.0.1004',
          balance: '5',
          tokens: { nodes: [{ balance: most }, { balance: '7' }] },
        },
      ],
    });
  });
});
