// What gas cost at the times of results, by the files that the network had then; each file of a page is read once.
import { describe, expect, it } from 'vitest';
import { contractResults } from '../../src/contract/resources/contract-results.js';
import type { Parts } from '../../src/ledger.js';
import { delimited, hexVarint } from '../../src/sample/protobuf.js';
import { gasPrice } from '../../src/sql/resources/gas-price.js';
import { get } from '../support/get.js';
import { engines, freeOperation, openCase, serve } from '../support/ledgers.js';

const varint = (field: number, value: number) =>
  hexVarint(BigInt(field << 3)) + hexVarint(BigInt(value));
const until = (field: number, seconds: number) => delimited(field, varint(1, seconds));
const rate = (hbars: number, cents: number, seconds: number) =>
  varint(1, hbars) + varint(2, cents) + until(3, seconds);
const schedule = (gas: number, seconds: number) => {
  const fees = (type: number, price: number) =>
    delimited(1, varint(1, type) + delimited(3, delimited(3, varint(8, price))));
  // The price of a call, and not of a creation, whatever comes first.
  return fees(7, 1) + fees(6, gas) + until(2, seconds);
};
const both = (current: string, next: string) => delimited(1, current) + delimited(2, next);
const unreadable = 'ff';

const hour = 3600;
const at = (seconds: number) => `${seconds}000000000`;
const file = (entity_id: number, seconds: number, file_data: string) => ({
  consensus_timestamp: at(seconds),
  entity_id,
  file_data,
});
const times = [1, 2 * hour, 5 * hour + 9, 6 * hour, 7 * hour, 9 * hour];

describe.each(engines)('prices of gas on %s', (engine) => {
  it.each(['asc', 'desc'])('are those of the time of each result, %s', async (order) => {
    const ledger = await openCase(engine, {
      contractresults: times.map((time) => ({
        consensus_timestamp: at(time),
        contract_id: 5001,
        transaction_hash: `0x${String(time).padStart(64, '0')}`,
      })),
      filedata: [
        file(112, hour, both(rate(1, 1, 5 * hour), rate(2, 1, 99 * hour))),
        file(111, hour - 1, both(schedule(7_000, 99 * hour), schedule(9_000, 199 * hour))),
        file(112, 6 * hour, both(rate(3, 1, 99 * hour), rate(1, 0, 199 * hour))),
        file(111, 7 * hour - 1, unreadable),
        file(112, 8 * hour, both(rate(1, 0, 99 * hour), rate(1, 1, 199 * hour))),
      ],
    });
    const server = await serve(ledger);
    const { body } = await get(server, `/api/v1/contracts/results?order=${order}`);
    const prices = body.results.map((one: { gas_price: string | null }) => one.gas_price);
    // No file yet; the current rate; at the full hour that one ends, it still holds; a newer rate; a
    // schedule that can not be read is as if it were not there; a rate of no cents.
    const told = [null, '0x7', '0x7', '0x15', '0x15', null];
    expect(prices).toEqual(order === 'asc' ? told : told.toReversed());
    await server.close();
    await ledger.close();
  });

  it('are not read where nobody looks at them', async () => {
    const ledger = await openCase(engine, {
      contractresults: [{ consensus_timestamp: at(9 * hour), contract_id: 5001 }],
      filedata: [
        file(111, 1, both(schedule(7_000, 99 * hour), '')),
        file(112, 2, both(rate(1, 1, 99 * hour), '')),
      ],
    });
    const read = async (parts: Parts) => {
      const request = { filters: [], order: 'asc', limit: 1, parts } as const;
      const page = await ledger.page(contractResults, request, freeOperation());
      return page?.items[0];
    };
    const whole = await read({});
    expect(whole?.gas_price).toBe('0x7');
    expect(await read({ without: ['gas_price'] })).toEqual({ ...whole, gas_price: undefined });
    await ledger.close();
  });
});

it('a file is read once for all rows of a page', () => {
  let count = 0;
  const counted = (hex: string) =>
    Object.defineProperty([at(1), 17, ''], 2, {
      get() {
        count += 1;
        return hex;
      },
    });
  const rows = Array.from({ length: 9 }, (_, index) => ({
    consensus_timestamp: BigInt(at(2 + index)),
    fees_at: 1,
    rates_at: 1,
    fees_chunks: index === 8 ? [counted(both(schedule(5_000, 9), ''))] : null,
    rates_chunks: index === 8 ? [counted(both(rate(1, 1, 9), ''))] : null,
  }));
  expect(rows.map((row) => gasPrice(row, rows))).toEqual(Array(9).fill(5n));
  expect(count).toBe(2);
});
