// PostgreSQL plans once what is asked again and again, and nothing breaks where it may not.
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Filter } from '../../src/contract/resource.js';
import { account, accounts } from '../../src/contract/resources/accounts.js';
import { balances } from '../../src/contract/resources/balances.js';
import { blocks } from '../../src/contract/resources/blocks.js';
import type { Ledger } from '../../src/ledger.js';
import type { Database } from '../../src/sql/engines/database.js';
import { openPostgres, type PostgresOptions } from '../../src/sql/engines/postgres.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { createTables } from '../../src/sql/tables/schema.js';
import { freeOperation } from '../support/ledgers.js';

const postgres = inject('postgres');
const schema = `plans_${process.pid}`;

async function administer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  await client.query(`set search_path to ${schema}; ${text}`);
  await client.end();
}

const blockRow = `insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start,
  consensus_end, count, digest_algorithm, version, file_hash, index)
  values ('a', 1, 1, 'ab', 'cd', 1, 2, 7, 1, 1, 'ef', 5)`;

describe.skipIf(!postgres)('on PostgreSQL', () => {
  let database: Database;
  let ledger: Ledger;

  beforeAll(() => administer(`create schema ${schema}; ${createTables}; ${blockRow}`));
  afterEach(() => database.close());
  afterAll(() => administer(`drop schema ${schema} cascade`));

  /** A ledger over a single connection, so that its statements can be looked at through it. */
  function open(options: PostgresOptions = {}): void {
    const address = new URL(postgres);
    address.searchParams.set('options', `-c search_path=${schema}`);
    database = openPostgres(address.href, { ...options, connections: 1 });
    ledger = sqlLedger(database);
  }

  const kept = async (): Promise<readonly string[]> => {
    const names = sql`select name from pg_prepared_statements where name like 'mirrorql%'`;
    return (await database.query(names, freeOperation())).map(({ name }) => name as string);
  };
  const ask = (text: string) => database.query(sql([text]), freeOperation());

  async function newest(limit = 25) {
    const page = await ledger.page(blocks, { filters: [], order: 'desc', limit }, freeOperation());
    return page?.items.map(({ number, count }) => [number, count]);
  }

  async function times(count: number, run: () => Promise<unknown>): Promise<void> {
    for (let index = 0; index < count; index += 1) await run();
  }

  const one = [[5, 7]];

  it('keeps the plan of a page from the third time on', async () => {
    open();
    await times(2, newest);
    expect(await kept()).toEqual([]);
    expect(await newest()).toEqual(one);
    expect(await newest()).toEqual(one);
    expect(await kept()).toHaveLength(1);
  });

  it('keeps one plan for all accounts, however many are asked for at once', async () => {
    open();
    const many = (...keys: string[]) =>
      ledger.many(account, keys, { filters: [] }, freeOperation());
    await many('0.0.1', '0.0.2');
    await many('0.0.3', '0.0.4', '0.0.5');
    expect(await kept()).toEqual([]);
    await many('0.0.6', '0.0.7', '0.0.8', '0.0.9');
    expect(await kept()).toHaveLength(1);
  });

  it('keeps none where the values decide how the rows are found', async () => {
    open();
    const filters: Filter[] = [{ parameter: 'account.balance', operator: 'gt', value: '1' }];
    await times(4, () =>
      ledger.page(balances, { filters, order: 'desc', limit: 25 }, freeOperation()),
    );
    expect(await kept()).toEqual([]);
  });

  it('keeps no more than a hundred on a connection', async () => {
    open();
    for (let limit = 1; limit <= 105; limit += 1) await times(3, () => newest(limit));
    expect(await kept()).toHaveLength(100);
  });

  it('keeps none when it is told so', async () => {
    open({ noPreparedStatements: true });
    await times(4, newest);
    expect(await kept()).toEqual([]);
  });

  const losses: [string, () => Promise<unknown>][] = [
    ['a pooler gives a connection that has no such plan', () => ask('deallocate all')],
    [
      'a column has got another type',
      () => administer('alter table record_file alter column count type int'),
    ],
  ];
  it.each(losses)('answers, and keeps no plan from then on, where %s', async (_case, lose) => {
    open();
    await times(3, newest);
    await lose();
    expect(await newest()).toEqual(one);
    await ask('deallocate all');
    await times(3, () => newest(24));
    expect(await kept()).toEqual([]);
  });

  it('answers out of tables that were made anew, whose types are others by the same names', async () => {
    open();
    const page = { filters: [], order: 'desc', limit: 25 } as const;
    const some = async () => (await ledger.page(accounts, page, freeOperation()))?.items;
    await times(4, some);
    expect(await kept()).toHaveLength(1);
    await administer(
      `drop schema ${schema} cascade; create schema ${schema}; ${createTables}; ${blockRow}`,
    );
    expect(await some()).toEqual([]);
  });

  it('gives the names that others have, or that were lost, to what is asked after a renewal', async () => {
    open({ renewal: 400 });
    await ask('select 1');
    await times(3, newest);
    const [name] = await kept();
    await ask('deallocate all');
    expect(await newest()).toEqual(one);
    const asked = async () => (await times(3, newest)) ?? (await kept());
    await expect.poll(asked, { timeout: 5000, interval: 20 }).toEqual([name]);
  });

  it('answers where a pooler gives a connection that has the plan of another process', async () => {
    open();
    await times(3, newest);
    const [name] = await kept();
    await database.close();
    open();
    await times(2, newest);
    await ask(`prepare ${name} as select 1`);
    expect(await newest()).toEqual(one);
  });
});
