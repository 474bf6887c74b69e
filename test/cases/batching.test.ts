// CASE-18: many look-ups of one request become few calls, of a form that every mirror node takes.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';
import { type Handler, ledgerStub } from '../support/stub.js';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const fields = '{ entityId balance { balance } }';
const query = (nums: readonly number[]) =>
  `{ ${nums.map((num, at) => `a${at}: account(id: "0.0.${num}") ${fields}`).join('\n')} }`;
const found = (num: number) => ({ entityId: `0.0.${num}`, balance: { balance: `${num * 2}` } });
const rising = range(3001, 3045);

describe.each(backends)('CASE-18, many look-ups on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    const accounts = rising.map((num) => ({ num, balance: num * 2 }));
    server = await open(backend, { accounts });
    return server.close;
  });
  beforeEach(() => {
    server.calls.length = 0;
  });

  it('are one call for 45 aliases, in whatever order', async () => {
    for (const nums of [rising, [...rising].reverse()]) {
      const { data } = await ask(server, query(nums));
      expect(Object.values(data)).toEqual(nums.map(found));
    }
    expect(server.calls).toEqual(['many account ×45', 'many account ×45']);
  });

  it('ask once for what two aliases want', async () => {
    const { data } = await ask(server, query([3001, 3002, 3001]));
    expect(Object.values(data)).toEqual([found(3001), found(3002), found(3001)]);
    expect(server.calls).toEqual(['many account ×2']);
  });
});

/** A mirror node with a default page of 25 that refuses a parameter repeated more than 20 times. */
const strict: Handler = (call) => {
  const names = [...call.query.keys()];
  if (names.some((name) => call.query.getAll(name).length > 20)) return { status: 500, body: {} };
  const accounts = rising.map((num) => ({
    account: `0.0.${num}`,
    balance: { balance: num * 2 },
  }));
  return ledgerStub({ accounts })(call);
};

describe('CASE-18, many look-ups of a stub', () => {
  let server: Awaited<ReturnType<typeof openStub>>;

  afterEach(() => server.close());

  /** What the calls have asked: their ids, in order, and that each has room for all of its rows. */
  function asked(): string[][] {
    return server.stub.calls.map(({ url, path, query: sent }) => {
      const ids = sent.getAll('account.id');
      expect(path).toBe('/api/v1/accounts');
      expect(Number(sent.get('limit'))).toBeGreaterThanOrEqual(ids.length);
      expect(url).not.toMatch(/[[\],]|%5B|%2C/i);
      return ids;
    });
  }
  const sorted = (ids: readonly string[][]) => ids.flat().sort();
  const wanted = rising.map((num) => `0.0.${num}`);

  it.each([
    ['rising', rising],
    ['falling', [...rising].reverse()],
  ])('are 3 calls for 45 aliases in %s order', async (_name, nums) => {
    server = await openStub(strict);
    const { data, errors } = await ask(server, query(nums));
    expect([Object.values(data), errors]).toEqual([nums.map(found), []]);
    expect(asked().map(({ length }) => length)).toEqual([20, 20, 5]);
    expect(sorted(asked())).toEqual(wanted);
  });

  it('repeat no id for a second alias of it', async () => {
    server = await openStub(strict);
    const nums = [...rising, 3001, 3045, 3020];
    const { data } = await ask(server, query(nums));
    expect(Object.values(data)).toEqual(nums.map(found));
    expect(sorted(asked())).toEqual(wanted);
  });

  it.each([
    [7, 7],
    [15, 3],
    [1, 45],
  ])('are calls of at most %d ids where that is the option', async (chunk, calls) => {
    server = await openStub(strict, { chunk });
    const { data } = await ask(server, query(rising));
    expect(Object.values(data)).toEqual(rising.map(found));
    expect(asked()).toHaveLength(calls);
    expect(sorted(asked())).toEqual(wanted);
  });

  it('are the same calls below a list, for the accounts of its rows', async () => {
    const rows = rising.map((num) => ({ account: `0.0.${num}`, balance: 1, tokens: [] }));
    server = await openStub((call) =>
      call.path === '/api/v1/balances'
        ? { body: { timestamp: '1.000000000', balances: rows, links: { next: null } } }
        : strict(call),
    );
    const { data } = await ask(
      server,
      '{ balances(first: 45, order: ASC) { nodes { account { entityId balance { balance } } } } }',
    );
    expect(data.balances.nodes).toEqual(rising.map((num) => ({ account: found(num) })));
    server.stub.calls.shift();
    expect(asked().map(({ length }) => length)).toEqual([20, 20, 5]);
  });
});
