// What gas cost at the times of results, by the files that the network had then; each version of a file is read once.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contractResult } from '../../src/contract/resources/contract-result.js';
import { contractResults } from '../../src/contract/resources/contract-results.js';
import type { Ledger, Parts } from '../../src/ledger.js';
import { startOperation } from '../../src/operation.js';
import { delimited, hexVarint } from '../../src/sample/protobuf.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import { filesBeside } from '../../src/sql/query/files-beside.js';
import { priceFiles } from '../../src/sql/resources/gas-price.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { createTables } from '../../src/sql/tables/schema.js';
import { get } from '../support/get.js';
import { engines, freeOperation, openCase, openEmpty, serve } from '../support/ledgers.js';

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

  it('are a tinybar at the least, and null where a schedule has none for calls', async () => {
    const of = (type: number, service: string) =>
      both(
        delimited(1, varint(1, type) + delimited(3, delimited(3, service))) + until(2, 99 * hour),
        '',
      );
    const schedules = [
      of(6, varint(8, 999)),
      of(6, varint(8, 0)),
      of(6, ''),
      of(7, varint(8, 9_000)),
    ];
    const ledger = await openCase(engine, {
      contractresults: schedules.map((_, n) => ({
        consensus_timestamp: at((n + 2) * hour),
        contract_id: 5001,
        transaction_hash: `0x${String(n).padStart(64, '0')}`,
      })),
      filedata: [
        file(112, 1, both(rate(1, 1, 99 * hour), '')),
        ...schedules.map((content, n) => file(111, (n + 2) * hour - 1, content)),
      ],
    });
    const request = { filters: [], order: 'asc', limit: 9 } as const;
    const page = await ledger.page(contractResults, request, freeOperation());
    expect(page?.items.map((item) => item.gas_price)).toEqual(['0x1', '0x1', '0x1', null]);
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

describe('files that tell prices', () => {
  let database: EmbeddedDatabase;
  let ledger: Ledger;
  /** What each statement has given, as text. */
  let given: string[] = [];
  /** Whether the files are asked of a replica that has not all of them yet. */
  let isBehind = false;
  const hashOf = (index: number) => String(index).padStart(64, '0');

  beforeAll(async () => {
    database = await openEmpty();
    // Each version of the schedule is as large as a network's.
    const padded = both(
      schedule(7_000, 99 * hour) + delimited(1, delimited(3, 'ab'.repeat(24_000))),
      '',
    );
    await database.exec(`${createTables}
      insert into file_data (entity_id, consensus_timestamp, transaction_type, file_data)
        select 111, n, 19, '\\x${padded}' from generate_series(1, 12) as n;
      insert into file_data (entity_id, consensus_timestamp, transaction_type, file_data)
        values (112, 13, 19, '\\x${both(rate(1, 1, 99 * hour), '')}');
      insert into contract_result (consensus_timestamp, contract_id, function_parameters, gas_limit, payer_account_id, transaction_result)
        select ${at(hour)} + n, 5001, '', 1, 2, 22 from generate_series(1, 25) as n;
      insert into contract_transaction (consensus_timestamp, entity_id, contract_ids, payer_account_id)
        select consensus_timestamp, 5001, '{5001}', 2 from contract_result;
      insert into contract_transaction_hash (consensus_timestamp, hash, payer_account_id, entity_id, transaction_result)
        select consensus_timestamp, decode(lpad((consensus_timestamp - ${at(hour)})::text, 64, '0'), 'hex'), 2, 5001, 22 from contract_result;`);
    return () => database.close();
  });
  beforeEach(() => {
    given = [];
    isBehind = false;
    ledger = sqlLedger({
      ...database,
      async query(statement, operation, how) {
        const rows = await database.query(statement, operation, how);
        given.push(
          JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
        );
        return isBehind && statement.text.includes('chunks') ? [] : rows;
      },
    });
  });

  const page = () =>
    ledger.page(contractResults, { filters: [], order: 'asc', limit: 25 }, freeOperation());
  const pricesOf = async () => (await page())?.items.map((item) => item.gas_price);
  const sizes = () => given.map((text) => text.length);

  it('are read in the version that holds alone, and no second time', async () => {
    expect(await pricesOf()).toEqual(Array(25).fill('0x7'));
    expect(given).toHaveLength(2);
    expect(Math.max(...sizes())).toBeLessThan(60_000);
    given = [];
    expect(await pricesOf()).toEqual(Array(25).fill('0x7'));
    expect(given).toHaveLength(1);
  });

  it('are read once for results that are looked up together', async () => {
    const keys = Array.from({ length: 25 }, (_, index) => `0x${hashOf(index + 1)}`);
    const found = await ledger.many(contractResult, keys, { filters: [] }, freeOperation());
    expect(found.map((one) => (one as { gas_price: string }).gas_price)).toEqual(
      Array(25).fill('0x7'),
    );
    expect(given).toHaveLength(2);
    expect(Math.max(...sizes())).toBeLessThan(60_000);
  });

  it('are read once for all who ask at the same time', async () => {
    await Promise.all([page(), page(), page()]);
    expect(given).toHaveLength(4);
  });

  it('are paid for by who makes the read necessary, and by none of the others', async () => {
    const request = { filters: [], order: 'asc', limit: 25 } as const;
    const free = [freeOperation(), freeOperation(), freeOperation()] as const;
    const calls = () => free.map(({ usage }) => usage.calls);
    // Who can not pay for it leaves it to the next one.
    const poor = startOperation({ timeout: 20_000, calls: 1 });
    await expect(ledger.page(contractResults, request, poor)).rejects.toMatchObject({
      code: 'COST_LIMIT',
    });
    expect(given).toHaveLength(1);
    await Promise.all(free.slice(0, 2).map((one) => ledger.page(contractResults, request, one)));
    await ledger.page(contractResults, request, free[2]);
    expect(calls()).toEqual([2, 1, 1]);
    expect(given).toHaveLength(5);
  });

  it('are all there for a page that names more versions than are kept', async () => {
    const files = {
      ...priceFiles,
      other: { number: 999n, parse: (content: Uint8Array) => content },
    };
    const named = Array.from({ length: 5_000 }, (_, index) => ({ other_at: BigInt(index + 1) }));
    const rows = [{ rates_at: 13n }, ...named];
    const [first, last] = await filesBeside(database)
      .beside(rows, files, freeOperation())
      .then((all) => [all.at(0), all.at(-1)]);
    expect(first?.['rates']).toMatchObject({ current: expect.anything() });
    expect(last).toEqual({ other_at: 5_000n, other: null });
  });

  it('are asked for again where a replica had not all of them', async () => {
    isBehind = true;
    expect(await pricesOf()).toEqual(Array(25).fill(null));
    isBehind = false;
    expect(await pricesOf()).toEqual(Array(25).fill('0x7'));
  });
});
