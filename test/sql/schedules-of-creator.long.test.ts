// Schedules of one creator, by an index that has them in order and without one: the same pages, and counts.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Filter, Order } from '../../src/contract/resource.js';
import { schedules } from '../../src/contract/resources/schedules.js';
import type { Ledger } from '../../src/ledger.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { createTables } from '../../src/sql/tables/schema.js';
import { freeOperation, openEmpty } from '../support/ledgers.js';

const rows = `${createTables}
  insert into schedule (schedule_id, consensus_timestamp, creator_account_id, payer_account_id, transaction_body)
    select n, n, 1000 + n % 3, 2, '' from generate_series(1, 30) as n;`;

interface Opened {
  readonly database: EmbeddedDatabase;
  readonly ledger: Ledger;
  readonly asked: string[];
}

async function open(index: string): Promise<Opened> {
  const database = await openEmpty();
  await database.exec(`${rows} ${index}`);
  const asked: string[] = [];
  const ledger = sqlLedger({
    ...database,
    query(statement, ...rest) {
      if (statement.text.includes('from schedule')) asked.push(statement.text);
      return database.query(statement, ...rest);
    },
  });
  return { database, ledger, asked };
}

let plain: Opened;
let indexed: Opened;
beforeAll(async () => {
  plain = await open('');
  indexed = await open('create index on schedule (creator_account_id desc, schedule_id desc)');
});
afterAll(() => Promise.all([plain.database.close(), indexed.database.close()]));

const id = (from: number, to: number) => fc.integer({ min: from, max: to }).map((n) => `0.0.${n}`);
const operator = fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte');
const creator = fc.oneof(id(999, 1003), fc.constantFrom(`0x${'12'.repeat(20)}`, '1.2.1001'));
const filterOf = (parameter: string, value: fc.Arbitrary<string>): fc.Arbitrary<Filter> =>
  fc.record({ parameter: fc.constant(parameter), operator, value });
const one = creator.map((value): Filter => ({ parameter: 'account.id', operator: 'eq', value }));
const place = fc.option(
  id(0, 31).map((key) => [key]),
  { nil: undefined },
);
const request = fc.record({
  filters: fc.oneof(
    fc.tuple(one, filterOf('schedule.id', id(0, 31))),
    fc.tuple(one),
    fc.tuple(one, one),
    fc.array(fc.oneof(one, filterOf('account.id', creator), filterOf('schedule.id', id(0, 31))), {
      maxLength: 3,
    }),
  ),
  order: fc.constantFrom<Order>('asc', 'desc'),
  limit: fc.integer({ min: 1, max: 12 }),
  after: place,
  before: place,
});

const isOfOne = (filters: readonly Filter[]) =>
  filters.some((filter) => filter.parameter === 'account.id' && filter.operator === 'eq');

it('are the same either way, whatever else is asked of them', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ after, before, ...given }) => {
      const wanted = { ...given, ...(after && { after }), ...(before && { before }) };
      const of = async ({ ledger }: Opened) => ({
        page: await ledger.page(schedules, wanted, freeOperation()),
        counts: await ledger.counts?.(schedules, [given], freeOperation()),
      });
      expect(await of(indexed)).toEqual(await of(plain));
      expect(plain.asked.at(-1)).not.toContain('any(array[');
      const isBelow = indexed.asked.at(-1)?.includes('s.creator_account_id = any(array[');
      expect(isBelow).toBe(isOfOne(given.filters));
    }),
    { numRuns: 300 },
  );
});
