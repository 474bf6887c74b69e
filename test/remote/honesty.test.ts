// Honesty and freshness: what an answer says of itself, and reads right after a write.
import pino from 'pino';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { engines, openSample, remote, serve } from '../support/ledgers.js';
import { type Handler, startStub } from '../support/stub.js';

const query = '{ account(id: "0.0.5") { memo } }';
const kept = { 'cache-control': 'max-age=60', age: '3' };
const row = { account: '0.0.5', memo: 'm' };

type Options = NonNullable<Parameters<typeof serve>[1]>;

/** Sends a query with these headers; status, and the body as it came. */
async function send({ url }: Pick<Server, 'url'>, headers: Record<string, string>, text = query) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: text }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** A server over a mirror node of a test's own. */
async function open({ onTestFinished }: TestContext, handler: Handler, options: Options = {}) {
  const lines: Record<string, unknown>[] = [];
  const stub = await startStub(handler);
  const ledger = remote(stub.url);
  const write = (line: string) => void lines.push(JSON.parse(line));
  const server = await serve(ledger, { log: pino({ level: 'info' }, { write }), ...options });
  onTestFinished(async () => {
    await server.close();
    await ledger.close();
    await stub.close();
  });
  const asked = (headers: Record<string, string>, text?: string) => send(server, headers, text);
  return { stub, ledger, server, lines, asked };
}

const trace = { 'x-mirrorql-trace': '1' };

describe.concurrent('an answer', () => {
  it('says on request what it has cost, and nothing without', async (context) => {
    const { asked } = await open(context, () => ({ body: row, headers: kept }));
    const first = await asked(trace);
    expect(first.body.extensions.mirrorql).toEqual({
      ledger: 'ledger of a test',
      ...{ calls: 1, retries: 0, cached: 0, shared: 0, age: 3 },
    });
    const { mirrorql } = (await asked(trace)).body.extensions;
    expect(mirrorql).toMatchObject({ calls: 0, cached: 1 });
    expect(mirrorql.age).toBeGreaterThanOrEqual(3);
    expect((await asked({})).body).toEqual({ data: { account: { memo: 'm' } } });
    expect((await asked({ 'x-mirrorql-trace': '0' })).body.extensions).toBeUndefined();
  });

  it('says so always where that is the option, also of retries and of failures', async (context) => {
    const { asked } = await open(context, () => ({ status: 503, body: {} }), {
      graphql: { trace: true },
    });
    const { body } = await asked({});
    expect(body.errors).toHaveLength(1);
    expect(body.extensions.mirrorql).toMatchObject({ calls: 3, retries: 2 });
  });

  it('is one line in the log, which holds no query and no address', async (context) => {
    const { ledger, server, lines, asked } = await open(context, () => ({
      body: row,
      headers: kept,
    }));
    await asked({}, '{ account(id: "0.0.5") { memo } }');
    await fetch(`${server.url}/api/v1/accounts/0.0.5?transactions=false`);
    await context.expect.poll(() => lines.filter(({ msg }) => msg === 'answered')).toHaveLength(2);
    const [graphql, rest] = lines.filter(({ msg }) => msg === 'answered');
    const same = { ledger: ledger.description, status: 200, retries: 0, shared: 0 };
    expect(graphql).toMatchObject({ ...same, route: 'POST /graphql', calls: 1, cached: 0 });
    expect(rest).toMatchObject({ ...same, route: 'GET /api/v1/accounts/:id', calls: 0, cached: 1 });
    expect(JSON.stringify(lines)).not.toMatch(/0\.0\.5|memo/);
  });
});

describe.concurrent('a read that must be fresh', () => {
  it('goes past the cache, to each account by its id', async (context) => {
    const { stub, asked } = await open(context, ({ path }) => ({
      body: path.endsWith('/accounts')
        ? { accounts: [{ ...row, memo: 'list' }], links: { next: null } }
        : { ...row, account: path.split('/').at(-1) },
      headers: kept,
    }));
    const both = '{ a: account(id: "0.0.5") { memo } b: account(id: "0.0.6") { memo } }';
    await asked({}, both);
    await asked({}, both);
    expect(stub.calls).toHaveLength(1);
    const { body } = await asked({ ...trace, 'x-mirrorql-fresh': '1' }, both);
    expect(body.data).toEqual({ a: { memo: 'm' }, b: { memo: 'm' } });
    expect(body.extensions.mirrorql).toMatchObject({ calls: 2, cached: 0 });
    expect(stub.calls.slice(1).map(({ path }) => path)).toEqual([
      '/api/v1/accounts/0.0.5',
      '/api/v1/accounts/0.0.6',
    ]);
  });
});

describe.concurrent('a read that waits for an instant', () => {
  const wait = (instant: string) => ({ 'x-mirrorql-wait-for': instant });
  /** A server over a mirror node whose newest block ends at an instant that the test moves. */
  async function openMoving(context: TestContext) {
    let newest = '1700000000.000000001';
    const opened = await open(
      context,
      ({ path }) => ({
        headers: kept,
        body: path.endsWith('/blocks')
          ? {
              blocks: [{ number: 9, timestamp: { from: '1.0', to: newest } }],
              links: { next: null },
            }
          : row,
      }),
      { patience: 2000 },
    );
    const moveTo = (instant: string) => {
      newest = instant;
    };
    return { ...opened, moveTo };
  }

  it('is answered once the newest block ends there', async (context) => {
    const { stub, asked, moveTo } = await openMoving(context);
    const answer = asked(wait('1700000001.999999999'));
    // The first look, however late on a busy machine, finds the ledger not there.
    await vi.waitFor(() => expect(stub.calls).toHaveLength(1), { timeout: 8000, interval: 5 });
    moveTo('1700000002.000000000');
    expect((await answer).body).toEqual({ data: { account: { memo: 'm' } } });
    const paths = stub.calls.map(({ path }) => path);
    expect(paths.at(-1)).toBe('/api/v1/accounts/0.0.5');
    expect(paths.filter((path) => path.endsWith('/blocks')).length).toBeGreaterThan(1);
    for (const { headers } of stub.calls) expect(headers['cache-control']).toBe('no-cache');
  });

  it('is in vain where the newest block is of before the epoch', async (context) => {
    const { asked, moveTo } = await openMoving(context);
    moveTo('0.0000000-5');
    const { status } = await asked(wait('1700000001.000000000'));
    expect(status).toBe(504);
  });

  it('is answered at once where the ledger is there already', async (context) => {
    const { stub, asked } = await openMoving(context);
    await asked(wait('1700000000.000000001'));
    expect(stub.calls).toHaveLength(2);
  });

  it('looks at the newest block together with all others that wait', async (context) => {
    const { stub, asked, moveTo } = await openMoving(context);
    setTimeout(() => moveTo('1700000002.000000000'), 700);
    const many = Array.from({ length: 12 }, (_, at) =>
      asked({ ...trace, ...wait(`170000000${(at % 2) + 1}.5`) }),
    );
    const told = (await Promise.all(many)).map(({ status, body }) => ({ status, body }));
    const late = told.filter(({ status }) => status === 504);
    const costs = told.flatMap(({ body }) => body.extensions?.mirrorql ?? []);
    expect([late.length, costs.length]).toEqual([6, 6]);
    // Alone each would look once at the least, and those in vain four times.
    expect(stub.calls.filter(({ path }) => path.endsWith('/blocks')).length).toBeLessThan(12);
    // A look of one's own or of somebody else's, and the account.
    for (const { calls, shared } of costs) expect(calls + shared).toBeGreaterThanOrEqual(2);
  });

  it('is an error on both faces when that takes too long', async (context) => {
    const { stub, server, asked } = await openMoving(context);
    const { status, body } = await asked(wait('1700000000.000000002'));
    expect(status).toBe(504);
    expect(body.errors).toMatchObject([
      {
        message:
          'x-mirrorql-wait-for: the ledger has come to 1700000000.000000001 only, and not to 1700000000.000000002',
        extensions: { code: 'UPSTREAM_TIMEOUT', argument: 'x-mirrorql-wait-for', retryAfter: 1 },
      },
    ]);
    const rest = await fetch(`${server.url}/api/v1/accounts/0.0.5`, {
      headers: wait('1700000000.000000002'),
    });
    expect(rest.status).toBe(503);
    expect(stub.calls.every(({ path }) => path.endsWith('/blocks'))).toBe(true);
  });

  it('is refused for what is no timestamp, before any call', async (context) => {
    const { stub, asked } = await openMoving(context);
    for (const wrong of ['soon', '', '1.0000000001']) {
      const { status, body } = await asked(wait(wrong));
      expect(status, wrong).toBe(400);
      expect(body.errors[0].extensions).toEqual({
        code: 'BAD_USER_INPUT',
        argument: 'x-mirrorql-wait-for',
      });
    }
    expect(stub.calls).toHaveLength(0);
  });
});

describe.concurrent.each(engines)('the SQL ledger on %s', (engine) => {
  it('knows the same requests', async (context) => {
    const sample = await openSample(engine);
    const server = await serve(sample, { patience: 600 });
    context.onTestFinished(() => server.close());
    const asked = (headers: Record<string, string>, query?: string) => send(server, headers, query);
    const text = '{ blocks(first: 1) { nodes { timestamp { to } } } }';
    const newest = (await ask(server, text)).data.blocks.nodes[0].timestamp.to;
    const now = await asked({ ...trace, 'x-mirrorql-wait-for': newest }, text);
    expect(now.body.data.blocks.nodes[0].timestamp.to).toBe(newest);
    expect(now.body.extensions.mirrorql).toEqual({
      ledger: 'ledger of a test',
      ...{ calls: 2, retries: 0, cached: 0, shared: 0, age: 0 },
    });
    const later = await asked({ 'x-mirrorql-wait-for': '9999999999.000000000' }, text);
    expect(later.status).toBe(504);
    await sample.close();
  });
});
