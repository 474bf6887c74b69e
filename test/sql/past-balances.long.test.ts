// Balances in the past: of each account the newest row of a snapshot, by pages in both directions, whatever way they are found.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filter, List, Order, Position } from '../../src/contract/resource.js';
import { balances } from '../../src/contract/resources/balances.js';
import { tokenBalances } from '../../src/contract/resources/tokens.js';
import { engines, freeOperation, openChanging } from '../support/ledgers.js';

const begin = 1_700_000_000;
/** Who has another balance after each second: accounts 11 to 19, and nobody by 10. */
const story = [12, 15, 15, 15, 11, 19, 10, 12, 15, 17, 15, 12, 15, 19, 19, 13, 15];
const changes = [...story.entries()].filter(([, account]) => account !== 10);
const at = (second: number) => `${begin + second}000000000`;
const values = (row: (second: number, account: number) => string) =>
  changes.map(([second, account]) => `(${row(second, account)})`).join(', ');

/** What each account has by then: as many as the second of its last change. */
function expected(until: number, order: Order) {
  const newest = new Map<number, number>();
  for (const [second, account] of changes) if (second <= until) newest.set(account, second);
  return [...newest].sort(([a], [b]) => (order === 'asc' ? a - b : b - a));
}

describe.each(engines)('of the past on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openChanging>>;
  beforeAll(async () => {
    opened = await openChanging(engine, {});
    const treasury = story.map((_account, second) => `(2, 1, ${at(second)})`).join(', ');
    await opened.run(`insert into account_balance (account_id, balance, consensus_timestamp)
      values ${treasury}, ${values((second, account) => `${account}, ${second}, ${at(second)}`)}`);
    // Tokens 50 and 51 of each account, and 52 to 99 of nobody who changes.
    await opened.run(`insert into token_balance (account_id, token_id, balance, consensus_timestamp)
      select account, token, balance, at from unnest(array[50, 51]) as token,
        (values ${values((second, account) => `${account}, ${second}, ${at(second)}`)}) as v(account, balance, at)`);
    await opened.run(`insert into token (token_id, created_timestamp, decimals, initial_supply, name, symbol, treasury_account_id, timestamp_range, freeze_status, kyc_status)
      values (50, 1, 0, 0, 'T', 'T', 2, int8range(1, null), 0, 0)`);
    await opened.release();
  });
  afterAll(() => opened?.ledger.close());

  async function walk(
    list: List,
    key: string | undefined,
    filters: Filter[],
    order: Order,
    limit: number,
  ) {
    const seen: Record<string, unknown>[] = [];
    for (let after: Position | null | undefined; after !== null; ) {
      const request = { filters, order, limit, parts: { tokens: 9 }, ...(after && { after }) };
      const keyed = { ...request, ...(key !== undefined && { key }) };
      const page = await opened.ledger.page(list, keyed, freeOperation());
      seen.push(...((page?.items ?? []) as Record<string, unknown>[]));
      after = page?.next ?? null;
    }
    return seen.filter(({ account }) => account !== '0.0.2');
  }

  it.each([
    ['accounts', balances as List, undefined],
    ['holders of a token', tokenBalances as List, '0.0.50'],
  ])('each of the %s is there once, as it was', async (_what, list, key) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: story.length - 1 }),
        fc.constantFrom<Order>('asc', 'desc'),
        fc.integer({ min: 1, max: 7 }),
        async (until, order, limit) => {
          const told = expected(until, order);
          const then: Filter = {
            parameter: 'timestamp',
            operator: 'lte',
            value: `${begin + until}.000000000`,
          };
          const all = await walk(list, key, [then], order, limit);
          expect(all.map(({ account, balance }) => [account, balance])).toEqual(
            told.map(([account, second]) => [`0.0.${account}`, second]),
          );
          if (list === (balances as List)) {
            const tokens = order === 'asc' ? [50, 51] : [51, 50];
            expect(all.map((row) => row['tokens'])).toEqual(
              told.map(([, balance]) => tokens.map((id) => ({ token_id: `0.0.${id}`, balance }))),
            );
          }
          // With a condition that all meet they are found another way.
          const any: Filter = { parameter: 'account.balance', operator: 'gte', value: '0' };
          expect(await walk(list, key, [then, any], order, limit)).toEqual(all);
        },
      ),
      { numRuns: 40, seed: 5 },
    );
  });
});
