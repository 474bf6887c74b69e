// Pages of lists behind the port: every row once and in order, from any place, alone and together.
import { describe, expect, it } from 'vitest';
import { comparePositions, positionOf } from '../../src/contract/position.js';
import type { Filter, Order } from '../../src/contract/resource.js';
import { account, accounts, accountTokens } from '../../src/contract/resources/accounts.js';
import { balances } from '../../src/contract/resources/balances.js';
import { tokenBalances } from '../../src/contract/resources/tokens.js';
import type { Ledger, Page, PageRequest } from '../../src/ledger.js';
import { sampleIds } from '../../src/sample/sample.js';
import { eq, is, missing, none, parts, type Row, readsOf } from '../support/ledger-reading.js';
import { freeOperation } from '../support/ledgers.js';

const orders: readonly Order[] = ['asc', 'desc'];

export function pageSentences(ledger: () => Ledger): void {
  const { pageOf, walk, whole } = readsOf(ledger);
  const timeOf = async (filters: readonly Filter[]) => {
    const [live, holders] = await Promise.all([
      pageOf(balances, { filters, limit: 1 }),
      pageOf(tokenBalances, { key: sampleIds.maxToken, filters, limit: 1 }),
    ]);
    expect(holders.timestamp).toBe(live.timestamp);
    return live.timestamp;
  };

  describe('page', () => {
    it.each(parts)(
      'walks each row of $label once, in order, by any size',
      async ({ list, request, sizes, least }) => {
        const wholes: (readonly Row[])[] = [];
        for (const order of orders) {
          const all = await whole(list, { ...request, order });
          wholes.push(all);
          const positions = all.map((row) => positionOf(list, row));
          expect(positions.length).toBeGreaterThan(least);
          for (const [index, position] of positions.slice(1).entries()) {
            const earlier = positions[index] as string[];
            expect(comparePositions(list.sort, order, position, earlier)).toBe(1);
          }
          // Of a long list half a dozen pages are enough.
          const limit = Math.max(sizes[order], Math.ceil(all.length / 6));
          expect(await walk(list, { ...request, order, limit }), `by ${limit}`).toEqual(all);
        }
        const [up, down] = wholes;
        const places = (rows: readonly Row[] = []) =>
          rows.map((row) => positionOf(list, row).join());
        expect(places(up).reverse()).toEqual(places(down));
      },
    );

    it.each(parts)('keeps to the places after and before in $label', async ({ list, request }) => {
      for (const order of orders) {
        const { items } = await pageOf(list, { ...request, order, limit: 30 });
        const places = items.map((row) => positionOf(list, row));
        const at = (index: number) => places[index] as string[];
        const read = async (more: Partial<PageRequest>) =>
          (await pageOf(list, { ...request, order, ...more })).items.map((row) =>
            positionOf(list, row),
          );
        expect(await read({ after: at(9), limit: 5 })).toEqual(places.slice(10, 15));
        expect(await read({ before: at(10) })).toEqual(places.slice(0, 10));
        expect(await read({ before: at(10), limit: 4 })).toEqual(places.slice(0, 4));
        expect(await read({ after: at(3), before: at(9) })).toEqual(places.slice(4, 9));
        expect(await read({ after: at(3), before: at(9), limit: 2 })).toEqual(places.slice(4, 6));
        expect(await read({ after: at(3), before: at(4) })).toEqual([]);
      }
    });

    it('leaves balances out of accounts on request', async () => {
      const { items } = await pageOf(accounts, { filters: [eq('balance', 'false')], limit: 3 });
      expect(items.map(({ balance }) => balance)).toEqual([null, null, null]);
    });

    const [first, second, third] = sampleIds.snapshots;
    it.each<[string, Filter[], string | null]>([
      ['eq', [eq('timestamp', second)], second],
      ['eq, a moment later', [eq('timestamp', '1795174200.000000001')], second],
      ['lt', [is('timestamp', 'lt', second)], first],
      ['lte', [is('timestamp', 'lte', second)], second],
      ['gt', [is('timestamp', 'gt', first)], third],
      ['gte', [is('timestamp', 'gte', third)], third],
      ['gt the last', [is('timestamp', 'gt', third)], null],
      ['lt the first', [is('timestamp', 'lt', first)], null],
      ['lte and ne', [is('timestamp', 'lte', second), is('timestamp', 'ne', second)], first],
      ['a range', [is('timestamp', 'gte', first), is('timestamp', 'lt', third)], second],
    ])('names the snapshot of balances by timestamp %s', async (_name, filters, at) => {
      expect(await timeOf(filters)).toBe(at);
    });

    it('keeps a snapshot apart from live balances, and pages through it', async () => {
      const filters = [eq('timestamp', first), is('account.id', 'lt', '0.0.14000')];
      const past = await walk(balances, { filters, limit: 40 });
      const live = await walk(balances, { filters: filters.slice(1), limit: 40 });
      expect(past.length).toBeGreaterThan(100);
      expect(past).not.toEqual(live);
      expect(past).toEqual(await walk(balances, { filters, limit: 100 }));
      const page = await pageOf(balances, { limit: 5 });
      expect(page.timestamp).toMatch(/^\d{10}\.\d{9}$/);
    });

    it('says null below an account that is not there, and nothing below such a token', async () => {
      expect(await pageOf(accountTokens, { key: missing })).toBeNull();
      const page = await pageOf(tokenBalances, { key: missing });
      expect(page).toEqual({ items: [], next: null, timestamp: null });
      expect((await pageOf(accountTokens, { key: sampleIds.noTokens })).items).toEqual([]);
    });
  });
  describe('pages', () => {
    it('answers each request as if it were alone', async () => {
      const full = await whole(accountTokens, { key: sampleIds.manyTokens });
      const after = positionOf(accountTokens, full[20]);
      const before = positionOf(accountTokens, full[40]);
      const { alias } = (await ledger().one(
        account,
        sampleIds.ecdsaAlias,
        none,
        freeOperation(),
      )) as Row;
      const base = { filters: [], order: 'asc', limit: 7 } as const;
      const requests: PageRequest[] = [
        { ...base, key: sampleIds.manyTokens, after },
        { ...base, key: missing },
        { ...base, key: sampleIds.fiftyTokens },
        { ...base, key: sampleIds.manyTokens, after, before, limit: 100 },
        { ...base, key: sampleIds.manyTokens, after, before, limit: 3, order: 'desc' },
        { ...base, key: alias },
        { ...base, key: sampleIds.noTokens },
        { ...base, key: sampleIds.fiftyTokens },
        { ...base, key: sampleIds.manyTokens, filters: [eq('token.id', full[3].token_id)] },
      ];
      requests[4] = { ...(requests[4] as PageRequest), after: before, before: after };
      const all = await ledger().pages(accountTokens, requests, freeOperation());
      const alone = await Promise.all(requests.map((request) => pageOf(accountTokens, request)));
      expect(all).toEqual(alone);
      expect(all.map((page) => (page as Page<Row> | null)?.items.length ?? null)).toEqual([
        7,
        null,
        7,
        19,
        3,
        expect.any(Number),
        0,
        7,
        1,
      ]);
    });

    it('answers holders of several tokens, live and of a snapshot', async () => {
      const past = [eq('timestamp', sampleIds.snapshots[0])];
      const requests = [sampleIds.maxToken, missing, sampleIds.nftToken].flatMap((key) =>
        [[], past].map((filters) => ({ key, filters, order: 'desc' as const, limit: 9 })),
      );
      const all = (await ledger().pages(tokenBalances, requests, freeOperation())) as Page<Row>[];
      const alone = await Promise.all(requests.map((request) => pageOf(tokenBalances, request)));
      expect(all).toEqual(alone);
      expect(all.map(({ items }) => items.length)).toEqual([9, 9, 0, 0, 9, 9]);
      expect(all[1]?.timestamp).toBe(sampleIds.snapshots[0]);
    });
  });
}
