// The way through the pages of a mirror node: each row once, and an end that is told apart from a fault.
import { describe, expect, it } from 'vitest';
import { printJson } from '../../src/contract/json.js';
import type { List, Position } from '../../src/contract/resource.js';
import { accounts } from '../../src/contract/resources/accounts.js';
import { hbarAllowances } from '../../src/contract/resources/allowances.js';
import { blocks } from '../../src/contract/resources/blocks.js';
import { transactions } from '../../src/contract/resources/transactions.js';
import type { Page, PageRequest } from '../../src/ledger.js';
import { type Handler, ledgerStub, startStub } from '../support/stub.js';

import {
  accountIds,
  accountRows,
  answers,
  blockRows,
  eq,
  fails,
  page,
  stub,
  urls,
  useStubbedLedger,
} from '../support/stubbed-ledger.js';

useStubbedLedger();

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

  it('goes on behind a row with the id of nobody, which a link can only call null', async () => {
    const row = { amount: 1, owner: '0.0.7', spender: null };
    answers({ allowances: [row], links: { next: '/api/v1/x?limit=1&spender.id=gt:null' } });
    const first = await page(hbarAllowances, { key: '0.0.7', order: 'asc', limit: 1 });
    expect(first?.next).toEqual(['0.0.0']);
    expect(printJson(first?.items)).toBe(printJson([row]));
    answers({ allowances: [{ ...row, spender: '0.0.9' }], links: { next: null } });
    const after = first?.next as Position;
    await page(hbarAllowances, { key: '0.0.7', order: 'asc', limit: 1, after });
    expect(urls()[0]).toContain('spender.id=gt:0.0.0&');
    // Without the key there is no place.
    answers({ allowances: [{ amount: 1, owner: '0.0.7' }], links: { next: null } });
    await fails(page(hbarAllowances, { key: '0.0.7', order: 'asc' }), 'UPSTREAM_BAD_RESPONSE');
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
