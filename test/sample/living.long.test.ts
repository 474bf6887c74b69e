// The sample lives in its database: served, subscribed to, pruned, and told again where the engine has begun anew.
import { readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Living, live } from '../../src/sample/living.js';
import { openSampleDatabase, type SampleDatabase } from '../../src/sample/prepared.js';
import type { Server } from '../../src/server.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { freeOperation, serve } from '../support/ledgers.js';
import { eventually, listen } from '../support/listen.js';

/** 15 minutes of its time, after which a snapshot of the balances is due. */
const quarter = 450;
const keep = 200;

const newest = '{ blocks(first: 1) { nodes { number hash previousHash } } }';

describe('the living sample', () => {
  let database: SampleDatabase;
  let living: Living;
  let server: Server;
  let ticking: Promise<void> | undefined;
  let isOver = false;

  const count = async (table: string, column = 'consensus_timestamp') => {
    const text = `select count(*) as n from ${table} where ${column} >= 1795176000000000000`;
    return Number((await database.run(text))[0]?.['n']);
  };
  const times = async (total: number) => {
    for (let done = 0; done < total; done += 1) await living.tick();
  };

  beforeAll(async () => {
    database = await openSampleDatabase({ statementTimeout: 1500 });
    await database.kept;
    living = live(database, keep);
    const ledger = sqlLedger(database, living.clock);
    server = await serve(ledger, {
      live: { interval: 100 },
      rest: { now: () => living.clock.now() },
    });
  });
  afterAll(async () => {
    isOver = true;
    await ticking;
    await server.close();
    await database.close();
  });

  it('begins where the sample ends', async () => {
    const before = (await ask(server, newest)).data.blocks.nodes[0];
    await living.tick();
    // Answers about the newest block are kept for a second.
    await eventually(async () => (await ask(server, newest)).data.blocks.nodes[0]).toMatchObject({
      number: String(Number(before.number) + 1),
      previousHash: before.hash,
    });
    expect(living.clock.now()).toBe(1_795_176_002_000);
  });

  it('is reached by who waits for an instant', async () => {
    const waiting = get(server, '/api/v1/blocks?limit=1', {
      headers: { 'x-mirrorql-wait-for': '1795176004.000000000' },
    });
    await times(3);
    const { status, body } = await waiting;
    expect(status).toBe(200);
    expect(Number(body.blocks[0].timestamp.to)).toBeGreaterThanOrEqual(1795176004);
  });

  it('has an event for each subscription', async () => {
    const { data } = await ask(server, '{ balances(first: 5) { nodes { account { entityId } } } }');
    const [account] = data.balances.nodes.map((one: typeof data) => one.account.entityId);
    const told = readFileSync(new URL('../../docs/live.md', import.meta.url), 'utf8');
    // Until the next schedule is there.
    await times(15);
    const [row] = await database.run('select max(schedule_id) as id from schedule');
    const [topic] = await database.run("select max(id) as id from entity where type = 'TOPIC'");
    const wanted: [name: string, query: string, count: number][] = [
      ['blockAdded', '{ blockAdded { node { number } } }', 2],
      ['messageAdded', `{ messageAdded(topic: "0.0.${topic?.['id']}") { node { text } } }`, 2],
      ['logAdded', '{ logAdded(contract: "0.0.5001") { node { data } } }', 2],
      ['transactionAdded', `{ transactionAdded(account: "${account}") { node { name } } }`, 1],
      // Both tell what is, and then what is new.
      ['balanceChanged', `{ balanceChanged(account: "${account}") { hbars } }`, 2],
      ['scheduleChanged', `{ scheduleChanged(id: "0.0.${row?.['id']}") { executedTimestamp } }`, 2],
    ];
    // What the documentation says has something to tell.
    for (const [name, query] of wanted) {
      expect(told).toContain(name === 'scheduleChanged' ? name : query.split(' { ')[0]?.slice(2));
    }
    const listeners = wanted.map(([, query]) => listen(server, `subscription ${query}`));
    ticking = (async () => {
      while (!isOver) {
        await living.tick();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    for (const [index, [name, , events]] of wanted.entries()) {
      const found = await listeners[index]?.first(events);
      expect(
        found?.map(({ errors }) => errors),
        name,
      ).toEqual(Array(events).fill(undefined));
    }
    isOver = true;
    await ticking;
    for (const listener of listeners) listener.leave();
  });

  it('takes a snapshot of who has changed, which balances of a time are read from', async () => {
    await times(quarter - living.clock.ticks);
    const { body } = await get(server, '/api/v1/balances?timestamp=1795176900&limit=3');
    expect(body.timestamp).toBe('1795176900.000000000');
    const present = await get(server, '/api/v1/balances?limit=3');
    const amounts = ({ balances }: typeof body) =>
      balances.map(({ account, balance }: typeof body) => [account, balance]);
    expect(amounts(body)).toEqual(amounts(present.body));
    const before = await get(server, '/api/v1/balances?timestamp=1795176899&limit=3');
    expect(before.body.timestamp).toBe('1795175100.000000000');
    // Those who have changed since the last one, and not everyone.
    expect(await count('account_balance')).toBeLessThan(1500);
  });

  it('keeps so many blocks and no more, and all of the sample', async () => {
    await times(50);
    expect(await count('record_file', 'consensus_end')).toBe(keep);
    expect(await count('transaction')).toBeLessThan(keep * 6);
    expect(await count('schedule')).toBeLessThan(keep / 10);
    const [all] = await database.run('select count(*) as n from record_file');
    expect(Number(all?.['n'])).toBe(keep + 3000);
  });

  it('tells the same again where the engine has begun anew', async () => {
    const state = async () => ({
      block: (await database.run('select hash from record_file order by index desc limit 1'))[0],
      balances: await database.run('select id, balance from entity order by id desc limit 60'),
      tokens: await database.run(
        'select account_id, balance from token_account where token_id = 9100001 order by 1',
      ),
    });
    const before = await state();
    const heavy = sql`select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b`;
    await expect(database.query(heavy, freeOperation())).rejects.toThrow();
    expect(await count('record_file', 'consensus_end')).toBe(0);
    const { ticks } = living.clock;
    await living.tick();
    expect(living.clock.ticks).toBe(ticks + 1);
    expect(await count('record_file', 'consensus_end')).toBe(keep + 1);
    const [linked] = await database.run(
      'select prev_hash as hash from record_file order by index desc limit 1',
    );
    expect(linked).toEqual(before.block);
    // But for what the last block has changed, all is as it was.
    const after = await state();
    const same = after.balances.filter((row, index) => {
      return row['balance'] === before.balances[index]?.['balance'];
    });
    expect(same.length).toBeGreaterThan(50);
    expect(after.tokens.length).toBe(before.tokens.length);
  });
});
