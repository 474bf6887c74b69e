// What gas costs at a time, by the network's own files: fees in cents, and what an hbar is worth (contract G.7).
import sql, { raw, type Sql } from 'sql-template-tag';
import { systemEntity } from '../../contract/entity.js';
import type { Int64 } from '../../contract/json.js';
import { systemFiles } from '../../contract/resources/rates.js';
import type { Row } from '../engines/database.js';
import { fileChunks, newestReadable, type Readable, type Retry } from '../query/file-content.js';
import {
  type FeeSchedules,
  holding,
  type RateSet,
  readFeeSchedule,
  readRateSet,
} from '../query/network-files.js';
import { atMost, isKey } from '../query/seek.js';

const retry: Retry = { back: 'version', tries: 12 };
const hour = 3600n * 1_000_000_000n;

/** What a file was at a time: when its last chunk came, and its chunks if no row before it has them. */
const fileAt = (num: bigint, at: Sql, isAsked: Sql, name: string): Sql => {
  const file = systemEntity(num);
  const last = sql`(select f.consensus_timestamp from file_data as f
    where ${isKey(sql`f.entity_id`, sql`${file}::bigint`)} and f.consensus_timestamp <= ${at}
    order by f.entity_id desc, f.consensus_timestamp desc ${atMost(1)})`;
  const chunks = fileChunks({ file, upTo: at, emptyUpdates: true }, retry);
  const [time, content] = [raw(`${name}_at`), raw(`${name}_chunks`)];
  // Rows of one time after another mostly share a file: it is sent once.
  return sql`${last} as ${time}, case when ${isAsked} and ${last} is distinct from
      lag(${last}) over (partition by ${isAsked} order by ${at}) then ${chunks} end as ${content}`;
};

/** Columns that `gasPrice` reads, for those rows of the time `at` for which it is asked. */
export const gasPriceColumns = (at: Sql, isAsked: Sql): Sql =>
  sql`${fileAt(systemFiles.feeSchedule, at, isAsked, 'fees')}, ${fileAt(systemFiles.exchangeRates, at, isAsked, 'rates')}`;

/** What files of a page say, by the time of the last chunk that each had; null for what can not be read. */
interface Files {
  readonly fees: ReadonlyMap<Int64, Readable<FeeSchedules> | null>;
  readonly rates: ReadonlyMap<Int64, Readable<RateSet> | null>;
}

const pages = new WeakMap<readonly Row[], Files>();

/** Of several rows with one file only one has its chunks, and a fee schedule is large: each is read once. */
function filesOf(rows: readonly Row[]): Files {
  const known = pages.get(rows);
  if (known) return known;
  const read = <T>(name: string, parse: (content: Uint8Array) => T) =>
    new Map<Int64, Readable<T> | null>(
      rows.flatMap((row) => {
        const chunks = row[`${name}_chunks`];
        return chunks ? [[row[`${name}_at`], newestReadable(chunks, retry, parse)]] : [];
      }),
    );
  const files = { fees: read('fees', readFeeSchedule), rates: read('rates', readRateSet) };
  pages.set(rows, files);
  return files;
}

/** Tinybars for a unit of gas at the time of a row, which is one of `rows`; null where a file does not say. */
export function gasPrice(row: Row, rows: readonly Row[]): bigint | null {
  const at = BigInt(row['consensus_timestamp']);
  const reference = at - (at % hour);
  const files = filesOf(rows);
  const fees = files.fees.get(row['fees_at']);
  const rates = files.rates.get(row['rates_at']);
  if (!fees || !rates) return null;
  const { prices } = holding(fees.value, reference);
  // Whatever the transaction was, the price of a call is told.
  const gas = prices.find(({ type }) => type === 'ContractCall')?.gas ?? 0n;
  const { hbars, cents } = holding(rates.value, reference);
  if (cents === 0n || gas === 0n) return null;
  const price = (gas * hbars) / (cents * 1000n);
  return price > 1n ? price : 1n;
}
