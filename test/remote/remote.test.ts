// The remote ledger against a real server: what it answers, and the calls that it makes for that.
import { describe, expect, it } from 'vitest';
import { upstreamOf } from '../../src/contract/networks.js';
import type { Filter } from '../../src/contract/resource.js';
import { account, accounts, accountTokens } from '../../src/contract/resources/accounts.js';
import { balances } from '../../src/contract/resources/balances.js';
import { block, blocks } from '../../src/contract/resources/blocks.js';
import { schedule } from '../../src/contract/resources/schedules.js';
import { token, tokenBalances, tokens } from '../../src/contract/resources/tokens.js';
import { remoteLedger } from '../../src/remote/remote.js';
import { ledgerStub } from '../support/stub.js';

import {
  accountIds,
  accountRows,
  answers,
  blockRows,
  eq,
  fails,
  ledger,
  none,
  open,
  operation,
  page,
  stub,
  urls,
  useStubbedLedger,
} from '../support/stubbed-ledger.js';

useStubbedLedger();

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

describe('the upstream', () => {
  it('may stand below a path of its own, and shows none of its secrets', async () => {
    const { host } = new URL(stub.url);
    const upstream = `http://me:hidden@${host}/hedera/secret-key/?token=secret`;
    open({ upstream });
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
