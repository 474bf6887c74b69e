// CASE-01 and CASE-02: every digit of an int64 in a mirror node's body reaches the client.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';

const most = '9223372036854775807';
const least = '-9223372036854775808';
const tokensOf = (id: string) =>
  `{ account(id: "${id}") { tokens(first: 5) { edges { node { tokenId balance } } } } }`;

describe('CASE-01 and CASE-02, int64 in raw bodies of a stub', () => {
  const memo = '"id 9223372036854775807 {\\"x\\":9007199254740993}"';
  const account = (id: string, tinybars: string, reward: string) =>
    `{"account":"${id}","memo":${memo},"pending_reward":${reward},"balance":
      {"balance":${tinybars},"timestamp":"1700000000.000000001","tokens":[]}}`;
  const first = account('0.0.1002', '31869085891081369', '9007199254740993');
  const second = account('0.0.1003', '4611686018427387905', least);
  const bodies: Readonly<Record<string, string>> = {
    '/api/v1/balances': `{"timestamp":"1700000000.000000001","balances":[{"account":"0.0.1001",
      "balance":0,"tokens":[{"token_id":"0.0.2001","balance":${most}}]}],"links":{"next":null}}`,
    '/api/v1/accounts/0.0.1001': account('0.0.1001', '0', '0'),
    '/api/v1/accounts/0.0.1001/tokens': `{"tokens":[{"token_id":"0.0.2001","balance":${most},
      "decimals":0,"automatic_association":false,"created_timestamp":"1.000000001",
      "freeze_status":"NOT_APPLICABLE","kyc_status":"NOT_APPLICABLE"}],"links":{"next":null}}`,
    '/api/v1/accounts/0.0.1002': first,
    '/api/v1/accounts': `{"accounts":[${first},${second}],"links":{"next":null}}`,
  };
  let server: Awaited<ReturnType<typeof openStub>>;

  beforeAll(async () => {
    server = await openStub(({ path }) => (bodies[path] ? { body: bodies[path] } : undefined));
    return server.close;
  });

  it('keeps the greatest int64 as a token balance, of the account and in a row', async () => {
    const held = await ask(server, tokensOf('0.0.1001'));
    expect(held.text).toContain(`{"tokenId":"0.0.2001","balance":"${most}"}`);
    const row = await ask(server, '{ balances { nodes { tokens { nodes { balance } } } } }');
    expect(row.text).toContain(`"nodes":[{"balance":"${most}"}]`);
  });

  it('keeps amounts above 2^53 of one account, and of several', async () => {
    const fields = '{ balance { balance } pendingReward memo }';
    const one = await ask(server, `{ account(id: "0.0.1002") ${fields} }`);
    const two = await ask(
      server,
      `{ a: account(id: "0.0.1002") ${fields} b: account(id: "0.0.1003") ${fields} }`,
    );
    const amounts = '"balance":{"balance":"31869085891081369"},"pendingReward":"9007199254740993"';
    const expected = `{${amounts},"memo":${memo}}`;
    expect(one.text).toContain(`"account":${expected}`);
    expect(two.text).toContain(`"a":${expected}`);
    expect(two.text).toContain(
      `"b":{"balance":{"balance":"4611686018427387905"},"pendingReward":"${least}","memo":${memo}}`,
    );
  });
});
