// Statements that nobody could tell to be long: one client has its share of the connections, and others theirs.
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { startOperation } from '../../src/operation.js';
import type { Server } from '../../src/server.js';
import type { Database } from '../../src/sql/engines/database.js';
import { openPostgres } from '../../src/sql/engines/postgres.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { createTables } from '../../src/sql/tables/schema.js';
import { openEmpty, serve } from '../support/ledgers.js';

const postgres = inject('postgres');
const schema = `share_${process.pid}`;
/** Seconds that a page of allowances takes, as one that looks through those that are spent. */
const long = 1.5;
const connections = 16;

it('in the embedded engine, which has one statement at a time, clients take turns', async () => {
  const database = await openEmpty();
  const sleep = (client: string) =>
    database.query(
      sql`select pg_sleep(0.02)`,
      startOperation({ timeout: 20_000, calls: 1 }, {}, client),
    );
  let left = 60;
  const many = Array.from({ length: left }, () =>
    sleep('many').then(() => {
      left -= 1;
    }),
  );
  await sleep('one');
  await sleep('one');
  // Two are with the engine already, and one comes before each of the two.
  expect(left).toBeGreaterThan(50);
  await Promise.all(many);
});

describe.skipIf(!postgres)('on PostgreSQL', () => {
  let hand: pg.Client;
  let database: Database;
  let server: Server;

  beforeAll(async () => {
    hand = new pg.Client({ connectionString: postgres });
    await hand.connect();
    await hand.query(`create schema ${schema}; set search_path to ${schema}; ${createTables};
      alter table crypto_allowance rename to all_allowances;
      create view crypto_allowance as
        select * from all_allowances where (select pg_sleep(${long})) is not null;`);
    const address = new URL(postgres);
    address.searchParams.set('options', `-c search_path=${schema}`);
    address.searchParams.set('application_name', schema);
    database = openPostgres(address.href, { connections });
    server = await serve(sqlLedger(database), { trustProxy: true });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
    await hand.query(`drop schema ${schema} cascade`);
    await hand.end();
  });

  /** What a client is told, and after how many milliseconds. */
  async function ask(client: string, path: string) {
    const began = performance.now();
    const { status } = await fetch(`${server.url}/api/v1/${path}`, {
      headers: { 'x-forwarded-for': client },
    });
    return { status, time: performance.now() - began };
  }
  const allowances = (account: number) => `accounts/0.0.${account}/allowances/crypto`;

  /** Statements of this file that sleep. */
  async function running(): Promise<number> {
    const { rows } = await hand.query(
      `select count(*)::int as count from pg_stat_activity
        where wait_event = 'PgSleep' and application_name = $1`,
      [schema],
    );
    return rows[0].count;
  }

  it('one client that asks for 64 of them has half of the connections, and the next ones no wait', async () => {
    const all = Promise.all(
      Array.from({ length: 64 }, (_, n) => ask('203.0.113.1', allowances(1000 + n))),
    );
    await vi.waitFor(async () => expect(await running()).toBe(connections / 2));
    const same = ['203.0.113.2', '203.0.113.3'].map((client) => ask(client, allowances(2000)));
    const quick = [];
    for (let n = 0; n < 20; n += 1) {
      quick.push(await ask('203.0.113.4', `blocks?limit=1&block.number=${n}`));
      expect(await running()).toBeLessThanOrEqual(connections / 2 + same.length);
    }
    // Other tests run on the same processors; behind the 64 they would wait for seconds.
    expect(Math.max(...quick.map(({ time }) => time))).toBeLessThan(1000);
    for (const { time } of await Promise.all(same)) expect(time).toBeLessThan(long * 1000 + 1000);
    const others = [...quick, ...(await Promise.all(same))];
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
    // It has asked for more than it has time for.
    expect(new Set((await all).map(({ status }) => status))).toEqual(new Set([200, 503]));
  }, 30_000);
});
