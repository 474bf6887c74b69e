// Storage in the past: of each slot the newest change in a range of time, by pages in both directions.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filter, List, Order, Position } from '../../src/contract/resource.js';
import { contractState } from '../../src/contract/resources/contracts.js';
import { hookStorage } from '../../src/contract/resources/hooks.js';
import { engines, freeOperation, openChanging } from '../support/ledgers.js';

/** The slot that changes in each second; in some none does. */
const story = [1, 2, 2, 2, 5, 1, 3, 0, 2, 5, 7, 2, 1, 7, 7, 7, 2, 9, 1, 2];
const changes = [...story.entries()].filter(([, slot]) => slot !== 0);
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const bytes = (hex: string) => `decode('${hex}', 'hex')`;
const whole = (slot: number) => word(slot).slice(2);
/** As changes of contracts name slots: without the zeros in front. */
const stripped = (slot: number) => whole(slot).slice(-2);
const rows = (columns: string, named: typeof whole) =>
  changes
    .map(
      ([second, slot]) =>
        `(${columns}, ${second}000000000, ${bytes(named(slot))}, '\\x00', ${bytes(whole(second))})`,
    )
    .join(', ');

/** What is in each slot by the changes from the one second to the other. */
function expected(from: number, to: number, order: Order) {
  const newest = new Map<number, number>();
  for (const [second, slot] of changes)
    if (second >= from && second <= to) newest.set(slot, second);
  const sorted = [...newest].sort(([a], [b]) => (order === 'asc' ? a - b : b - a));
  return sorted.map(([slot, second]) => [word(slot), word(second)]);
}

const second = fc.integer({ min: 0, max: story.length });

describe.each(engines)('of what has changed on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openChanging>>;
  beforeAll(async () => {
    opened = await openChanging(engine, {});
    await opened.run(`insert into contract_state_change (contract_id, payer_account_id,
      consensus_timestamp, slot, value_read, value_written) values ${rows('5001, 2', stripped)}`);
    await opened.run(`insert into hook_storage_change (owner_id, hook_id,
      consensus_timestamp, key, value_read, value_written) values ${rows('5001, 1', whole)}`);
    await opened.release();
  });
  afterAll(() => opened?.ledger.close());

  async function walk(
    list: List,
    key: string,
    filters: readonly Filter[],
    order: Order,
    limit: number,
  ) {
    const seen: unknown[][] = [];
    for (let after: Position | null | undefined; after !== null; ) {
      const request = { key, filters, order, limit, ...(after && { after }) };
      const page = await opened.ledger.page(list, request, freeOperation());
      for (const row of (page?.items ?? []) as Record<string, unknown>[]) {
        seen.push([row['slot'] ?? row['key'], row['value']]);
      }
      after = page?.next ?? null;
    }
    return seen;
  }

  it.each([
    ['a contract', contractState as List, '0.0.5001'],
    ['a hook', hookStorage as List, '0.0.5001/1'],
  ])('each slot of %s is there once, as it was', async (_what, list, key) => {
    await fc.assert(
      fc.asyncProperty(
        second,
        second,
        fc.constantFrom<Order>('asc', 'desc'),
        fc.integer({ min: 1, max: 7 }),
        async (from, to, order, limit) => {
          const filters: Filter[] = [
            { parameter: 'timestamp', operator: 'gte', value: `${from}.000000000` },
            { parameter: 'timestamp', operator: 'lte', value: `${to}.000000000` },
          ];
          expect(await walk(list, key, filters, order, limit)).toEqual(expected(from, to, order));
        },
      ),
      { numRuns: 60, seed: 5 },
    );
  });
});
