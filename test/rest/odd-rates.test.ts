// Rates and prices that no network should have: by nothing, below nothing, and with more bits than they may have.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { delimited, hexVarint } from '../../src/sample/protobuf.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { get } from '../support/get.js';
import { openCase, openChanging, serve } from '../support/ledgers.js';

const second = 1_000_000_000n;
const greatest = 2n ** 63n - 1n;
const varint = (field: number, value: bigint) =>
  hexVarint(BigInt(field << 3)) + hexVarint(BigInt.asUintN(64, value));
const rate = (hbars: bigint, cents: bigint, until: bigint) =>
  varint(1, hbars) + varint(2, cents) + delimited(3, varint(1, until));
const rates = (...[hbars, cents, until]: Parameters<typeof rate>) =>
  delimited(1, rate(hbars, cents, until)) + delimited(2, rate(1n, 1n, greatest));
const schedule = (gas: bigint, until: bigint) => {
  const data = delimited(3, delimited(3, varint(8, gas)));
  return delimited(1, varint(1, 6n) + data) + delimited(2, varint(1, until));
};
const prices = (gas: bigint, until = greatest, next = gas) =>
  delimited(1, schedule(gas, until)) + delimited(2, schedule(next, greatest));

const file = (entity: number, at: bigint, hex: string) => ({
  consensus_timestamp: at * second,
  entity_id: entity,
  file_data: hex,
});

let tables: Awaited<ReturnType<typeof openChanging>>;
let server: Server;
beforeAll(async () => {
  tables = await openChanging('embedded', {
    filedata: [
      file(111, 9n, prices(1_000_000n)),
      file(112, 10n, rates(0n, 12n, greatest)),
      file(112, 3620n, rates(30_000n, 0n, greatest)),
      file(112, 3630n, rates(1n, -5n, greatest)),
      file(112, 3640n, rates(2n ** 31n - 1n, 1n, greatest)),
      file(112, 3650n, rates(2n ** 32n + 30_000n, greatest, greatest)),
    ],
    transactions: [15, 3625, 3635, 3645, 3655].map((at) => ({
      payerAccountId: 3,
      consensus_timestamp: BigInt(at) * second,
      charged_tx_fee: greatest,
    })),
  });
  server = await serve(tables.ledger);
});
afterAll(async () => {
  await server?.close();
  await tables?.release();
  await tables?.ledger.close();
});

const at = async (time: number) => {
  const path = `/api/v1/network/exchangerate?timestamp=${time}`;
  const { current_rate, timestamp } = (await get(server, path)).body;
  const gas = await get(server, `/api/v1/network/fees?timestamp=${time}`);
  return {
    timestamp,
    rate: [current_rate.hbar_equivalent, current_rate.cent_equivalent],
    gas: /"gas":(-?\d+)/.exec(gas.text)?.[1] ?? null,
  };
};

it.each([
  [15, [0, 12], '1'],
  [3625, [30_000, 0], null],
  [3635, [1, -5], '1'],
  [3645, [2 ** 31 - 1, 1], '2147483647000'],
  // An int32 of protobuf has the last 32 bits of what is written.
  [3655, [30_000, -1], '1'],
])('at %d are told over REST with all their digits: %j', async (time, wanted, gas) => {
  const timestamp = `${Math.floor(time / 10) * 10}.000000000`;
  expect(await at(time)).toEqual({ timestamp, rate: wanted, gas });
});

it.each(['eq', 'lt', 'lte'])(
  'of the last time that there is (%s) are those to come',
  async (operator) => {
    const ledger = await openCase('embedded', {
      filedata: [
        file(111, 9n, prices(1_000n, 20n, 7_000n)),
        file(112, 8n, rates(1n, 1n, greatest)),
      ],
    });
    const own = await serve(ledger);
    const gasOf = async (query: string) =>
      (await get(own, `/api/v1/network/fees?${query}`)).body.fees[0].gas;
    for (const now of ['', 'timestamp=gte:8', 'timestamp=lte:20']) expect(await gasOf(now)).toBe(1);
    for (const end of ['21', '9223372036.854775807', '9999999999']) {
      expect(await gasOf(`timestamp=${operator}:${end}`)).toBe(7);
    }
    await own.close();
    await ledger.close();
  },
);

it('that are not known yet are told by their own file, and prices without them are none', async () => {
  const detail = (num: number) => ({ message: 'Not Found', detail: `File 0.0.${num} not found` });
  const told = async (time: number) => {
    const { status, body } = await get(server, `/api/v1/network/fees?timestamp=${time}`);
    return [status, body._status.messages];
  };
  expect(await told(8)).toEqual([404, [detail(111)]]);
  expect(await told(9)).toEqual([404, [detail(112)]]);
  const { data, errors } = await ask(server, '{ network { fees(at: "9") { timestamp } } }');
  expect({ data, errors }).toEqual({ data: { network: { fees: null } }, errors: [] });
});

it('give sums in dollars that are exact, and none where nothing is the measure', async () => {
  const { data, errors } = await ask(
    server,
    `{ transactions(first: 5, order: ASC) { nodes { chargedFeeUsd } }
      network { exchangeRate { current { expirationTime } } } }`,
  );
  expect(errors).toEqual([]);
  expect(data.network.exchangeRate.current.expirationTime).toBe('9223372036854775807.000000000');
  // By nothing in the first hour; in the next the newest counts: -1 cent for 30,000 hbars.
  expect(
    data.transactions.nodes.map((one: { chargedFeeUsd: string }) => one.chargedFeeUsd),
  ).toEqual([null, ...Array.from({ length: 4 }, () => '-30744.5734561825')]);
});
