// What gas costs at a time, by the network's own files: fees in cents, and what an hbar is worth (contract G.7).
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { systemEntity } from '../../contract/entity.js';
import { systemFiles } from '../../contract/resources/rates.js';
import type { Row } from '../engines/database.js';
import {
  type FeeSchedules,
  holding,
  type RateSet,
  readFeeSchedule,
  readRateSet,
} from '../query/network-files.js';
import type { FileBeside } from '../query/query.js';
import { atMost, isKey } from '../query/seek.js';

const hour = 3600n * 1_000_000_000n;

/** When the last chunk came that a file had at a time. */
const fileAt = (num: bigint, at: Sql, isAsked: Sql, name: string): Sql =>
  sql`case when ${isAsked} then (select f.consensus_timestamp from file_data as f
    where ${isKey(sql`f.entity_id`, sql`${systemEntity(num)}::bigint`)} and f.consensus_timestamp <= ${at}
    order by f.entity_id desc, f.consensus_timestamp desc ${atMost(1)}) end as ${raw(name)}`;

/** What `gasPrice` goes by: a fee schedule is large, and mostly the same from row to row. */
export const priceFiles = {
  fees: { number: systemFiles.feeSchedule, parse: readFeeSchedule },
  rates: { number: systemFiles.exchangeRates, parse: readRateSet },
} as const satisfies Readonly<Record<string, FileBeside>>;

/** Columns by which rows get these, where they are asked for. */
export const gasPriceColumns = (at: Sql, isAsked: Sql): Sql =>
  join(
    Object.entries(priceFiles).map(([member, { number }]) =>
      fileAt(number, at, isAsked, `${member}_at`),
    ),
  );

/** Tinybars for a unit of gas at the time of a row; null where a file does not say. */
export function gasPrice(row: Row): bigint | null {
  const at = BigInt(row['consensus_timestamp']);
  const reference = at - (at % hour);
  const fees: FeeSchedules | null = row['fees'] ?? null;
  const rates: RateSet | null = row['rates'] ?? null;
  if (!fees || !rates) return null;
  const { prices } = holding(fees, reference);
  // Whatever the transaction was, the price of a call is told.
  const call = prices.find(({ type }) => type === 'ContractCall');
  const { hbars, cents } = holding(rates, reference);
  if (!call || cents === 0n) return null;
  const price = (call.gas * hbars) / (cents * 1000n);
  return price > 1n ? price : 1n;
}
