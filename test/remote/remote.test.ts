// The remote ledger against a real server: what it answers, and the calls that it makes for that.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account, accounts, accountTokens } from '../../src/contract/accounts.js';
import { balances } from '../../src/contract/balances.js';
import { block, blocks } from '../../src/contract/blocks.js';
import { upstreamOf } from '../../src/contract/networks.js';
import type { Filter, List, Position } from '../../src/contract/resource.js';
import { schedule } from '../../src/contract/schedules.js';
import { token, tokenBalances, tokens } from '../../src/contract/tokens.js';
import { transactions } from '../../src/contract/transactions.js';
import { type ErrorDetail, LedgerError } from '../../src/errors.js';
import type { Ledger, Page, PageRequest } from '../../src/ledger.js';
import { type RunningOperation, startOperation } from '../../src/operation.js';
import { remoteLedger } from '../../src/remote/remote.js';
import { type Answer, type Handler, ledgerStub, type Stub, startStub } from '../support/stub.js';

let stub: Stub;
let ledger: Ledger;
let operation: RunningOperation;

beforeAll(async () => {
  stub = await startStub(() => undefined);
  return () => stub.close();
});

beforeEach(() => {
  ledger = remoteLedger({ upstream: stub.url, timeout: 2000 });
  operation = startOperation({ timeout: 5000, calls: 200 });
  stub.reset(() => undefined);
});

afterEach(async () => {
  operation.end();
  await ledger.close();
});

const answers = (body: unknown, more: Answer = {}) => stub.reset(() => ({ body, ...more }));
const urls = () => stub.calls.map(({ url }) => url);
const none = { filters: [] };
const eq = (parameter: string, value: string): Filter => ({ parameter, operator: 'eq', value });
const accountIds = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `0.0.${from + index}`);
const accountRows = (ids: readonly string[]) =>
  ids.map((id) => ({ account: id, balance: { balance: Number(id.slice(4)) } }));
const blockRows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: from + index }));

const page = <T>(list: List<T>, request: Partial<PageRequest> = {}) =>
  ledger.page(list, { filters: [], order: list.order, limit: 25, ...request }, operation);

/** The error that a promise ends with; fails when there is none. */
async function failure(answer: Promise<unknown>): Promise<LedgerError> {
  const error = await answer.then(
    (value) => expect.fail(`answered ${String(value)}`),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(LedgerError);
  return error;
}

async function fails(answer: Promise<unknown>, code: string, detail: ErrorDetail = {}) {
  const error = await failure(answer);
  expect(error).toMatchObject({ code, detail });
  // Where the ledger stands is the operator's business, and its words are not ours.
  expect(error.message).not.toMatch(/127\.0\.0\.1|http|secret/i);
  return error;
}

describe('one item by its key', () => {
  it('keeps every digit of integers and leaves digits in text alone', async () => {
    const memo = '{\\"x\\":9007199254740993} id 9223372036854775807';
    stub.reset(() => ({
      body: `{"account":"0.0.1002","memo":"${memo}","pending_reward":9007199254740993,
        "balance":{"balance":31869085891081369,"tokens":[{"token_id":"0.0.2001","balance":9223372036854775807}]},
        "ethereum_nonce":-9223372036854775808,"transactions":[],"links":{"next":null}}`,
    }));
    const item = await ledger.one(account, '0.0.1002', none, operation);
    expect(item).toEqual({
      account: '0.0.1002',
      memo: '{"x":9007199254740993} id 9223372036854775807',
      pending_reward: 9007199254740993n,
      balance: {
        balance: 31869085891081369n,
        tokens: [{ token_id: '0.0.2001', balance: 9223372036854775807n }],
      },
      ethereum_nonce: -9223372036854775808n,
    });
  });

  it('never asks for the transactions in an account, and drops what stands in for them', async () => {
    answers({ account: '0.0.98', transactions: [{}], links: { next: 'x' } });
    expect(await ledger.one(account, '0.0.98', none, operation)).toEqual({ account: '0.0.98' });
    expect(urls()).toEqual(['/api/v1/accounts/0.0.98?transactions=false']);
  });

  it('passes a moment on with all its digits', async () => {
    const filters: Filter[] = [
      { parameter: 'timestamp', operator: 'lte', value: '1749231090.342963449' },
    ];
    await ledger.one(token, '0.0.5', { filters }, operation);
    expect(urls()).toEqual(['/api/v1/tokens/0.0.5?timestamp=lte:1749231090.342963449']);
  });

  it('answers null for a 404', async () => {
    expect(await ledger.one(schedule, '0.0.404404', none, operation)).toBeNull();
    expect(urls()).toEqual(['/api/v1/schedules/0.0.404404']);
  });

  it('encodes a key, so that it can change neither path nor query', async () => {
    for (const key of ['../blocks', 'a?limit=1', 'a#b', 'a&b=c', '$&']) {
      await ledger.one(token, key, none, operation);
    }
    expect(urls()).toEqual([
      '/api/v1/tokens/..%2Fblocks',
      '/api/v1/tokens/a%3Flimit%3D1',
      '/api/v1/tokens/a%23b',
      '/api/v1/tokens/a%26b%3Dc',
      '/api/v1/tokens/%24%26',
    ]);
  });

  it('takes no body without an id, and none of another item', async () => {
    answers({ memo: 'x' });
    for (const lookup of [account, token, schedule, block]) {
      await fails(ledger.one<unknown>(lookup, '0.0.7', none, operation), 'UPSTREAM_BAD_RESPONSE');
    }
    answers({ account: '0.0.8' });
    await fails(ledger.one(account, '0.0.7', none, operation), 'UPSTREAM_BAD_RESPONSE');
  });
});

describe('a page', () => {
  it('always names its limit and its order', async () => {
    stub.reset(ledgerStub({ accounts: accountRows(accountIds(1, 30)) }));
    const found = await page(accounts, { limit: 7 });
    expect(found?.items).toHaveLength(7);
    expect(found?.next).toEqual(['0.0.7']);
    expect(urls()).toEqual(['/api/v1/accounts?limit=7&order=asc']);
  });

  it('writes conditions in the ways that every mirror node reads', async () => {
    answers({ accounts: [], links: { next: null } });
    const filters: Filter[] = [
      { parameter: 'account.balance', operator: 'gte', value: '9223372036854775807' },
      { parameter: 'account.id', operator: 'ne', value: '0.0.3' },
      eq('account.id', '0.0.1'),
      eq('account.id', '0.0.2'),
    ];
    await page(accounts, { filters });
    const conditions = 'account.balance=gte:9223372036854775807&account.id=ne:0.0.3';
    const ids = 'account.id=0.0.1&account.id=0.0.2';
    expect(urls()).toEqual([`/api/v1/accounts?${conditions}&${ids}&limit=25&order=asc`]);
  });

  it('encodes values', async () => {
    answers({ tokens: [], links: { next: null } });
    await page(tokens, { filters: [eq('name', 'a&limit=1 #ü,')] });
    expect(stub.calls[0]?.query.getAll('name')).toEqual(['a&limit=1 #ü,']);
    expect(stub.calls[0]?.query.getAll('limit')).toEqual(['25']);
  });

  it('goes on after a position in both orders', async () => {
    stub.reset(ledgerStub({ blocks: blockRows(0, 10) }));
    const up = await page(blocks, { order: 'asc', limit: 3, after: ['4'] });
    expect(up).toMatchObject({ items: blockRows(5, 3), next: ['7'] });
    const down = await page(blocks, { limit: 3, after: ['1'] });
    expect(down).toMatchObject({ items: [{ number: 0 }], next: null });
    expect(urls()).toEqual([
      '/api/v1/blocks?block.number=gt:4&limit=3&order=asc',
      '/api/v1/blocks?block.number=lt:1&limit=3&order=desc',
    ]);
  });

  it('stays between two positions, and ends before the second', async () => {
    stub.reset(ledgerStub({ blocks: blockRows(0, 10) }));
    const found = await page(blocks, { order: 'asc', limit: 3, after: ['3'], before: ['7'] });
    expect(found?.items).toEqual(blockRows(4, 3));
    expect(urls()[0]).toContain('block.number=gt:3&block.number=lt:7');
    const rest = await page(blocks, { order: 'asc', after: ['6'], before: ['7'] });
    expect(rest).toMatchObject({ items: [], next: null });
  });

  it('takes nothing from beyond the second position, whatever the upstream says', async () => {
    answers({ blocks: blockRows(4, 5), links: { next: '/api/v1/blocks?block.number=gt:8' } });
    const found = await page(blocks, { order: 'asc', after: ['3'], before: ['7'] });
    expect(found).toMatchObject({ items: blockRows(4, 3), next: null });
  });

  it('lets a position widen no condition', async () => {
    stub.reset(ledgerStub({ blocks: blockRows(0, 10) }));
    const filters: Filter[] = [
      { parameter: 'block.number', operator: 'gte', value: '5' },
      { parameter: 'block.number', operator: 'lt', value: '7' },
    ];
    const found = await page(blocks, { order: 'asc', filters, after: ['2'], before: ['9'] });
    expect(found?.items).toEqual(blockRows(5, 2));
  });

  it('carries the timestamp of lists that have one', async () => {
    stub.reset(ledgerStub({ balances: [{ account: '0.0.1', balance: 5, tokens: [] }] }));
    expect(await page(balances)).toMatchObject({ timestamp: '1700000000.000000001' });
    answers({ timestamp: null, balances: [], links: { next: null } });
    expect(await page(balances)).toEqual({ items: [], next: null, timestamp: null });
  });

  it('tells a key that must exist from an empty list', async () => {
    expect(await page(accountTokens, { key: '0.0.404404' })).toBeNull();
    // Of others, with a key or without, a 404 says that there is no such list, not that it is empty.
    const bad = { upstreamStatus: 404 };
    await fails(page(tokenBalances, { key: '0.0.404404' }), 'UPSTREAM_BAD_RESPONSE', bad);
    await fails(page(accounts), 'UPSTREAM_BAD_RESPONSE', bad);
    await fails(ledger.ready(operation), 'UPSTREAM_BAD_RESPONSE');
  });

  it('refuses a list that is none, and rows without their sort key', async () => {
    for (const rows of [undefined, {}, 'x', [null], [{}], [{ account: 8 }], ['0.0.8']]) {
      answers({ accounts: rows, links: { next: null } });
      await fails(page(accounts), 'UPSTREAM_BAD_RESPONSE');
    }
    answers({ accounts: [], links: { next: 7 } });
    await fails(page(accounts), 'UPSTREAM_BAD_RESPONSE');
  });
});

describe('the way through the pages', () => {
  /** Walks a list to its end, as a face does. */
  async function walk<T>(list: List<T>, request: Partial<PageRequest> = {}) {
    const pages: Page<T>[] = [];
    let after: Position | null | undefined;
    while (after !== null) {
      const found = await page(list, { ...request, ...(after && { after }) });
      if (!found) break;
      pages.push(found);
      after = found.next;
    }
    return pages;
  }

  it('reads each row once where pages overlap', async () => {
    // The old fault: the link goes on after the first row of the page instead of the last.
    const overlapping: Handler = ({ query }) => {
      const isUp = query.get('order') === 'asc';
      const bound = Number(/\d+/.exec(query.get('block.number') ?? '')?.[0] ?? (isUp ? -1 : 100));
      const rows = isUp ? blockRows(bound + 1, 25) : blockRows(bound - 25, 25).reverse();
      const next = `/api/v1/blocks?block.number=${isUp ? 'gt' : 'lt'}:${rows[0]?.number}`;
      const isLast = isUp ? bound >= 74 : bound <= 25;
      return { body: { blocks: rows, links: { next: isLast ? null : next } } };
    };
    stub.reset(overlapping);
    const up = await walk(blocks, { order: 'asc' });
    expect(up.flatMap(({ items }) => items)).toEqual(blockRows(0, 100));
    expect(urls()[1]).toBe('/api/v1/blocks?block.number=gt:24&limit=25&order=asc');
    expect(stub.calls).toHaveLength(4);
    stub.reset();
    const down = await walk(blocks);
    expect(down.flatMap(({ items }) => items)).toEqual(blockRows(0, 100).reverse());
  });

  it('drops rows that the position has passed', async () => {
    answers({ blocks: blockRows(3, 5), links: { next: '/api/v1/blocks?block.number=gt:7' } });
    const found = await page(blocks, { order: 'asc', after: ['5'] });
    expect(found).toMatchObject({ items: blockRows(6, 2), next: ['7'] });
  });

  it('goes on through an empty page by its link', async () => {
    const link = (at: string) => `/api/v1/transactions?limit=25&timestamp=lt:${at}`;
    const rows = [{ consensus_timestamp: '1690000000.000000002' }];
    stub.reset(({ query }) => {
      const bound = query.get('timestamp');
      if (!bound)
        return { body: { transactions: [], links: { next: link('1700000000.000000000') } } };
      return bound === 'lt:1700000000.000000000'
        ? { body: { transactions: [], links: { next: link('1694816000.000000000') } } }
        : { body: { transactions: rows, links: { next: null } } };
    });
    const pages = await walk(transactions, { filters: [eq('account.id', '0.0.1010')] });
    expect(pages.map(({ next }) => next)).toEqual([
      ['1700000000.000000000'],
      ['1694816000.000000000'],
      null,
    ]);
    expect(pages[2]?.items).toEqual(rows);
  });

  it('takes the link where it lies further than the last row', async () => {
    answers({ blocks: blockRows(0, 2), links: { next: '/api/v1/blocks?block.number=gt:50' } });
    expect(await page(blocks, { order: 'asc' })).toMatchObject({ next: ['50'] });
  });

  it('reads a position from a link, and never calls its host or path', async () => {
    const foreign = await startStub(() => undefined);
    answers({
      blocks: blockRows(0, 1),
      links: { next: `${foreign.url}/elsewhere?block.number=gt:0&secret=1` },
    });
    const found = await page(blocks, { order: 'asc' });
    expect(found?.next).toEqual(['0']);
    answers({ blocks: [], links: { next: null } });
    await page(blocks, { order: 'asc', after: found?.next as Position });
    expect(urls()).toEqual(['/api/v1/blocks?block.number=gt:0&limit=25&order=asc']);
    expect(foreign.calls).toHaveLength(0);
    await foreign.close();
  });

  it('keeps as many rows as were asked for where more come', async () => {
    answers({ blocks: blockRows(0, 9), links: { next: null } });
    const found = await page(blocks, { order: 'asc', limit: 4 });
    expect(found).toMatchObject({ items: blockRows(0, 4), next: ['3'] });
  });

  it('ends where an empty page repeats its own position', async () => {
    answers({ blocks: [], links: { next: '/api/v1/blocks?block.number=gt:5&order=asc' } });
    expect(await page(blocks, { order: 'asc', after: ['5'] })).toMatchObject({ next: null });
  });

  it('is an error where pages do not advance', async () => {
    const stuck = 'UPSTREAM_PAGINATION';
    answers({ blocks: blockRows(3, 2), links: { next: '/api/v1/blocks?block.number=gt:4' } });
    await fails(page(blocks, { order: 'asc', after: ['5'] }), stuck);
    answers({ blocks: [], links: { next: '/api/v1/blocks?block.number=gt:4' } });
    await fails(page(blocks, { order: 'asc', after: ['5'] }), stuck);
    answers({ blocks: [], links: { next: '/api/v1/blocks' } });
    await fails(page(blocks, { order: 'asc' }), stuck);
  });

  it('ends where a link repeats ids that have all been answered', async () => {
    const filters = [eq('account.id', '0.0.7'), eq('account.id', '0.0.9')];
    const next = '/api/v1/accounts?account.id=7&account.id=9&limit=2';
    answers({ accounts: accountRows(['0.0.7', '0.0.9']), links: { next } });
    expect(await page(accounts, { filters, limit: 2 })).toMatchObject({ next: null });
    answers({ accounts: accountRows(['0.0.7']), links: { next } });
    expect(await page(accounts, { filters, limit: 1 })).toMatchObject({ next: ['0.0.7'] });
    answers({ accounts: [], links: { next } });
    expect(await page(accounts, { filters, limit: 2 })).toMatchObject({ next: null });
    const address = eq('account.id', `0x${'ab'.repeat(20)}`);
    answers({ accounts: accountRows(['0.0.7']), links: { next: '/api/v1/accounts?account.id=x' } });
    expect(await page(accounts, { filters: [address], limit: 1 })).toMatchObject({ next: null });
  });

  it('asks 45 ids in calls that repeat the parameter at most 20 times', async () => {
    const ids = accountIds(3001, 45);
    stub.reset(ledgerStub({ accounts: accountRows(ids) }));
    const filters = [...ids].reverse().map((id) => eq('account.id', id));
    const all = await page(accounts, { filters, limit: 45 });
    expect(all).toMatchObject({ items: accountRows(ids), next: null });
    expect(stub.calls.map(({ query }) => query.getAll('account.id').length)).toEqual([20, 20, 5]);
    stub.reset();
    const pages = await walk(accounts, { filters, limit: 22 });
    expect(pages.flatMap(({ items }) => items)).toEqual(accountRows(ids));
    expect(pages.map(({ items }) => items.length)).toEqual([22, 22, 1]);
    for (const { query } of stub.calls) {
      expect(query.getAll('account.id').length).toBeLessThanOrEqual(20);
    }
    // A mirror node that gives fewer rows than asked for leaves gaps between the calls of one page.
    const whole = ledgerStub({ accounts: accountRows(ids) });
    stub.reset((call) => {
      call.query.set('limit', '8');
      return whole(call);
    });
    const small = await walk(accounts, { filters, limit: 45 });
    expect(small.flatMap(({ items }) => items)).toEqual(accountRows(ids));
  });
});

describe('many items by their keys', () => {
  const ids = accountIds(3001, 45);

  it('asks 45 ids in 3 calls with a limit each, and answers in the order of the keys', async () => {
    stub.reset(ledgerStub({ accounts: accountRows(ids) }));
    const falling = [...ids].reverse();
    const found = await ledger.many(account, falling, none, operation);
    expect(found).toEqual(accountRows(falling));
    expect(stub.calls).toHaveLength(3);
    for (const { url, query } of stub.calls) {
      expect(Number(query.get('limit'))).toBe(query.getAll('account.id').length);
      expect(url).not.toMatch(/\[|%5B|,|%2C|eq/);
    }
    expect(operation.usage.calls).toBe(3);
  });

  it('asks a key once however often it is wanted, and answers null where there is none', async () => {
    stub.reset(ledgerStub({ tokens: [{ token_id: '0.0.5' }] }));
    const found = await ledger.many(tokens, ['0.0.6', '0.0.5', '0.0.5'], none, operation);
    expect(found).toEqual([null, { token_id: '0.0.5' }, { token_id: '0.0.5' }]);
    const query = 'token.id=0.0.6&token.id=0.0.5&limit=2&order=asc';
    expect(urls()).toEqual([`/api/v1/tokens?${query}`]);
  });

  it('loses only the keys of a chunk that fails, and remembers no failure', async () => {
    const whole = ledgerStub({ accounts: accountRows(ids) });
    stub.reset((call) => (call.url.includes('0.0.3021') ? { status: 503, body: {} } : whole(call)));
    const found = await ledger.many(account, ids.slice(0, 40), none, operation);
    expect(found.slice(0, 20)).toEqual(accountRows(ids.slice(0, 20)));
    for (const error of found.slice(20)) {
      expect(error).toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        detail: { upstreamStatus: 503 },
      });
    }
    stub.reset(whole);
    const again = await ledger.many(account, ids.slice(0, 40), none, operation);
    expect(again).toEqual(accountRows(ids.slice(0, 40)));
  });

  it('goes on where the mirror node gives fewer rows at once', async () => {
    const whole = ledgerStub({ accounts: accountRows(ids) });
    stub.reset((call) => {
      call.query.set('limit', '8');
      return whole(call);
    });
    const found = await ledger.many(account, ids.slice(0, 20), none, operation);
    expect(found).toEqual(accountRows(ids.slice(0, 20)));
    expect(stub.calls.map(({ url }) => url.match(/account\.id/g)?.length)).toEqual([20, 12, 4]);
  });

  it('gives up where the mirror node names ever more pages without a row', async () => {
    answers({ accounts: [], links: { next: '/api/v1/accounts?account.id=gt:0.0.1' } });
    const found = await ledger.many(account, ids.slice(0, 2), none, operation);
    expect(found).toMatchObject(Array(2).fill({ code: 'UPSTREAM_PAGINATION' }));
    expect(stub.calls).toHaveLength(1);
  });

  it('asks for aliases, and for moments in the past, one by one', async () => {
    const evm = `0x${'ab'.repeat(20)}`;
    const byAddress = { account: '0.0.9', evm_address: evm };
    stub.reset(({ path }) => ({
      body: path.includes('0x') ? byAddress : { account: path.split('/').at(-1) },
    }));
    const found = await ledger.many(account, [evm, '0.0.7', '0.0.8'], none, operation);
    expect(found[0]).toEqual(byAddress);
    expect(urls()).toContain(`/api/v1/accounts/${evm}?transactions=false`);
    stub.reset();
    const filters = [eq('timestamp', '5.000000000')];
    await ledger.many(account, ['0.0.7', '0.0.8'], { filters }, operation);
    expect(urls().sort()).toEqual([
      '/api/v1/accounts/0.0.7?timestamp=5.000000000&transactions=false',
      '/api/v1/accounts/0.0.8?timestamp=5.000000000&transactions=false',
    ]);
  });

  it('looks up one by one, and settles each, where there is no list of whole items', async () => {
    const whole = ledgerStub({ tokens: [{ token_id: '0.0.5' }] });
    stub.reset((call) => (call.path.endsWith('0.0.6') ? { status: 500, body: '' } : whole(call)));
    const found = await ledger.many(token, ['0.0.5', '0.0.6', '0.0.7'], none, operation);
    expect(found).toMatchObject([{ token_id: '0.0.5' }, { code: 'UPSTREAM_UNAVAILABLE' }, null]);
  });

  it('reads pages below many keys at once, and settles each', async () => {
    const whole = ledgerStub({ accountTokens: { '0.0.1': [{ token_id: '0.0.5' }] } });
    stub.reset((call) => (call.path.includes('0.0.3/') ? { status: 500, body: '' } : whole(call)));
    const requests = ['0.0.1', '0.0.2', '0.0.3'].map(
      (key) => ({ key, filters: [], order: 'asc', limit: 5 }) as const,
    );
    const found = await ledger.pages(accountTokens, requests, operation);
    expect(found).toMatchObject([
      { items: [{ token_id: '0.0.5' }], next: null },
      null,
      { code: 'UPSTREAM_UNAVAILABLE' },
    ]);
    expect(urls()).toContain('/api/v1/accounts/0.0.1/tokens?limit=5&order=asc');
  });

  it('has no more calls under way than it may, and warns of nothing', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    ledger = remoteLedger({ upstream: stub.url, concurrency: 4, chunk: 1 });
    const other = startOperation({ timeout: 5000, calls: 200 });
    let [now, most] = [0, 0];
    stub.reset(({ query }) => {
      most = Math.max(most, ++now);
      const body = { accounts: accountRows(query.getAll('account.id')), links: { next: null } };
      const send: Answer['send'] = (response) => {
        now -= 1;
        response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
      };
      return { delay: 5, send };
    });
    expect(await ledger.many(account, ids, none, operation)).toEqual(accountRows(ids));
    // One operation leaves as many as it takes.
    expect(most).toBe(2);
    const more = accountIds(4001, 45);
    await Promise.all([
      ledger.many(account, ids, none, operation),
      ledger.many(account, more, none, other),
      ledger.one(account, '0.0.1', none, startOperation({ timeout: 5000, calls: 1 })),
    ]).catch(() => {});
    other.end();
    process.off('warning', warn);
    expect(most).toBe(4);
    expect(warnings).toEqual([]);
  });
});

describe('a failure', () => {
  const ask = () => page(blocks);

  it('by status has its place in the error table', async () => {
    for (const upstreamStatus of [401, 403, 409, 500, 502, 503, 504]) {
      answers('secret', { status: upstreamStatus });
      await fails(ask(), 'UPSTREAM_UNAVAILABLE', { upstreamStatus });
    }
  });

  it('for too many calls says when to come again, in both forms of the header', async () => {
    answers({}, { status: 429, headers: { 'retry-after': '60' } });
    await fails(ask(), 'RATE_LIMITED', { retryAfter: 60, upstreamStatus: 429 });
    // The pause is this host's; a ledger that knows nothing of it asks at once.
    ledger = remoteLedger({ upstream: stub.url, retries: 0 });
    const date = new Date(Date.now() + 90_000).toUTCString();
    answers({}, { status: 429, headers: { 'retry-after': date } });
    const { retryAfter } = (await fails(ask(), 'RATE_LIMITED')).detail;
    expect(retryAfter).toBeGreaterThan(85);
    expect(retryAfter).toBeLessThanOrEqual(90);
    ledger = remoteLedger({ upstream: stub.url, retries: 0 });
    answers({}, { status: 429, headers: { 'retry-after': 'soon' } });
    expect((await fails(ask(), 'RATE_LIMITED')).detail.retryAfter).toBeUndefined();
  });

  it('is a redirect, which is not followed', async () => {
    answers('', { status: 302, headers: { location: `${stub.url}/api/v1/accounts` } });
    await fails(ask(), 'UPSTREAM_BAD_RESPONSE', { upstreamStatus: 302 });
    expect(stub.calls).toHaveLength(1);
  });

  it('is an answer that is not a JSON object', async () => {
    answers('<html>secret</html>', { headers: { 'content-type': 'text/html' } });
    await fails(ask(), 'UPSTREAM_BAD_RESPONSE');
    for (const body of ['', '{"blocks":[{"number":1', '[]', 'null', '"secret"', '<html>']) {
      answers(body);
      await fails(ask(), 'UPSTREAM_BAD_RESPONSE');
    }
  });

  it('is an answer that is not HTTP', async () => {
    stub.reset(() => ({ send: (response) => response.socket?.end('hello\r\n\r\n') }));
    await fails(ask(), 'UPSTREAM_BAD_RESPONSE');
  });

  it('is an answer that is too big, whether or not it says so', async () => {
    ledger = remoteLedger({ upstream: stub.url, maxBody: 1000 });
    answers({ blocks: [], links: { next: null }, more: 'x'.repeat(200_000) });
    await fails(ask(), 'UPSTREAM_BAD_RESPONSE');
    const send: Answer['send'] = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (let count = 0; count < 50; count += 1) response.write(' '.repeat(1000));
    };
    stub.reset(() => ({ send }));
    await fails(ask(), 'UPSTREAM_BAD_RESPONSE');
    answers({ blocks: [], links: { next: null } });
    expect(await ask()).toMatchObject({ items: [] });
  });

  it('is a connection that is refused, or that breaks before or in the answer', async () => {
    const gone = await startStub(() => undefined);
    await gone.close();
    ledger = remoteLedger({ upstream: gone.url });
    const error = await fails(ask(), 'UPSTREAM_UNAVAILABLE');
    expect(error.cause).toMatchObject({ code: 'ECONNREFUSED' });
    ledger = remoteLedger({ upstream: stub.url });
    for (const start of ['', '{"blocks":[{"number":1']) {
      const send: Answer['send'] = (response) => {
        if (start) {
          const headers = { 'content-type': 'application/json', 'content-length': '500' };
          response.writeHead(200, headers).write(start);
        }
        setTimeout(() => response.socket?.resetAndDestroy(), 20);
      };
      stub.reset(() => ({ send }));
      await fails(ask(), 'UPSTREAM_UNAVAILABLE');
    }
  });

  it('is an answer that does not come, or comes in drips, within the time of a call', async () => {
    ledger = remoteLedger({ upstream: stub.url, timeout: 100 });
    answers({}, { delay: 1000 });
    await fails(ask(), 'UPSTREAM_TIMEOUT');
    const send: Answer['send'] = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    };
    stub.reset(() => ({ send }));
    const start = Date.now();
    await fails(ask(), 'UPSTREAM_TIMEOUT');
    expect(Date.now() - start).toBeLessThan(1000);
  });

  it('is the end of the operation, also for calls that have not had their turn', async () => {
    ledger = remoteLedger({ upstream: stub.url, concurrency: 1 });
    answers({}, { delay: 2000 });
    setTimeout(() => operation.end(new Error('left')), 50);
    const start = Date.now();
    const errors = await Promise.all([failure(ask()), failure(ask()), failure(ask())]);
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', cause: { message: 'left' } });
    }
    expect(Date.now() - start).toBeLessThan(1000);
    expect(stub.calls).toHaveLength(1);
    await fails(ask(), 'UPSTREAM_TIMEOUT');
    expect(stub.calls).toHaveLength(1);
  });

  it('is the end of an operation that waits behind the calls of another', async () => {
    ledger = remoteLedger({ upstream: stub.url, concurrency: 1 });
    answers({ blocks: [], links: { next: null } }, { delay: 500 });
    const other = startOperation({ timeout: 5000, calls: 1 });
    const request = { filters: [], order: 'asc', limit: 1 } as const;
    const first = ledger.page(blocks, request, other);
    setTimeout(() => operation.end(), 50);
    const start = Date.now();
    await fails(ask(), 'UPSTREAM_TIMEOUT');
    expect(Date.now() - start).toBeLessThan(400);
    expect(await first).toMatchObject({ items: [] });
    expect(stub.calls).toHaveLength(1);
    other.end();
  });

  it('is a budget that is spent, before the call is made', async () => {
    answers({ blocks: [], links: { next: null } });
    operation = startOperation({ timeout: 5000, calls: 1 });
    await ask();
    await fails(ask(), 'COST_LIMIT');
    expect(stub.calls).toHaveLength(1);
  });
});

describe('the upstream', () => {
  it('may stand below a path of its own, and shows none of its secrets', async () => {
    const { host } = new URL(stub.url);
    const upstream = `http://me:hidden@${host}/hedera/secret-key/?token=secret`;
    ledger = remoteLedger({ upstream });
    answers({ blocks: [], links: { next: null } });
    await ledger.ready(operation);
    expect(urls()).toEqual(['/hedera/secret-key/api/v1/blocks?token=secret&limit=1&order=desc']);
    const credentials = Buffer.from('me:hidden').toString('base64');
    expect(stub.calls[0]?.headers['authorization']).toBe(`Basic ${credentials}`);
    expect(ledger.description).toBe(`mirror node at ${host}`);
  });

  it('is found by the name of a network', () => {
    const address = 'https://mainnet-public.mirrornode.hedera.com';
    expect(upstreamOf('mainnet-public')).toBe(address);
    expect(upstreamOf('testnet', 'http')).toBe('http://testnet.mirrornode.hedera.com');
  });

  it('must be an http address', () => {
    expect(() => remoteLedger({ upstream: 'ftp://x' })).toThrow('must start with http');
  });
});
