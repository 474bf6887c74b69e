// What the living sample tells adds up: sums of transfers, fees, balances, the chain of blocks, the order of time.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Cast, readCast } from '../../src/sample/living-cast.js';
import { type Tick, tellStory } from '../../src/sample/living-story.js';
import type { SampleTable } from '../../src/sample/table.js';
import { openSampleSchema } from '../support/ledgers.js';

const many = 600;

type Row = Readonly<Record<string, unknown>>;

const rowsOf = ({ columns, rows }: SampleTable): Row[] =>
  rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
const rowsIn = ({ tables }: Tick, name: string): Row[] =>
  tables.filter(({ table }) => table === name).flatMap(rowsOf);
const sum = (rows: readonly Row[], member: string): bigint =>
  rows.reduce((total, row) => total + BigInt(row[member] as bigint), 0n);
const balancesOf = ({ people }: Cast) =>
  new Map([...people.values()].map(({ num, balance }) => [num, balance]));
const held = ({ holdings }: Cast) =>
  new Map(holdings.flat().map(({ account, token, balance }) => [`${account}/${token}`, balance]));

describe('a living sample', () => {
  let ticks: Tick[];
  let cast: Cast;
  let balances: Map<number, bigint>;
  let holdings: Map<string, bigint>;

  beforeAll(async () => {
    cast = await readCast(await openSampleSchema());
    balances = balancesOf(cast);
    holdings = held(cast);
    const story = tellStory(cast);
    // What is another now is told by what the cast holds after each block.
    ticks = Array.from({ length: many }, () => {
      const tick = story.next();
      return { ...tick, people: tick.people.map((one) => ({ ...one })) };
    });
  });

  it('moves nothing that comes from nowhere, of hbars as of tokens', () => {
    for (const tick of ticks) {
      const [hbars, tokens] = [rowsIn(tick, 'crypto_transfer'), rowsIn(tick, 'token_transfer')];
      for (const { consensus_timestamp: at } of rowsIn(tick, 'transaction')) {
        const own = (row: Row) => row['consensus_timestamp'] === at;
        expect(sum(hbars.filter(own), 'amount')).toBe(0n);
        expect(sum(tokens.filter(own), 'amount')).toBe(0n);
      }
    }
  });

  it('leaves each account with what it had and its transfers, never below nothing', () => {
    for (const tick of ticks) {
      for (const { entity_id, amount } of rowsIn(tick, 'crypto_transfer')) {
        const before = balances.get(Number(entity_id)) as bigint;
        balances.set(Number(entity_id), before + BigInt(amount as bigint));
      }
      const ends = new Map(tick.people.map(({ num, balance }) => [num, balance]));
      for (const [num, balance] of ends) {
        expect(balance).toBe(balances.get(num));
        expect(balance).toBeGreaterThanOrEqual(0n);
      }
      for (const { account_id, token_id, amount } of rowsIn(tick, 'token_transfer')) {
        const key = `${account_id}/${token_id}`;
        holdings.set(key, (holdings.get(key) as bigint) + BigInt(amount as bigint));
        expect(holdings.get(key)).toBeGreaterThanOrEqual(0n);
      }
    }
    expect(balances).toEqual(balancesOf(cast));
    expect(holdings).toEqual(held(cast));
  });

  it('gives the whole fee of each transaction to its node, the stakers and the network', () => {
    for (const tick of ticks) {
      const transfers = rowsIn(tick, 'crypto_transfer');
      for (const one of rowsIn(tick, 'transaction')) {
        const own = transfers.filter(
          (row) => row['consensus_timestamp'] === one['consensus_timestamp'],
        );
        const takers = [98, 800, one['node_account_id']];
        const given = own.filter((row) => takers.includes(row['entity_id'] as number));
        expect(sum(given, 'amount')).toBe(one['charged_tx_fee']);
        if (one['result'] === 22) continue;
        // Of what failed nothing but the fee is moved.
        expect(own.length === 0 || own.length === given.length + 1).toBe(true);
      }
    }
  });

  it('links each block to the one before it, and counts its transactions', () => {
    let [hash, index] = [cast.hash, 91_207_000];
    let before = 0n;
    for (const tick of ticks) {
      const [block, ...others] = rowsIn(tick, 'record_file') as [Row];
      expect(others).toEqual([]);
      expect(block).toMatchObject({ prev_hash: hash, index: index + 1 });
      const times = rowsIn(tick, 'transaction').map((row) => row['consensus_timestamp'] as bigint);
      expect(block).toMatchObject({
        count: times.length,
        consensus_start: times[0],
        consensus_end: times.at(-1),
      });
      for (const at of times) {
        expect(at).toBeGreaterThan(before);
        before = at;
      }
      [hash, index] = [block['hash'] as string, index + 1];
    }
  });

  it('numbers the messages of its topic without a gap', () => {
    const numbers = ticks
      .flatMap((tick) => rowsIn(tick, 'topic_message'))
      .map((row) => row['sequence_number']);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] as bigint) + BigInt(index)));
    expect(numbers.length).toBe(many / 2);
  });

  it('brings all that can be subscribed to within 30 blocks, wherever they begin', () => {
    for (let start = 0; start + 30 <= many; start += 7) {
      const some = ticks.slice(start, start + 30);
      for (const table of [
        'topic_message',
        'token_transfer',
        'schedule',
        'transaction_signature',
      ]) {
        expect(some.flatMap((tick) => rowsIn(tick, table)).length, table).toBeGreaterThan(0);
      }
      expect(some.flatMap(({ schedules }) => schedules).length).toBeGreaterThan(0);
    }
    const logs = ticks.flatMap((tick) => rowsIn(tick, 'contract_log'));
    expect(logs.length).toBeGreaterThan(many / 10);
  });

  it('leaves alone whom documents name', () => {
    const moved = new Set(ticks.flatMap(({ people }) => people.map(({ num }) => num)));
    expect([...moved].filter((num) => num > 1000 && num < 9_000_000)).toEqual([]);
  });

  it('is the same for the same start', async () => {
    const again = tellStory(await readCast(await openSampleSchema()));
    for (const tick of ticks.slice(0, 50)) {
      expect(again.next().tables).toEqual(tick.tables);
    }
  });
});
