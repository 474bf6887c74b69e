// A condition on the amount is about the balance of that time, and never brings up an older one.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';
import { get } from '../support/get.js';

const at = '1566560003.000000000';
const early = 1566560001000000000n;
const late = 1566560003000000000n;

describe.each(backends)('a balance at an instant on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    const row = (timestamp: bigint, id: number, balance: number, token: number) => ({
      timestamp,
      id,
      balance,
      tokens: [{ token_num: 500, balance: token }],
    });
    server = await open(backend, {
      accounts: [17, 18, 19].map((num) => ({ num, balance: 1 })),
      tokens: [{ token_id: '0.0.500', symbol: 'T', name: 'Token' }],
      balances: [
        { timestamp: early, id: 2, balance: 1 },
        row(early, 17, 70, 7),
        row(early, 18, 5, 50),
        row(early, 19, 80, 8),
        { timestamp: late, id: 2, balance: 1 },
        row(late, 17, 7, 70),
        row(late, 18, 50, 5),
      ],
    });
    return server.close;
  });

  const ids = '{ in: ["0.0.17", "0.0.18", "0.0.19"] }';
  it.each([
    ['gt: 60', ['80']],
    ['gt: 6', ['80', '50', '7']],
    ['lt: 10', ['7']],
    ['eq: 70', []],
    ['ne: 50', ['80', '7']],
  ])('meets balance: { %s } by its newest row', async (condition, balances) => {
    const filter = `{ account: ${ids}, balance: { ${condition} } }`;
    const { data, errors } = await ask(
      server,
      `{ balances(at: "${at}", filter: ${filter}) { nodes { balance } } }`,
    );
    expect(errors).toEqual([]);
    expect(data.balances.nodes).toEqual(balances.map((balance) => ({ balance })));
  });

  it('of a single account is none where only an older one meets the condition', async () => {
    const filter = '{ account: { eq: "0.0.17" }, balance: { gt: 60 } }';
    const { data } = await ask(
      server,
      `{ balances(at: "${at}", filter: ${filter}) { nodes { balance } } }`,
    );
    expect(data.balances.nodes).toEqual([]);
  });

  it('meets it in REST too, page by page in both orders', async () => {
    for (const [order, wanted] of [
      ['asc', ['0.0.18', '0.0.19']],
      ['desc', ['0.0.19', '0.0.18']],
    ] as const) {
      const found: string[] = [];
      let path: string | null =
        `/api/v1/balances?timestamp=${at}&account.balance=gt:8&limit=1&order=${order}`;
      while (path !== null) {
        const { body } = await get(server, path);
        found.push(...body.balances.map(({ account }: { account: string }) => account));
        path = body.links.next;
      }
      expect(found).toEqual(wanted);
    }
  });

  it('of a token is compared in the same way', async () => {
    const { body } = await get(
      server,
      `/api/v1/tokens/0.0.500/balances?timestamp=${at}&account.balance=lt:10&limit=2`,
    );
    expect(body.balances.map((row: { balance: number }) => row.balance)).toEqual([8, 5]);
  });
});
