// Searches of logs by topic over a mirror node, which takes a week at a time: walked as if it took any time.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { positionOf } from '../../src/contract/position.js';
import type { Filter, Operator, Order } from '../../src/contract/resource.js';
import { logs, logsOfContract } from '../../src/contract/resources/contract-logs.js';
import type { Ledger, PageRequest } from '../../src/ledger.js';
import { counted, freeOperation, openCase, remote, serve } from '../support/ledgers.js';

const day = 86_400_000_000_000n;
const begin = 1_700_000_000_000_000_000n;
const [wanted, other] = ['aa'.repeat(32), 'bb'.repeat(32)];
const contract = '0.0.5001';

/** Days on which something was logged: close together, a week apart to the nanosecond, and years. */
const times = [0n, 1n, 3n, 10n, 17n, 400n, 401n, 1200n].map((days) => begin + days * day);
const contractlogs = times.flatMap((consensus_timestamp, place) =>
  [0, 1, 2].map((index) => ({
    consensus_timestamp,
    index,
    contract_id: 5001,
    topic0: (index + place) % 3 === 0 ? wanted : other,
  })),
);

let database: ReturnType<typeof counted>;
let overHttp: Ledger;

beforeAll(async () => {
  database = counted(await openCase('embedded', { contractlogs }));
  const server = await serve(database);
  overHttp = remote(server.url);
  return async () => {
    await overHttp.close();
    await server.close();
  };
});

async function walk(ledger: Ledger, request: Omit<PageRequest, 'limit'>, limit: number) {
  const list = request.key === undefined ? logs : logsOfContract;
  const places: string[] = [];
  let after: readonly string[] | undefined = request.after;
  for (let pages = 0; ; pages += 1) {
    expect(pages).toBeLessThan(60);
    const asked = { ...request, limit, ...(after && { after }) };
    const page = await ledger.page(list, asked, freeOperation());
    places.push(...(page?.items ?? []).map((row) => positionOf(list, row).join('/')));
    if (!page?.next) return places;
    after = page.next;
  }
}

const printed = (at: bigint) =>
  `${at / 1_000_000_000n}.${String(at % 1_000_000_000n).padStart(9, '0')}`;
const topic: Filter = { parameter: 'topic0', operator: 'eq', value: `0x${wanted}` };
const time = (operator: Operator, at: bigint): Filter => ({
  parameter: 'timestamp',
  operator,
  value: printed(at),
});

describe('a search of logs by topic', () => {
  it.each(['asc', 'desc'] as const)(
    'finds all that there are without a range, %s',
    async (order) => {
      const request = { filters: [topic], order };
      const found = await walk(overHttp, request, 100);
      expect(found).toHaveLength(contractlogs.filter(({ topic0 }) => topic0 === wanted).length);
      expect(found).toEqual(await walk(database, request, 100));
    },
  );

  it('passes over years without a log in two calls', async () => {
    const before = database.calls.length;
    await walk(overHttp, { filters: [topic], order: 'desc', key: contract }, 100);
    // Two calls for each span with logs, and not one for each of 171 weeks.
    expect(database.calls.length - before).toBeLessThan(20);
  });

  const bound = fc.record({
    operator: fc.constantFrom<Operator>('gt', 'gte', 'lt', 'lte'),
    at: fc.constantFrom(...times),
    more: fc.constantFrom(-1n, 0n, 1n),
  });

  it('finds the same as a database does, whatever the range, the order, the page and the place', async () => {
    const asked = fc.record({
      order: fc.constantFrom<Order>('asc', 'desc'),
      limit: fc.constantFrom(1, 2, 100),
      bounds: fc.uniqueArray(bound, {
        maxLength: 2,
        selector: ({ operator }) => operator[0] as string,
      }),
      after: fc.option(fc.constantFrom(...times), { nil: undefined }),
      isOfContract: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ order, limit, bounds, after, isOfContract }) => {
        const request = {
          filters: [topic, ...bounds.map(({ operator, at, more }) => time(operator, at + more))],
          order,
          ...(after !== undefined && { after: [printed(after), '1'] }),
          ...(isOfContract && { key: contract }),
        };
        expect(await walk(overHttp, request, limit)).toEqual(await walk(database, request, limit));
      }),
      { numRuns: 25 },
    );
  });
});
