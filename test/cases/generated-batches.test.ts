// What comes along with a batch is what is found by itself: generated batches, held against each transaction by its time.
import { describe, expect, it } from 'vitest';
import { numbersFrom } from '../fuzz/numbers.js';
import { ask } from '../support/ask.js';
import { backends, open } from '../support/backends.js';

const batches = 5;
const seed = 20_261_201;
const minute = 60_000_000_000n;
/** What is inside moves hbars, makes an account, or makes a schedule. */
const types = [14, 11, 42];
const success = 22;
const refused = 11;

interface Generated {
  readonly payerAccountId: string;
  readonly valid_start_timestamp: string;
  readonly consensus_timestamp: string;
  readonly type: number;
  readonly result: number;
  readonly nonce?: number;
  readonly scheduled?: boolean;
  readonly parent_consensus_timestamp?: string;
  readonly inner_transactions?: readonly (number | string)[];
}

/** A batch with what is inside, which was perhaps sent before, has caused others, and is executed soon or late. */
function batchOf(place: number, chance: (below: number) => number): readonly Generated[] {
  const start = 1_700_000_000_000_000_000n + BigInt(place) * 10_000n * minute;
  const at = (offset: bigint | number) => String(start + BigInt(offset));
  const payer = 20 + place;
  const own = { payerAccountId: `0.0.${payer}`, valid_start_timestamp: at(0) };
  const count = 1 + chance(3);
  const inside = Array.from({ length: count }, (_, index) => [payer, at(index + 1)] as const);
  const batch = { ...own, type: 74, result: success, consensus_timestamp: at(100) };
  const rows = inside.flatMap(([, valid], index): Generated[] => {
    const time = 110 + index * 10;
    const type = types[chance(types.length)] as number;
    const one = { ...own, valid_start_timestamp: valid, type, result: success };
    const soon = BigInt(chance(20)) * minute;
    const late = 40n * minute;
    const way = chance(3);
    const executed = { ...one, type: 14, scheduled: true };
    return [
      { ...one, consensus_timestamp: at(time), parent_consensus_timestamp: at(100) },
      ...(chance(2) ? [{ ...one, result: refused, consensus_timestamp: at(50 + index) }] : []),
      ...Array.from({ length: chance(3) }, (_, nonce) => ({
        ...{ ...one, type: 11, nonce: nonce + 1, consensus_timestamp: at(time + nonce + 1) },
        parent_consensus_timestamp: at(chance(2) ? 100 : time),
      })),
      ...(type === 42 && way < 2
        ? [{ ...executed, consensus_timestamp: at((way ? late : soon) + BigInt(time + 5)) }]
        : []),
    ];
  });
  return [{ ...batch, inner_transactions: inside.flat() }, ...rows];
}

const chance = numbersFrom(seed);
const families = Array.from({ length: batches }, (_, place) => batchOf(place, chance));
const transactions = families
  .flat()
  .map((one) => ({ nodeAccountId: '0.0.3', transfers: [], ...one }));
const accounts = [3, ...families.map((_, place) => 20 + place)].map((num) => ({ num, balance: 1 }));

const time = 'consensusTimestamp';
const fields = `${time} transactionId result parent { ${time} result } duplicates { ${time} }
  children { ${time} parent { ${time} result } } innerTransactions { ${time} parent { result } }
  scheduledTransaction { ${time} nonce }`;

const idOf = ([batch]: readonly Generated[]) =>
  `${batch?.payerAccountId}@${batch?.valid_start_timestamp.replace(/(\d{9})$/, '.$1')}`;

interface Row {
  readonly consensusTimestamp: string;
}

describe.each(backends)('on %s', (backend) => {
  it('all that comes with a batch is as it is by itself, and takes one more call at the most, for schedules', async () => {
    const server = await open(backend, { accounts, transactions });
    let compared = 0;
    for (const family of families) {
      server.calls.length = 0;
      const together = await ask(
        server,
        `{ transactionsById(id: "${idOf(family)}") { ${fields} } }`,
      );
      const schedules = family.filter(({ type }) => type === 42);
      const most = 1 + (schedules.length > 0 ? 1 : 0);
      expect(server.calls.length, server.calls.join(', ')).toBeLessThanOrEqual(most);
      expect(together.errors).toEqual([]);
      for (const row of together.data.transactionsById as Row[]) {
        const alone = await ask(server, `{ transaction(ref: "${row[time]}") { ${fields} } }`);
        expect(row, row[time]).toEqual(alone.data.transaction);
        compared += 1;
      }
    }
    await server.close();
    expect(compared).toBeGreaterThan(3 * batches);
  });
});
