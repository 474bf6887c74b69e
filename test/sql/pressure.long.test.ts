// One client against the others on PostgreSQL: turns, connections, and what runs for no one.
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type RunningOperation, startOperation } from '../../src/operation.js';
import type { Server } from '../../src/server.js';
import type { Database } from '../../src/sql/engines/database.js';
import { openPostgres, type PostgresOptions } from '../../src/sql/engines/postgres.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { createTables } from '../../src/sql/tables/schema.js';
import { ask } from '../support/ask.js';
import { serve } from '../support/ledgers.js';

const postgres = inject('postgres');
const schema = `pressure_${process.pid}`;
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
const sleeping = (seconds: number) => sql`select pg_sleep(${seconds}::float8)`;
const free = () => startOperation({ timeout: 20_000, calls: 1000 });
const codeOf = (error: { code?: string }) => error.code;

describe.skipIf(!postgres)('on PostgreSQL', () => {
  let hand: pg.Client;
  const opened: Database[] = [];

  beforeAll(async () => {
    hand = new pg.Client({ connectionString: postgres });
    await hand.connect();
    // Whatever reads accounts takes a third of a second, as a table without an index does.
    await hand.query(`create schema ${schema}; set search_path to ${schema}; ${createTables};
      alter table entity rename to all_entities;
      create view entity as select * from all_entities where (select pg_sleep(0.3)) is not null;`);
  });
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await hand.query(`drop schema ${schema} cascade`);
    await hand.end();
  });

  function open(options: PostgresOptions): Database {
    const address = new URL(postgres);
    address.searchParams.set('options', `-c search_path=${schema}`);
    const database = openPostgres(address.href, options);
    opened.push(database);
    return database;
  }

  /** Statements of this file that the server is busy with: others that sleep have no parameters. */
  async function running(): Promise<number> {
    const { rows } = await hand.query(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep' and query like '%$1%'`,
    );
    return rows[0].count;
  }

  it('a client that asks for 190 slow lists and leaves, again and again, holds up no one', async () => {
    const database = open({ connections: 16 });
    const server: Server = await serve(sqlLedger(database));
    const slow = Array.from(
      { length: 190 },
      (_, n) => `a${n}: balances(first: 1, filter: { balance: { gt: ${n} } }) { timestamp }`,
    );
    const body = JSON.stringify({ query: `{ ${slow.join(' ')} }` });
    const attack = async () => {
      await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(200),
      }).catch(() => {});
    };
    const light = () => ask(server, '{ blocks(first: 1) { nodes { number } } }');
    await attack();
    await light();
    const waits: number[] = [];
    let most = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        const began = performance.now();
        expect((await light()).errors).toEqual([]);
        waits.push(performance.now() - began);
        most = Math.max(most, await running());
        await pause(10);
      }
    })();
    for (let round = 0; round < 10; round += 1) await Promise.all([attack(), pause(300)]);
    isOver = true;
    await others;
    waits.sort((a, b) => a - b);
    expect(waits[Math.floor(waits.length / 2)]).toBeLessThan(250);
    // Other tests run on the same processors; a queue behind 190 lists would be 4 seconds and more.
    expect(waits.at(-1)).toBeLessThan(1500);
    expect(most).toBeLessThanOrEqual(2);
    await expect.poll(running).toBe(0);
    await server.close();
  });

  it('an operation has no more than a few connections at a time', async () => {
    const database = open({ connections: 10 });
    const operation = free();
    let left = 12;
    const all = Array.from({ length: left }, () =>
      database.query(sleeping(0.3), operation).then(() => {
        left -= 1;
      }),
    );
    let most = 0;
    while (left > 0) most = Math.max(most, await running());
    await Promise.all(all);
    expect(most).toBe(4);
  });

  it('operations take turns, however many statements one of them has', async () => {
    const database = open({ connections: 2 });
    const greedy = free();
    let left = 60;
    const all = Array.from({ length: left }, () =>
      database.query(sleeping(0.02), greedy).then(() => {
        left -= 1;
      }),
    );
    await database.query(sql`select 1`, free());
    expect(left).toBeGreaterThan(50);
    await Promise.all(all);
  });

  it('where no connection gets free the code says that there is no room', async () => {
    const database = open({ connections: 1, patience: 300 });
    const long = database.query(sleeping(1), free());
    await expect(database.query(sql`select 1`, free())).rejects.toMatchObject({
      code: 'UPSTREAM_BUSY',
      detail: { retryAfter: 1 },
    });
    await long;
    expect(await database.query(sql`select 1 as a`, free())).toEqual([{ a: 1 }]);
  });

  it('what an operation does not wait for any more leaves the queue at once', async () => {
    const database = open({ connections: 1 });
    const long = database.query(sleeping(0.5), free());
    const operation = free();
    const told = Promise.allSettled(
      Array.from({ length: 50 }, () => database.query(sleeping(1), operation)),
    );
    operation.end();
    const began = performance.now();
    const codes = (await told).map((one) => codeOf((one as PromiseRejectedResult).reason));
    expect(codes).toEqual(Array(50).fill('UPSTREAM_TIMEOUT'));
    expect(performance.now() - began).toBeLessThan(200);
    await long;
    await database.query(sql`select 1`, free());
    expect(performance.now() - began).toBeLessThan(1500);
  });

  it('a statement is cancelled when its operation is over, and its connection stays', async () => {
    const database = open({ connections: 1 });
    const pid = async () =>
      (await database.query(sql`select pg_backend_pid() as a`, free()))[0]?.['a'];
    const before = await pid();
    const operation = free();
    const began = performance.now();
    const long = database.query(sleeping(10), operation).catch(codeOf);
    await pause(100);
    operation.end();
    expect(await long).toBe('UPSTREAM_TIMEOUT');
    expect(await pid()).toBe(before);
    expect(performance.now() - began).toBeLessThan(1500);
  });

  it('a request to cancel meets no other statement, whenever it comes', {
    timeout: 20_000,
  }, async () => {
    const database = open({ connections: 1 });
    for (let n = 0; n < 60; n += 1) {
      const operation: RunningOperation = free();
      const first = database.query(sleeping(0.004), operation).catch(codeOf);
      const next = [1, 2, 3].map(() => database.query(sleeping(0.002), free()));
      await pause(n % 8);
      operation.end();
      await first;
      await expect(Promise.all(next)).resolves.toHaveLength(3);
    }
  });
});
