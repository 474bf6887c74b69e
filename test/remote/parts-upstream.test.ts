// Answers in parts over a mirror node: what is ready comes first, and what is not wanted any more is not asked.
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import { makeMetrics } from '../../src/operating/metrics.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { holdAnswers } from '../support/held-answers.js';
import { remote, serve } from '../support/ledgers.js';
import { allParts, askInParts, type Delivery, merged } from '../support/parts.js';
import { type Handler, ledgerStub, type Stub, startStub } from '../support/stub.js';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const rows = ledgerStub({
  accounts: range(1001, 1010).map((num) => ({
    account: `0.0.${num}`,
    staked_account_id: `0.0.${num + 5}`,
    memo: `memo ${num}`,
    balance: { balance: num, timestamp: '1700000000.000000001', tokens: [] },
  })),
  accountTokens: {
    '0.0.1001': range(2001, 2250).map((num) => ({ token_id: `0.0.${num}`, balance: num })),
  },
  schedules: [{ schedule_id: '0.0.3001', memo: 'later', creator_account_id: '0.0.1001' }],
});

// Under a condition, since a first page without one comes with the account.
const account = `query Parts {
  account(id: "0.0.1001") {
    memo
    balance { balance }
    ... @defer(label: "tokens") { tokens(first: 2, filter: { token: { gt: "0.0.1" } }) { nodes { tokenId } } }
    ... @defer(label: "schedules") { schedules(first: 1) { nodes { memo } } }
  }
}`;

let stub: Stub;
let ledger: Ledger;
let server: Server;
const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const { held, left, holding, release, reset } = holdAnswers(rows);
const slowLists = holding((path) => /(tokens|schedules)$/.exec(path)?.[1]);

async function open(handler: Handler, options: Parameters<typeof serve>[1] = {}) {
  stub = await startStub(handler);
  ledger = remote(stub.url);
  server = await serve(ledger, { log, ...options });
}

/** A client that has left connects anew, to ask for nothing: not to be waited for. */
const noWait = { closeWithin: 100 };

beforeEach(() => {
  reset();
  lines.length = 0;
});
afterEach(async () => {
  await server.close();
  await ledger.close();
  await stub.close();
});

const next = async (deliveries: AsyncGenerator<Delivery>) =>
  (await deliveries.next()).value as Delivery;
const labels = ({ incremental = [] }: Delivery) => incremental.map(({ label }) => label);
/** What the log says of the only operation, once it has ended. */
async function logged() {
  const ended = () => lines.filter((line) => /"answered( with a failure)?"/.test(line));
  await expect.poll(() => ended().length).toBe(1);
  return JSON.parse(ended()[0] as string);
}

describe('an account with deferred lists', () => {
  it('comes before them, and they come as they are ready', async () => {
    await open(slowLists);
    const { deliveries } = await askInParts(server, account);
    expect(await next(deliveries)).toEqual({
      data: { account: { memo: 'memo 1001', balance: { balance: '1001' } } },
      hasNext: true,
    });
    // They were asked for at once, and not when the first part had gone.
    await expect.poll(() => [...held.keys()].sort()).toEqual(['schedules', 'tokens']);
    expect(lines.join('')).not.toContain('"answered"');
    await release('schedules');
    expect(labels(await next(deliveries))).toEqual(['schedules']);
    await release('tokens');
    const last = await next(deliveries);
    expect(last).toEqual({
      incremental: [
        {
          label: 'tokens',
          path: ['account'],
          data: { tokens: { nodes: [{ tokenId: '0.0.2001' }, { tokenId: '0.0.2002' }] } },
        },
      ],
      hasNext: false,
    });
    expect((await deliveries.next()).done).toBe(true);
    expect(stub.calls).toHaveLength(3);
    expect(await logged()).toMatchObject({ operation: 'Parts', status: 200, calls: 3, codes: [] });
  });

  it('says what all of it has cost in its last part', async () => {
    await open(rows);
    const all = await allParts(server, account, { headers: { 'x-mirrorql-trace': '1' } });
    expect(all.slice(0, -1).filter(({ extensions }) => extensions)).toEqual([]);
    expect(all.at(-1)?.extensions).toMatchObject({ mirrorql: { calls: 3 } });
  });

  it('stands when one of them fails, whose part brings the error and its code', async () => {
    await open((call) => (call.path.endsWith('tokens') ? { status: 503 } : rows(call)));
    const all = await allParts(server, account);
    const { data, errors } = merged(all);
    expect(data).toEqual({
      account: {
        memo: 'memo 1001',
        balance: { balance: '1001' },
        tokens: null,
        schedules: { nodes: [{ memo: 'later' }] },
      },
    });
    expect(all[0]?.errors).toBeUndefined();
    expect(errors).toEqual([
      expect.objectContaining({
        path: ['account', 'tokens'],
        extensions: { code: 'UPSTREAM_UNAVAILABLE', upstreamStatus: 503 },
      }),
    ]);
    expect(JSON.stringify(all)).not.toContain('127.0.0.1');
    expect(await logged()).toMatchObject({ status: 200, codes: ['UPSTREAM_UNAVAILABLE'] });
  });

  it('tells nothing of an error that nobody has foreseen', async () => {
    await open(rows);
    const secret = 'select * from the_table at db.internal';
    const broken: Ledger = {
      ...ledger,
      async pages() {
        throw new Error(secret);
      },
    };
    const other = await serve(broken);
    const all = await allParts(other, account);
    expect(merged(all).errors).toEqual([
      {
        message: 'Internal error',
        path: ['account', 'tokens'],
        locations: [{ line: 5, column: 35 }],
        extensions: { code: 'INTERNAL' },
      },
    ]);
    expect(JSON.stringify(all)).not.toContain('internal"');
    await other.close();
  });

  it('ends at the deadline, with an error for what has not come', async () => {
    await open(slowLists, { operation: { timeout: 400 } });
    const { deliveries } = await askInParts(server, account);
    const all = [await next(deliveries)];
    await release('schedules');
    for await (const one of deliveries) all.push(one);
    const { data, errors } = merged(all);
    expect(data.account).toMatchObject({ memo: 'memo 1001', tokens: null });
    expect(data.account.schedules.nodes).toHaveLength(1);
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_TIMEOUT']);
    expect(all.at(-1)?.hasNext).toBe(false);
    await expect.poll(() => left).toEqual(['tokens']);
  });

  it('ends on the wire when its client leaves', async () => {
    const metrics = makeMetrics();
    await open(slowLists, { ...noWait, metrics });
    const leaving = new AbortController();
    const { deliveries } = await askInParts(server, account, { signal: leaving.signal });
    await next(deliveries);
    await expect.poll(() => held.size).toBe(2);
    leaving.abort();
    await expect(next(deliveries)).rejects.toThrow();
    await expect.poll(() => left.sort()).toEqual(['schedules', 'tokens']);
    // This very request is the only one that still runs.
    const page = await (await fetch(`${server.url}/metrics`)).text();
    expect(page).toMatch(/^mirrorql_requests_running 1$/m);
  });

  it('is finished by a server that closes', async () => {
    await open(slowLists);
    const { deliveries } = await askInParts(server, account);
    await next(deliveries);
    let isClosed = false;
    const closing = server.close().then(() => {
      isClosed = true;
    });
    await release('schedules');
    expect(labels(await next(deliveries))).toEqual(['schedules']);
    expect(isClosed).toBe(false);
    await release('tokens');
    expect((await next(deliveries)).hasNext).toBe(false);
    await closing;
  });
});

describe('deferred fragments of many rows', () => {
  const query = (mark: string) =>
    `{ accounts(first: 5) { nodes { entityId ${mark} { stakedAccount { memo } } } } }`;

  it('make the calls that they make without @defer', async () => {
    await open(rows);
    await ask(server, query('...'));
    const urls = stub.calls.map(({ url }) => url);
    stub.reset();
    const all = await allParts(server, query('... @defer'));
    expect(urls).toHaveLength(2);
    expect(stub.calls.map(({ url }) => url)).toEqual(urls);
    expect(all.flatMap(({ incremental = [] }) => incremental)).toHaveLength(5);
  });
});

describe('a streamed list of several pages', () => {
  const pageOf = (url: string) => /token\.id=gt:0\.0\.(\d+)/.exec(decodeURIComponent(url))?.[1];
  const query = `{ account(id: "0.0.1001") { tokens(first: 230) {
    edges @stream(initialCount: 3) { node { tokenId } }
    ... @defer { pageInfo { hasNextPage endCursor } } } } }`;
  const ids = (from: number, to: number) =>
    range(from, to).map((num) => ({ node: { tokenId: `0.0.${num}` } }));

  it('gives out each page when it is read', async () => {
    await open(holding((_path, url) => pageOf(url)));
    const { deliveries } = await askInParts(server, query);
    const all = [await next(deliveries)];
    expect(all[0]?.data.account.tokens.edges).toEqual(ids(2001, 2003));
    const edges = () => merged(all).data.account.tokens.edges;
    while (edges().length < 100) all.push(await next(deliveries));
    await expect.poll(() => [...held.keys()]).toEqual(['2100']);
    await release('2100');
    while (edges().length < 200) all.push(await next(deliveries));
    await expect.poll(() => [...held.keys()]).toEqual(['2100', '2200']);
    await release('2200');
    for await (const one of deliveries) all.push(one);
    expect(edges()).toEqual(ids(2001, 2230));
    stub.reset(rows);
    const whole = await ask(server, query.replace(/@\w+(\([^)]*\))?/g, ''));
    expect(merged(all).data).toEqual(whole.data);
  });

  it('makes no more calls than are needed', async () => {
    await open(rows);
    await allParts(server, query);
    const limits = stub.calls.map(({ query: sent }) => sent.get('limit'));
    expect(limits).toEqual(['100', '100', '30']);
  });

  it('asks for no further page when its client leaves', async () => {
    await open(
      holding((_path, url) => pageOf(url)),
      noWait,
    );
    const leaving = new AbortController();
    const { deliveries } = await askInParts(server, query, { signal: leaving.signal });
    await next(deliveries);
    await expect.poll(() => [...held.keys()]).toEqual(['2100']);
    leaving.abort();
    await expect.poll(() => left).toEqual(['2100']);
    expect([...held.keys()]).toEqual(['2100']);
  });

  it('keeps what has come when a later page fails', async () => {
    await open((call) => (pageOf(call.url) === '2200' ? { status: 503 } : rows(call)));
    const all = await allParts(server, query);
    const { data, errors } = merged(all);
    expect(errors).toEqual([]);
    expect(data.account.tokens.edges).toEqual(ids(2001, 2200));
    expect(data.account.tokens.pageInfo.hasNextPage).toBe(true);
    // Said once, in the part after which there is no more.
    expect(all.flatMap(({ extensions }) => extensions?.['warnings'] ?? [])).toEqual([
      expect.objectContaining({ path: ['account', 'tokens'], code: 'UPSTREAM_UNAVAILABLE' }),
    ]);
  });

  it('says where to go on when the operation may read no more', async () => {
    await open(rows, { operation: { calls: 2 } });
    const { data, errors } = merged(await allParts(server, query));
    expect(errors).toEqual([]);
    expect(data.account.tokens.edges).toEqual(ids(2001, 2200));
    expect(data.account.tokens.pageInfo.hasNextPage).toBe(true);
    const rest = await ask(
      server,
      `{ account(id: "0.0.1001") { tokens(first: 1, after: "${data.account.tokens.pageInfo.endCursor}") { edges { node { tokenId } } } } }`,
    );
    expect(rest.data.account.tokens.edges).toEqual(ids(2201, 2201));
  });

  it('is an error as a whole when its first page fails', async () => {
    await open((call) => (call.path.endsWith('tokens') ? { status: 503 } : rows(call)));
    const [{ data, errors } = {}, ...more] = await allParts(server, query);
    expect([data, more]).toEqual([{ account: { tokens: null } }, []]);
    expect(errors).toHaveLength(1);
  });
});
