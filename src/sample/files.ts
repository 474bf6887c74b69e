// The network's own files: what an hbar was worth in each hour, and what gas costs.
import { typeNumbers } from '../contract/transaction-types.js';
import type { MirrorRow } from '../sql/tables/schema.js';
import { genesis, now, second } from './clock.js';
import { delimited, hexVarint } from './protobuf.js';
import { createRandom } from './random.js';

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_124;

const exchangeRateFile = 112;
const feeScheduleFile = 111;

type FileRow = MirrorRow<'file_data'>;

const { FILEAPPEND: append, FILECREATE: create, FILEUPDATE: update } = typeNumbers;

const hour = 3600n;
/** Hours before the end of the ledger since which each has a rate of its own. */
const hours = 72;

const row = (file: number, at: bigint, type: number, content: string): FileRow => ({
  file_data: `\\x${content}`,
  consensus_timestamp: at,
  entity_id: file,
  transaction_type: type,
});

const number = (field: number, value: bigint): string =>
  hexVarint(BigInt(field << 3)) + hexVarint(value);

/** ExchangeRate: 1 hbars, 2 cents, 3 end (exchange_rate.proto of hedera-protobufs). */
const rate = (cents: bigint, until: bigint): string =>
  number(1, 30_000n) + number(2, cents) + delimited(3, number(1, until));

/** ExchangeRateSet: 1 the rate of an hour, 2 that of the next. */
const rates = (cents: bigint, next: bigint, until: bigint): string =>
  delimited(1, rate(cents, until)) + delimited(2, rate(next, until + hour));

function exchangeRates(): FileRow[] {
  const random = createRandom(seed);
  let cents = 450_000n;
  const walk = () => {
    cents += BigInt(random.between(-4_000, 4_000));
    return cents;
  };
  const end = now / second;
  const first = row(
    exchangeRateFile,
    genesis,
    create,
    rates(120_000n, 120_000n, genesis / second + hour),
  );
  const hourly = Array.from({ length: hours }, (_, index) => {
    const from = end - BigInt(hours - index) * hour;
    const at = from * second + random.bigBelow(2n * second);
    return row(exchangeRateFile, at, update, rates(cents, walk(), from + hour));
  });
  return [first, ...hourly];
}

/** ContractCall, ContractCreate and EthereumTransaction, and one that no gas is paid for. */
const functionalities = { call: 6n, create: 7n, ethereum: 84n, transfer: 1n };

/** TransactionFeeSchedule: 1 functionality, 3 fees; FeeData: 3 of the service, of which 8 is gas. */
const feeOf = (functionality: bigint, gas: bigint): string =>
  delimited(1, number(1, functionality) + delimited(3, delimited(3, number(8, gas))));

/** CurrentAndNextFeeSchedule: of each the fees, and 2 their end. */
function feeSchedule(gas: bigint, until: bigint): string {
  const { call, create: born, ethereum, transfer } = functionalities;
  const schedule = (price: bigint, end: bigint) =>
    feeOf(call, price) +
    feeOf(born, price) +
    feeOf(transfer, 1_000n) +
    feeOf(ethereum, price) +
    delimited(2, number(1, end));
  return delimited(1, schedule(gas, until)) + delimited(2, schedule(gas + 1_000n, until * 2n));
}

/** The second schedule came in two transactions: between them the file could not be read. */
function feeSchedules(): FileRow[] {
  const changed = now - 48n * hour * second;
  const half = 80;
  const later = feeSchedule(853_000n, now / second + 24n * hour);
  return [
    row(feeScheduleFile, genesis + 1n, create, feeSchedule(500_000n, changed / second)),
    row(feeScheduleFile, changed, update, later.slice(0, half)),
    row(feeScheduleFile, changed + 3n * second, append, later.slice(half)),
  ];
}

export const fileRows = (): FileRow[] => [...exchangeRates(), ...feeSchedules()];
