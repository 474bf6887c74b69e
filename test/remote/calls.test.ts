// The fewest calls: what is shared, what is kept, and what is left out of a call.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { account, accounts } from '../../src/contract/resources/accounts.js';
import { blocks } from '../../src/contract/resources/blocks.js';
import type { Ledger } from '../../src/ledger.js';
import { type RunningOperation, startOperation } from '../../src/operation.js';
import { type RemoteOptions, remoteLedger } from '../../src/remote/remote.js';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import { type Answer, ledgerStub, type Stub, startStub } from '../support/stub.js';

const none = { filters: [] };
const limits = { timeout: 5000, calls: 20 };
const item = { account: '0.0.5', memo: 'x' };

let stub: Stub;
let ledger: Ledger;
let operations: RunningOperation[];

const open = (options: Partial<RemoteOptions> = {}) =>
  remoteLedger({ upstream: stub.url, ...options });
function start(more: { fresh?: boolean; calls?: number } = {}): RunningOperation {
  const operation = startOperation({ ...limits, ...more }, more);
  operations.push(operation);
  return operation;
}
const read = (operation = start()) => ledger.one(account, '0.0.5', none, operation);
const answers = (answer: Answer) => stub.reset(() => answer);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

beforeEach(async () => {
  operations = [];
  stub = await startStub(() => ({ body: item }));
  ledger = open();
});
afterEach(async () => {
  for (const operation of operations) operation.end();
  await ledger.close();
  await stub.close();
});

describe('the same call of several operations', () => {
  it('is made once while it is under way, and counted where it was made', async () => {
    answers({ body: item, delay: 100 });
    const several = Array.from({ length: 10 }, () => start());
    expect(await Promise.all(several.map(read))).toEqual(several.map(() => item));
    expect(stub.calls).toHaveLength(1);
    expect(several.map(({ usage }) => usage.calls)).toEqual([1, ...Array(9).fill(0)]);
    expect(several.map(({ usage }) => usage.shared)).toEqual([0, ...Array(9).fill(1)]);
    await read();
    expect(stub.calls).toHaveLength(2);
  });

  it('is not lost when the client leaves for whom it was made', async () => {
    answers({ body: item, delay: 200 });
    const [first, second] = [start(), start()];
    const lost = read(first);
    const kept = read(second);
    setTimeout(() => first.end('client left'), 50);
    await expect(lost).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(await kept).toEqual(item);
    expect(stub.calls).toHaveLength(1);
  });

  it('ends when the last client has left, and the next one makes its own', async () => {
    let aborted = 0;
    answers({
      send: (response) => {
        response.on('close', () => {
          aborted += 1;
        });
      },
    });
    const several = [start(), start()];
    const lost = several.map(read);
    await pause(50);
    for (const operation of several) operation.end('client left');
    expect((await Promise.allSettled(lost)).map(({ status }) => status)).toEqual(
      Array(2).fill('rejected'),
    );
    await expect.poll(() => aborted).toBe(1);
    answers({ body: item });
    expect(await read()).toEqual(item);
  });

  it('is tried again on the account of one that has a call left', async () => {
    let calls = 0;
    stub.reset(() => (calls++ === 0 ? { status: 503, body: {}, delay: 50 } : { body: item }));
    const [poor, rich] = [start({ calls: 1 }), start()];
    expect(await Promise.all([read(poor), read(rich)])).toEqual([item, item]);
    expect([poor.usage, rich.usage]).toMatchObject([
      { calls: 1, retries: 0 },
      { calls: 1, retries: 1 },
    ]);
  });

  it('fails with its own error where nobody can pay for another try', async () => {
    answers({ status: 503, body: {} });
    await expect(read(start({ calls: 1 }))).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      detail: { upstreamStatus: 503 },
    });
    expect(stub.calls).toHaveLength(1);
  });
});

describe('an answer', () => {
  const kept = { 'cache-control': 'public, max-age=60' };

  it('is kept as long as its headers allow, costs nothing then, and tells its age', async () => {
    answers({ body: item, headers: { ...kept, age: '7' } });
    await read();
    const operation = start({ calls: 0 });
    expect(await read(operation)).toEqual(item);
    expect(stub.calls).toHaveLength(1);
    expect(operation.usage).toMatchObject({ calls: 0, cached: 1 });
    expect(operation.usage.age).toBeGreaterThanOrEqual(7);
    expect(operation.usage.age).toBeLessThan(20);
  });

  it('is not kept without such headers, nor where it must not be, nor when switched off', async () => {
    for (const headers of [{}, { 'cache-control': 'no-store' }, { 'cache-control': 'private' }]) {
      answers({ body: item, headers });
      await read();
      await read();
      expect(stub.calls, JSON.stringify(headers)).toHaveLength(2);
    }
    await ledger.close();
    ledger = open({ cache: 0 });
    answers({ body: item, headers: kept });
    await read();
    await read();
    expect(stub.calls).toHaveLength(2);
  });

  it('is kept from the second on that may be, where none before it said so', async () => {
    answers({ body: item });
    await read();
    answers({ body: item, headers: kept });
    for (let time = 0; time < 4; time += 1) await read();
    expect(stub.calls).toHaveLength(2);
    // What says nothing of its age in between, such as an answer of a proxy, changes nothing.
    answers({ status: 503, body: {} });
    await read();
    expect(stub.calls).toHaveLength(0);
  });

  it('that is stale is asked for by its tag, and is as good as new when that still holds', async () => {
    stub.reset(({ headers }) => {
      const more = { 'cache-control': 'max-age=0', etag: '"v1"' };
      return headers['if-none-match'] === '"v1"'
        ? { status: 304, headers: more, body: '' }
        : { body: item, headers: more };
    });
    await read();
    const operation = start();
    expect(await read(operation)).toEqual(item);
    expect(stub.calls.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"']);
    expect(operation.usage).toMatchObject({ calls: 1, cached: 0, age: 0 });
  });

  it('is read anew by an operation that wants it fresh, and kept from then on', async () => {
    answers({ body: item, headers: kept });
    await read();
    answers({ body: { ...item, memo: 'new' }, headers: kept });
    expect(await read(start())).toEqual(item);
    expect(await read(start({ fresh: true }))).toMatchObject({ memo: 'new' });
    expect(stub.calls).toHaveLength(1);
    expect(stub.calls[0]?.headers['cache-control']).toBe('no-cache');
    expect(await read(start())).toMatchObject({ memo: 'new' });
  });

  it('that must be fresh is not one that was asked for before', async () => {
    answers({ body: item, delay: 100 });
    const before = read();
    await pause(20);
    await Promise.all([before, read(start({ fresh: true }))]);
    expect(stub.calls).toHaveLength(2);
  });

  it('that is a failure is never kept, whatever it says of itself', async () => {
    for (const status of [429, 500, 503]) {
      await ledger.close();
      ledger = open({ retries: 0 });
      answers({ status, body: {}, headers: { ...kept, 'retry-after': '0' } });
      await expect(read()).rejects.toBeInstanceOf(Error);
      answers({ body: item });
      expect(await read()).toEqual(item);
    }
    const html = { ...kept, 'content-type': 'text/html' };
    for (const lie of [
      { status: 404, body: '<html>', headers: html },
      { status: 302, body: '', headers: { ...kept, location: '/' } },
      { status: 404, body: { error: 'no such route' }, headers: kept },
      { status: 400, body: {}, headers: kept },
      { body: '[]', headers: kept },
      { body: { account: '0.0.404' }, headers: kept },
    ]) {
      answers(lie);
      await expect(read(start({ calls: 1 }))).rejects.toMatchObject({
        code: 'UPSTREAM_BAD_RESPONSE',
      });
      answers({ body: item });
      expect(await read(), JSON.stringify(lie)).toEqual(item);
    }
    answers({ body: '{"account":', headers: kept });
    await expect(read(start({ calls: 1 }))).rejects.toMatchObject({
      code: 'UPSTREAM_BAD_RESPONSE',
    });
    answers({ body: item });
    expect(await read()).toEqual(item);
  });

  it('is never served stale behind our back, on however many lines that is allowed', async () => {
    for (const control of [
      'max-age=0, stale-while-revalidate=60, stale-if-error=60',
      ['max-age=0', 'Stale-While-Revalidate=60'],
    ]) {
      answers({ body: item, headers: { 'cache-control': control, etag: '"v1"' } });
      await read(start({ fresh: true }));
      answers({ body: { ...item, memo: 'new' } });
      expect(await read()).toMatchObject({ memo: 'new' });
    }
  });

  it('takes no more room than it may, and of that no answer alone more than an eighth', async () => {
    await ledger.close();
    ledger = open({ cache: 40_000 });
    const headers = { ...kept, 'x-policy': 'x'.repeat(1500) };
    stub.reset(({ path }) => {
      const memo = 'x'.repeat(path.endsWith('.5') ? 4000 : 2000);
      return { body: { account: path.split('/').at(-1), memo }, headers };
    });
    const operation = start({ calls: 90 });
    const get = (num: number) => ledger.one(account, `0.0.${num}`, none, operation);
    const all = Array.from({ length: 40 }, (_, index) => 10 + index);
    // With its headers each takes 4,700 bytes, and those that were read last are kept.
    for (const num of [...all, ...all.reverse(), 5, 5]) await get(num);
    expect(operation.usage.cached).toBe(8);
  });
});

describe('the budget', () => {
  it('leaves a place to go on from when it ends among empty pages', async () => {
    const next = (number: number) => `/api/v1/blocks?block.number=lt:${number}&limit=25`;
    const pages = [next(100), next(50), null];
    stub.reset(({ query }) => {
      const at = ['', 'lt:100', 'lt:50'].indexOf(query.get('block.number') ?? '');
      const rows = at === 2 ? [{ number: 9 }, { number: 8 }] : [];
      return { body: { blocks: rows, links: { next: pages[at] } } };
    });
    const operation = start({ calls: 2 });
    const first = await ledger.page(blocks, { ...none, order: 'desc', limit: 25 }, operation);
    expect(first).toMatchObject({ items: [], next: ['100'] });
  });
});

describe('balances', () => {
  let server: Awaited<ReturnType<typeof openStub>> | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  const memo = 'Mirror node created synthetic treasury account';
  const rows = [2, 7, 8].map((num) => ({ account: `0.0.${num}`, memo: num === 2 ? memo : 'm' }));
  /** Answers as the reference does: the stand-in of the treasury only where balances are left out. */
  const reference = () =>
    openStub((call) => {
      const isLean = call.query.get('balance') === 'false';
      const balance = isLean ? null : { balance: 5, tokens: [] };
      const shown = rows.filter((row) => isLean || row.memo !== memo);
      return ledgerStub({ accounts: shown.map((row) => ({ ...row, balance })) })(call);
    });

  it('are left out of a call for several accounts that wants none, and only there', async () => {
    server = await reference();
    const several = (fields: string) =>
      `{ a: account(id: "0.0.7") { ${fields} } b: account(id: "0.0.8") { memo } c: account(id: "0.0.2") { memo } }`;
    const lean = await ask(server, several('memo'));
    const whole = await ask(server, several('memo balance { balance }'));
    expect(server.urls().map((url) => url.includes('balance=false'))).toEqual([true, false]);
    expect(whole.data).toMatchObject({ ...lean.data, a: { balance: { balance: '5' } } });
    expect(lean.data.c).toBeNull();
  });

  it('are left out of a list that wants none, unless a condition is about them', async () => {
    server = await reference();
    const { data } = await ask(server, '{ accounts(first: 4) { nodes { entityId } } }');
    expect(data.accounts.nodes).toEqual([{ entityId: '0.0.7' }, { entityId: '0.0.8' }]);
    await ask(server, '{ accounts(first: 3, filter: { balance: { gt: 1 } }) { nodes { memo } } }');
    await ask(server, '{ accounts(first: 4) { nodes { balance { balance } } } }');
    expect(server.urls().map((url) => url.includes('balance=false'))).toEqual([true, false, false]);
  });

  it('are in the rows that a ledger is asked for without a word about them', async () => {
    await ledger.page(accounts, { ...none, order: 'asc', limit: 1 }, start()).catch(() => {});
    expect(stub.calls[0]?.url).toBe('/api/v1/accounts?limit=1&order=asc');
  });
});
