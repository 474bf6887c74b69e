// Nested queries: equal answers on every ledger, in a number of calls that the rows do not multiply.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import { sampleIds } from '../../src/sample/sample.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import { counted, engines, openSample, remote, serve } from '../support/ledgers.js';
import { passOn, type Stub, startStub } from '../support/stub.js';

const servers = new Map<string, Server>();
let embedded: ReturnType<typeof counted>;
/** Stands between the remote ledger and the REST face, and writes the calls down. */
let proxy: Stub;

beforeAll(async () => {
  const ledgers: Ledger[] = [];
  const start = async (name: string, ledger: Ledger, calls = 200) => {
    ledgers.push(ledger);
    servers.set(name, await serve(ledger, { operation: { calls } }));
    return servers.get(name) as Server;
  };
  embedded = counted(await openSample('embedded'));
  const { url } = await start('embedded', embedded);
  if (engines.includes('PostgreSQL')) await start('PostgreSQL', await openSample('PostgreSQL'));
  await start('remote', remote(url));
  proxy = await startStub(passOn(url));
  await start('recorded', remote(proxy.url));
  await start('recorded, by 7', remote(proxy.url, { chunk: 7 }));
  await start('four statements', { ...embedded, close: async () => {} }, 4);
  return async () => {
    for (const server of [...servers.values()].reverse()) await server.close();
    for (const ledger of ledgers.reverse()) await ledger.close();
    await proxy.close();
  };
});

beforeEach(() => {
  embedded.calls.length = 0;
  proxy.reset();
});

// biome-ignore lint/suspicious/noExplicitAny: each query has a shape of its own
async function read(server: string, query: string): Promise<any> {
  const { data, errors } = await ask(servers.get(server) as Server, query);
  expect(errors).toEqual([]);
  return data;
}

/** The calls that a query makes of the SQL ledger. */
async function callsOf(query: string): Promise<readonly string[]> {
  embedded.calls.length = 0;
  await read('embedded', query);
  return [...embedded.calls];
}

const nested = (given: string) =>
  `{ balances(${given}) { timestamp pageInfo { hasNextPage endCursor } edges { cursor node { balance hbars account { id entityId memo evmAddress tokens(first: 5) { edges { node { balance amount relationship { kycStatus } token { name symbol decimals } } } } } } } } }`;

describe.each([
  ['first: 25'],
  ['first: 25, filter: { account: { lt: "0.0.1015" } }'],
  [`first: 25, filter: { account: { lt: "0.0.1015" } }, at: "${sampleIds.snapshots[1]}"`],
  ['first: 120, order: ASC'],
])('balances(%s) with accounts, tokens and relationships', (given) => {
  const query = nested(given);

  it.each([...engines, 'remote'])('are whole and equal on %s', async (server) => {
    const data = await read(server, query);
    expect(data).toEqual(await read('embedded', query));
    const { edges } = data.balances;
    expect(edges.length).toBeGreaterThanOrEqual(20);
    // biome-ignore lint/suspicious/noExplicitAny: the query is text
    expect(edges.every(({ node }: any) => typeof node.account.memo === 'string')).toBe(true);
  });

  /** Accounts and different tokens that an answer has. */
  async function sizes() {
    const { edges } = (await read('embedded', query)).balances;
    const tokens = new Set<string>();
    for (const { node } of edges) {
      for (const { node: held } of node.account.tokens.edges) tokens.add(held.token.name);
    }
    // No two tokens of the sample share a name.
    return { accounts: edges.length as number, tokens: tokens.size };
  }

  it('take four statements of a database at most', async () => {
    if (given.includes('120')) return;
    const { accounts, tokens } = await sizes();
    const calls = await callsOf(query);
    expect(calls.length).toBeLessThanOrEqual(4);
    expect(calls).toEqual([
      'page balances',
      `many account ×${accounts}`,
      `pages accountTokens ×${accounts}`,
      ...(tokens > 0 ? [`many tokens ×${tokens}`] : []),
    ]);
    expect(await read('four statements', query)).toEqual(await read('embedded', query));
  });

  it.each([
    ['recorded', 20],
    ['recorded, by 7', 7],
  ])('take the least calls of a mirror node, %s: ids by %i', async (server, chunk) => {
    const { accounts, tokens } = await sizes();
    await read(server, query);
    const paths = proxy.calls.map(({ path }) => path);
    const of = (wanted: RegExp) => paths.filter((path) => wanted.test(path)).length;
    expect({
      balances: of(/^\/api\/v1\/balances$/),
      accounts: of(/^\/api\/v1\/accounts$/),
      accountTokens: of(/^\/api\/v1\/accounts\/[\d.]+\/tokens$/),
      tokens: of(/^\/api\/v1\/tokens$/),
      all: paths.length,
    }).toEqual({
      balances: Math.ceil(accounts / 100),
      accounts: Math.ceil(accounts / chunk),
      accountTokens: accounts,
      tokens: Math.ceil(tokens / chunk),
      all:
        Math.ceil(accounts / 100) +
        Math.ceil(accounts / chunk) +
        accounts +
        Math.ceil(tokens / chunk),
    });
  });
});

describe('what a query does not select is not read', () => {
  it('no account where its id is enough', async () => {
    const ids = '{ balances(first: 25) { nodes { account { id entityId __typename } } } }';
    expect(await callsOf(ids)).toEqual(['page balances']);
    const more =
      '{ balances(first: 25) { nodes { account { id tokens(first: 1) { nodes { tokenId } } } } } }';
    expect(await callsOf(more)).toEqual(['page balances', 'pages accountTokens ×25']);
    const fragments = `{ balances(first: 3) { nodes { account { ...A } } } }
      fragment A on Account { id ... on Node { id } entityId }`;
    expect(await callsOf(fragments)).toEqual(['page balances']);
  });

  it('no token where its id is enough', async () => {
    const query = `{ account(id: "${sampleIds.fiftyTokens}") { tokens { nodes { token { entityId id } } } } }`;
    expect(await callsOf(query)).toEqual(['pages accountTokens ×1']);
  });

  it('no relationship of its own below the tokens of an account', async () => {
    const below = (fields: string) =>
      `{ account(id: "${sampleIds.fiftyTokens}") { tokens(first: 50) { nodes { balance ${fields} } } } }`;
    const all = 'decimals amount relationship { kycStatus freezeStatus createdTimestamp }';
    expect(await callsOf(below(all))).toEqual(await callsOf(below('')));
  });

  it('a skipped field', async () => {
    const query = '{ balances(first: 5) { nodes { account { id memo @skip(if: true) } } } }';
    expect(await callsOf(query)).toEqual(['page balances']);
  });
});

describe('lists below an object that is looked up', () => {
  const row = (num: number) => ({
    account: `0.0.${num}`,
    memo: `memo ${num}`,
    balance: { balance: num, timestamp: '1700000000.000000001', tokens: [] },
  });
  const held = { token_id: '0.0.77', serial_number: 1, account_id: '0.0.5' };
  const query = (ids: readonly number[]) =>
    `{ ${ids.map((id) => `a${id}: account(id: ${id}) { memo nfts(first: 5) { nodes { tokenId } } }`).join(' ')} }`;

  it('do not wait for it: it is answered only after they were asked for', async () => {
    let [listed, asked] = [Promise.resolve(), () => {}];
    const server = await openStub(
      ({ path }) => {
        if (path.endsWith('/nfts')) {
          asked();
          return { body: { nfts: [held], links: { next: null } } };
        }
        const body = { accounts: [row(5), row(6)], links: { next: null } };
        return {
          async send(response) {
            await listed;
            response.writeHead(200, { 'content-type': 'application/json' });
            response.end(JSON.stringify(path.endsWith('/accounts') ? body : row(5)));
          },
        };
      },
      {},
      { operation: { timeout: 3000 } },
    );
    // From the third time on the operation is prepared, and must not wait either.
    for (const ids of [[5], [5, 6], [5], [5, 6], [5], [5, 6], [5], [5, 6]]) {
      server.stub.reset();
      listed = new Promise((resolve) => {
        asked = resolve;
      });
      const { data, errors } = await ask(server, query(ids));
      expect(errors).toEqual([]);
      for (const id of ids) {
        expect(data[`a${id}`]).toEqual({
          memo: `memo ${id}`,
          nfts: { nodes: [{ tokenId: '0.0.77' }] },
        });
      }
      expect(server.stub.calls).toHaveLength(1 + ids.length);
    }
    await server.close();
  });

  it('are forgotten where there is no such object, and fail in their own place', async () => {
    const server = await openStub(
      ({ path }) => {
        if (path.endsWith('/nfts')) return { status: 500, body: {} };
        return path.endsWith('0.0.5') ? { body: row(5) } : undefined;
      },
      { retries: 0 },
    );
    for (let time = 1; time <= 4; time += 1) {
      const missing = await ask(server, query([9]));
      expect([missing.data, missing.errors]).toEqual([{ a9: null }, []]);
      const failing = await ask(server, query([5]));
      expect(failing.data.a5).toEqual({ memo: 'memo 5', nfts: null });
      expect(failing.errors.map(({ path, extensions }) => [path, extensions['code']])).toEqual([
        [['a5', 'nfts'], 'UPSTREAM_UNAVAILABLE'],
      ]);
    }
    await server.close();
  });
});

describe('what several fields ask for is read once', () => {
  it('one account under several aliases and spellings', async () => {
    const query = `{ a: account(id: "0.0.1001") { memo } b: account(id: "1001") { alias }
      c: account(id: "0.1001") { entityId memo } d: account(id: 1001) { memo }
      e: account(id: "0x00000000000000000000000000000000000003e9") { memo } }`;
    expect(await callsOf(query)).toEqual(['one account']);
    await read('recorded', query);
    expect(proxy.calls.map(({ url }) => url)).toEqual([
      '/api/v1/accounts/0.0.1001?transactions=false',
    ]);
  });

  it('creators and payers of schedules together, each once', async () => {
    const { schedules } = await read(
      'embedded',
      '{ schedules(last: 40) { nodes { creatorAccountId payerAccountId } } }',
    );
    type Ids = { creatorAccountId: string; payerAccountId: string };
    const ids = new Set(
      schedules.nodes.flatMap((row: Ids) => [row.creatorAccountId, row.payerAccountId]),
    );
    const query =
      '{ schedules(last: 40) { nodes { creatorAccount { memo } payerAccount { memo alias } } } }';
    expect(await callsOf(query)).toEqual(['page schedules', `many account ×${ids.size}`]);
  });

  it('relationships of one account in the rows of balances', async () => {
    const query = `{ balances(filter: { account: { eq: "${sampleIds.fiftyTokens}" } }) {
      nodes { tokens(first: 40) { nodes { relationship { kycStatus } } } } } }`;
    expect(await callsOf(query)).toEqual(['page balances', 'pages accountTokens ×1']);
  });
});

describe('tokens of a list', () => {
  const holder = (fields: string) =>
    `{ account(id: "${sampleIds.fiftyTokens}") { tokens(first: 50) { nodes { token { ${fields} } } } } }`;

  it('come out of the token list where its rows have all that is selected', async () => {
    const calls = await callsOf(holder('id name symbol decimals type metadata adminKey { key }'));
    expect(calls).toEqual(['pages accountTokens ×1', 'many tokens ×50']);
    await read('recorded', holder('name symbol'));
    expect(proxy.calls.filter(({ path }) => path === '/api/v1/tokens')).toHaveLength(3);
    expect(proxy.calls).toHaveLength(4);
  });

  it('are looked up where a property is selected that only the token itself has', async () => {
    for (const fields of [
      'memo',
      'name totalSupply',
      'treasury { id }',
      'customFees { fixed { units } }',
    ]) {
      const calls = await callsOf(holder(fields));
      expect(calls).toEqual(['pages accountTokens ×1', 'many token ×50']);
    }
    await read('recorded', holder('name memo'));
    expect(proxy.calls.filter(({ path }) => /tokens\/[\d.]+$/.test(path))).toHaveLength(50);
  });

  it('are not read again below the list that has them', async () => {
    expect(await callsOf('{ tokens(first: 30) { nodes { id name symbol type } } }')).toEqual([
      'page tokens',
    ]);
    expect(await callsOf('{ tokens(first: 30) { nodes { name memo pauseStatus } } }')).toEqual([
      'page tokens',
      'many token ×30',
    ]);
  });
});
