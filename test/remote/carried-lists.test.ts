// Lists that come along with a look-up: one call for both, the same answer as of two, and neither for the other's sake.
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { type OnStub, openStub } from '../support/backends.js';
import { remote, serve } from '../support/ledgers.js';
import { sampleServer } from '../support/sample-server.js';
import { type Answer, passOn } from '../support/stub.js';

const row = 'nodes { id transactionId name chargedFee transfers { accountId tinybars } }';
const fields = `${row} edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`;

const face = sampleServer();
let server: OnStub;
/** What is wrong with calls that ask for an account together with its transactions. */
let trouble: Answer | undefined;

const isJoined = (url: string) => /accounts\/[^/]+\?limit=/.test(url);
/** Calls for the account and for transactions. */
const asked = () =>
  server.stub.calls
    .map(({ url }) => url.replace('/api/v1/', ''))
    .filter((url) => !/\/(tokens|nfts)/.test(url));

beforeAll(async () => {
  const passed = passOn(face.url);
  server = await openStub((call) => (trouble && isJoined(call.url) ? trouble : passed(call)), {
    cache: 0,
  });
  return server.close;
});
beforeEach(() => {
  trouble = undefined;
  server.stub.reset();
});

/** Under a condition: without one its row has them. */
const tokens = 'tokens(first: 1, filter: { token: { gt: "0.0.1" } }) { nodes { tokenId } }';
/** Other lists of the account, with which its transactions come along. */
const others = `${tokens} nfts(first: 1) { nodes { serialNumber } }`;
const ofAccount = (id: string, page: string) =>
  `account(id: "${id}") { memo ${others} transactions(${page}) { ${fields} } }`;
const read = (id: string, page: string) => ask(server, `{ ${ofAccount(id, page)} }`);

describe('an account and its transactions', () => {
  it('are one call, and what two calls and a database answer, however they are asked for', async () => {
    const accounts = fc
      .oneof(fc.integer({ min: 1001, max: 1030 }), fc.constantFrom(2, 98, 800, 5002, 999_999_999))
      .map((num) => `0.0.${num}`);
    const sizes = fc.oneof(fc.constantFrom(0, 1, 100, 101), fc.integer({ min: 1, max: 30 }));
    const pages = fc
      .tuple(
        fc.constantFrom('first', 'last'),
        sizes,
        fc.constantFrom('', ', order: ASC', ', order: DESC'),
      )
      .map(([end, size, order]) => `${end}: ${size}${order}`);
    let joined = 0;
    await fc.assert(
      fc.asyncProperty(accounts, pages, async (id, page) => {
        server.stub.reset();
        const together = await read(id, page);
        const urls = asked();
        if (urls.some(isJoined)) joined += 1;
        const apart = `{ account(id: "${id}") { memo ${others} }
          transactions(filter: { account: { eq: "${id}" } }, ${page}) { ${fields} } }`;
        server.stub.reset();
        const { data, errors } = await ask(server, apart);
        expect(errors).toEqual([]);
        // On a machine that is busy with something else, what comes along can be late.
        const isLate = urls.includes(`accounts/${id}?transactions=false`);
        if (!isLate) expect(urls.length).toBeLessThanOrEqual(asked().length);
        const { account, transactions } = data;
        expect(together.errors).toEqual([]);
        expect(together.data).toEqual({ account: account && { ...account, transactions } });
        expect(together.data).toEqual((await ask(face, `{ ${ofAccount(id, page)} }`)).data);
      }),
      { numRuns: 10 },
    );
    expect(joined).toBeGreaterThan(3);
  });

  it('go on by pages of the list', async () => {
    const { data } = await read('0.0.1001', 'first: 3');
    const { endCursor, hasNextPage } = data.account.transactions.pageInfo;
    expect(hasNextPage).toBe(true);
    expect(asked()).toEqual(['accounts/0.0.1001?limit=3&order=desc']);
    server.stub.reset();
    const next = await read('0.0.1001', `first: 3, after: "${endCursor}"`);
    expect(asked().sort()).toEqual([
      'accounts/0.0.1001?transactions=false',
      expect.stringMatching(
        /^transactions\?account\.id=0\.0\.1001&timestamp=lt:[\d.]+&limit=3&order=desc$/,
      ),
    ]);
    const whole = await read('0.0.1001', 'first: 6');
    expect([...data.account.transactions.nodes, ...next.data.account.transactions.nodes]).toEqual(
      whole.data.account.transactions.nodes,
    );
  });

  it('are two calls where there are conditions, two lists, or few others of the account', async () => {
    await read('0.0.1001', 'first: 3, filter: { type: { eq: CRYPTOTRANSFER } }');
    expect(asked()).toHaveLength(2);
    expect(asked().filter(isJoined)).toEqual([]);
    server.stub.reset();
    const both =
      'a: transactions(first: 2) { nodes { id } } b: transactions(first: 3) { nodes { id } }';
    const { data } = await ask(server, `{ account(id: "0.0.1001") { memo ${others} ${both} } }`);
    expect(data.account.b.nodes.slice(0, 2)).toEqual(data.account.a.nodes);
    expect(asked()).toHaveLength(2);
    for (const more of ['', tokens]) {
      server.stub.reset();
      const list = `transactions(first: 3) { ${fields} }`;
      await ask(server, `{ account(id: "0.0.1001") { memo ${more} ${list} } }`);
      expect(asked().sort()).toEqual([
        'accounts/0.0.1001?transactions=false',
        'transactions?account.id=0.0.1001&limit=3&order=desc',
      ]);
    }
  });

  it('are one call still where a client has left before the answer came', async () => {
    const id = '0.0.1021';
    trouble = { delay: 1500, body: {} };
    const leaving = new AbortController();
    const left = fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ ${ofAccount(id, 'first: 2')} }` }),
      signal: leaving.signal,
    }).catch(() => null);
    await expect.poll(() => asked().filter(isJoined)).toHaveLength(1);
    leaving.abort();
    await left;
    await sleep(50);
    trouble = undefined;
    server.stub.reset();
    await read(id, 'first: 3');
    expect(asked()).toEqual([`accounts/${id}?limit=3&order=desc`]);
  });

  it.each([
    ['is slow', '0.0.1002', { delay: 6_000, status: 503, body: {} }, 1],
    ['fails', '0.0.1003', { status: 503, body: {} }, 3],
  ])(
    'of which the list %s are asked for apart, and the next time at once',
    async (_how, id, answer, tries) => {
      trouble = answer;
      for (const joined of [Array(tries).fill(`accounts/${id}?limit=3&order=desc`), []]) {
        server.stub.reset();
        const began = Date.now();
        const { data, errors } = await read(id, 'first: 3');
        expect(Date.now() - began).toBeLessThan(5_000);
        expect(errors).toEqual([]);
        expect(data).toEqual((await ask(face, `{ ${ofAccount(id, 'first: 3')} }`)).data);
        const apart = [
          `accounts/${id}?transactions=false`,
          `transactions?account.id=${id}&limit=3&order=desc`,
        ];
        expect(asked().sort()).toEqual([...joined, ...apart].sort());
      }
    },
  );

  it('of which the list does not come along: it is asked for by itself', async () => {
    const alone = await (
      await fetch(`${face.url}/api/v1/accounts/0.0.1001?transactions=false`)
    ).json();
    const { transactions: _left, ...account } = alone as { transactions: unknown };
    trouble = { body: account };
    const { data, errors } = await read('0.0.1001', 'first: 3');
    expect(errors).toEqual([]);
    expect(data.account.transactions.nodes).toHaveLength(3);
    expect(asked()).toEqual([
      'accounts/0.0.1001?limit=3&order=desc',
      'transactions?account.id=0.0.1001&limit=3&order=desc',
    ]);
  });

  it('that can not be believed are not kept, whatever they say of their age', async () => {
    const keeping = remote(server.stub.url);
    const own = await serve(keeping);
    const query = `{ ${ofAccount('0.0.1001', 'first: 3')} }`;
    const other = await (await fetch(`${face.url}/api/v1/accounts/0.0.1002?limit=3`)).json();
    // From the first answer on that says an age, answers of the route may be kept.
    for (const _time of [1, 2]) {
      trouble = { body: other as object, headers: { 'cache-control': 'public, max-age=600' } };
      const { errors } = await ask(own, query);
      expect(errors[0]?.extensions).toMatchObject({ code: 'UPSTREAM_BAD_RESPONSE' });
    }
    trouble = undefined;
    expect(await ask(own, query)).toMatchObject({
      errors: [],
      data: (await ask(face, query)).data,
    });
    await own.close();
    await keeping.close();
  });
});
