// Results that only logs tell of, among those of calls: held against a plain reading of the contract (G.8).
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { backends, open, type Running } from '../support/backends.js';

const contract = 700;
const second = 1_000_000_000;
const at = (place: number) => (1_700_000_000 + place) * second;
const printed = (time: number) => `${time / second}.000000000`;

interface Call {
  readonly nonce: number;
  readonly index: number;
}
interface Log {
  readonly contract: number;
  readonly index: number;
  readonly synthetic: boolean | null;
}
const call = (nonce: number, index: number): Call => ({ nonce, index });
const log = (of: number, index: number, synthetic: boolean | null = true): Log => {
  return { contract: of, index, synthetic };
};

/** At each time a call or none, and logs whose order is their place in the list. */
const times: readonly (readonly [Call | null, ...Log[]])[] = [
  [null, log(701, 0), log(702, 0)],
  [call(0, 0), log(701, 0)],
  [call(0, 1)],
  [call(1, 2), log(703, 2)],
  [null, log(704, 1, null), log(705, 1, false)],
  [null, log(706, 1, false), log(707, 1)],
  // Of an index of its own: the call is not on a page of calls with that of the log.
  [call(0, 1), log(708, 2)],
  [null, log(709, 2)],
  [call(1, 0)],
  [call(0, 2), log(710, 2), log(711, 2)],
];
const blocks = [
  { index: 1, consensus_start: at(0), consensus_end: at(4) },
  { index: 2, consensus_start: at(5), consensus_end: at(9) },
];

const setup = {
  recordFiles: blocks.map((block) => ({ ...block, hash: `0${block.index}`.repeat(48) })),
  contractresults: times.flatMap(([result], place) => {
    const own = { consensus_timestamp: at(place), contract_id: contract, sender_id: 5 };
    if (!result) return [];
    return [{ ...own, transaction_nonce: result.nonce, transaction_index: result.index }];
  }),
  contractlogs: times.flatMap(([, ...logs], place) =>
    logs.map(({ contract: contract_id, index: transaction_index, synthetic }, index) => ({
      ...{ consensus_timestamp: at(place), contract_id, index, synthetic, transaction_index },
    })),
  ),
};

interface Asked {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly internal: boolean;
  readonly block: number | undefined;
  readonly indexes: readonly number[];
  readonly from: number | undefined;
  readonly until: number | undefined;
}

const searchOf = ({ order, limit, internal, block, indexes, from, until }: Asked) => [
  ...[`order=${order}`, `limit=${limit}`, `internal=${internal}`],
  ...(block === undefined ? [] : [`block.number=${block}`]),
  ...indexes.map((index) => `transaction.index=${index}`),
  ...(from === undefined ? [] : [`timestamp=gte:${printed(at(from))}`]),
  ...(until === undefined ? [] : [`timestamp=lt:${printed(at(until))}`]),
];

/** What a page has, as time and contract: calls cut to the page, then logs where no call of the page is. */
function wanted({ order, limit, internal, block, indexes, from, until }: Asked): string[] {
  const places = [...times.keys()].filter((place) => {
    const inBlock = block === undefined || (block === 1 ? place < 5 : place >= 5);
    return inBlock && place >= (from ?? 0) && place < (until ?? times.length);
  });
  if (order === 'desc') places.reverse();
  const isAsked = ({ index }: { index: number }) => indexes.length === 0 || indexes.includes(index);
  const calls = places
    .filter((place) => {
      const result = times[place]?.[0];
      return result && isAsked(result) && (internal || result.nonce === 0);
    })
    .slice(0, limit);
  const rows = places.flatMap((place) => {
    if (calls.includes(place)) return [[place, contract]];
    const [, ...logs] = times[place] as (typeof times)[number];
    const told = logs.filter((each) => each.synthetic === true && isAsked(each));
    const first = order === 'asc' ? told[0] : told.at(-1);
    return first ? [[place, first.contract]] : [];
  });
  return rows.slice(0, limit).map(([place, id]) => `${printed(at(place as number))} 0.0.${id}`);
}

const place = fc.option(fc.nat(times.length), { nil: undefined });
const asked: fc.Arbitrary<Asked> = fc
  .record({
    order: fc.constantFrom('asc', 'desc'),
    limit: fc.integer({ min: 1, max: 12 }),
    internal: fc.boolean(),
    block: fc.option(fc.constantFrom(1, 2), { nil: undefined }),
    indexes: fc.uniqueArray(fc.nat(2), { maxLength: 2 }),
    from: place,
    until: place,
  })
  // A place within a block is asked for together with the block.
  .map((each) => (each.block === undefined ? { ...each, indexes: [] } : each));

describe.each(backends)('on %s', (backend) => {
  let server: Running;
  beforeAll(async () => {
    server = await open(backend, setup);
    return server.close;
  });

  it('a page has what the contract says, whatever is asked', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (each) => {
        const search = searchOf(each).join('&');
        const response = await fetch(`${server.url}/api/v1/contracts/results?${search}`);
        const { results } = await response.json();
        const got = results.map(
          (row: { timestamp: string; contract_id: string }) =>
            `${row.timestamp} ${row.contract_id}`,
        );
        expect(got).toEqual(wanted(each));
      }),
      { numRuns: 200 },
    );
  });
});
