// Conditions that could make a statement read a whole table: few such statements run at once, or none is needed.
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filter, List, Order } from '../../src/contract/resource.js';
import { accounts } from '../../src/contract/resources/accounts.js';
import { balances } from '../../src/contract/resources/balances.js';
import { type BlockRow, blocks } from '../../src/contract/resources/blocks.js';
import { contractResults } from '../../src/contract/resources/contract-results.js';
import { contractState } from '../../src/contract/resources/contracts.js';
import { hookStorage } from '../../src/contract/resources/hooks.js';
import { nfts, tokenNfts } from '../../src/contract/resources/nfts.js';
import { schedules } from '../../src/contract/resources/schedules.js';
import { tokenBalances, tokens } from '../../src/contract/resources/tokens.js';
import { transactions } from '../../src/contract/resources/transactions.js';
import type { Ledger, PageRequest } from '../../src/ledger.js';
import { isLong, type Reads } from '../../src/sql/engines/database.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import { blocks as query } from '../../src/sql/resources/blocks.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { createTables } from '../../src/sql/tables/schema.js';
import { freeOperation, openEmpty } from '../support/ledgers.js';

const count = 10_000;
const timeOf = (number: number) => `${1_700_000_000 + number}.000000000`;
const filter = (parameter: string, operator: Filter['operator'], value: string): Filter => ({
  parameter,
  operator,
  value,
});
const time = (operator: Filter['operator'], number: number) =>
  filter('timestamp', operator, timeOf(number));
const number = (operator: Filter['operator'], value: number) =>
  filter('block.number', operator, String(value));
const account = (operator: Filter['operator'], id = '0.0.99') => filter('account.id', operator, id);

let database: EmbeddedDatabase;
let ledger: Ledger;
let reads: (Reads | undefined)[] = [];

beforeAll(async () => {
  database = await openEmpty();
  await database.exec(`${createTables}; insert into record_file
    (index, name, hash, prev_hash, file_hash, consensus_start, consensus_end, load_start, load_end, count, digest_algorithm, version)
    select n, n || '.rcd', lpad(n::text, 96, '0'), '', '', (1700000000 + n) * 1000000000 - 999999999, (1700000000 + n) * 1000000000, 0, 0, 1, 0, 6
    from generate_series(1::bigint, ${count}) as n; analyze record_file`);
  ledger = sqlLedger({
    ...database,
    query(statement, operation, how) {
      reads.push(how);
      return database.query(statement, operation, how);
    },
  });
});
afterAll(() => database.close());

const page = <T>(list: List<T>, request: Partial<PageRequest>) =>
  ledger.page(list, { filters: [], order: 'desc', limit: 25, ...request }, freeOperation());

it.each([
  ['a range of accounts', [account('gt')], true],
  ['all accounts but one', [account('ne')], true],
  ['a range of accounts and one of time', [account('lte'), time('gte', 1)], true],
  ['two accounts', [account('eq'), account('eq', '0.0.98')], true],
  ['an account', [account('eq')], false],
  ['an account in a range of time', [account('eq'), time('gte', 1)], false],
  ['a range of time', [time('gte', 1)], false],
])('transactions and results of %s', async (_what, filters, isOfTable) => {
  reads = [];
  await page(transactions, { filters });
  expect(reads.some(isLong)).toBe(isOfTable);
  reads = [];
  const from = filters.map((one) => ({
    ...one,
    parameter: one.parameter.replace('account.id', 'from'),
  }));
  await page(contractResults, { filters: from });
  expect(reads.some(isLong)).toBe(isOfTable);
});

it.each([
  ['accounts', accounts, 'account.publickey', '02ab', undefined],
  ['balances', balances, 'account.publickey', '02ab', undefined],
  ['holders', tokenBalances, 'account.publickey', '02ab', '0.0.5'],
  ['NFTs of an account', nfts, 'spender.id', '0.0.99', '0.0.5'],
  ['NFTs of a token', tokenNfts, 'account.id', '0.0.99', '0.0.5'],
  ['schedules', schedules, 'account.id', '0.0.99', undefined],
] as const)(
  '%s may be looked for in a whole table by a range, and not by one value',
  async (_what, list, parameter, value, key) => {
    for (const operator of ['eq', 'gte', 'ne'] as const) {
      reads = [];
      const filters = [filter(parameter, operator, value)];
      await page(list as List, { filters, ...(key !== undefined && { key }) });
      expect(reads.some(isLong), operator).toBe(operator !== 'eq');
    }
  },
);

it.each([
  ['contract', contractState, '0.0.5'],
  ['hook', hookStorage, '0.0.5/1'],
] as const)(
  'slots of a %s may all be looked through for those of a time',
  async (_what, list, key) => {
    for (const filters of [[], [time('lte', 5)]]) {
      reads = [];
      await page(list as List, { filters, key });
      expect(reads.some(isLong)).toBe(filters.length > 0);
    }
  },
);

it('tokens of one public key are found by it, whoever else has tokens', async () => {
  reads = [];
  await page(tokens, { filters: [filter('publickey', 'eq', '02ab')] });
  expect(reads.some(isLong)).toBe(false);
});

it('transactions of one type are read off an index', async () => {
  reads = [];
  await page(transactions, { filters: [filter('transactiontype', 'eq', 'CONTRACTCALL')] });
  expect(reads).toEqual(['index']);
});

it('transactions of one account each are read off an index, however many there are', async () => {
  reads = [];
  const one = { order: 'desc', limit: 25 } as const;
  const requests = ['0.0.97', '0.0.98'].map((id) => ({ ...one, filters: [account('eq', id)] }));
  await ledger.pages(transactions, requests, freeOperation());
  expect(reads.some(isLong)).toBe(false);
});

describe('blocks by their time and number', () => {
  const behind = (at: number): Partial<PageRequest> => ({ after: [String(at)] });
  const cases: [Order, Filter[], Partial<PageRequest>, number[]][] = [
    ['desc', [number('gte', 1), time('lt', 5000)], {}, [4999, 4998]],
    ['asc', [number('gte', 1), time('gte', 5000)], {}, [5000, 5001]],
    ['asc', [time('gt', 1), number('gt', 7000)], {}, [7001, 7002]],
    ['desc', [time('lte', 9000), number('lt', 12)], {}, [11, 10]],
    ['desc', [time('gte', 1)], behind(5000), [4999, 4998]],
    ['asc', [time('lte', 9000)], behind(8000), [8001, 8002]],
    ['desc', [time('lt', 1), number('gte', 1)], {}, []],
    ['asc', [time('gt', count), number('gte', 1)], {}, []],
    ['asc', [time('gte', 3000), time('lt', 3002), number('gte', 1)], {}, [3000, 3001]],
    ['asc', [time('eq', 3000), number('gte', 1)], {}, [3000]],
  ];

  it.each(cases)(
    '%s %o %o are read off an index where they begin',
    async (order, filters, more, all) => {
      const found = await page<BlockRow>(blocks, { filters, order, limit: 2, ...more });
      expect(found?.items.map((item) => Number(item.number))).toEqual(all);
      const request: PageRequest = { filters, order, limit: 2, ...more };
      const { text, values } = query.select(request, [sql`0`], Date);
      const lines = await database.run(
        `explain (analyze, format text) ${text}`,
        values as unknown[],
      );
      const plan = lines.map((line) => Object.values(line as object)[0]).join('\n');
      const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => rows);
      expect(Math.max(0, ...removed.map(Number)), plan).toBeLessThan(10);
      expect(plan).not.toMatch(/Seq Scan/);
    },
  );
});
