// What gas costs at a time, by the network's own files: fees in cents, and what an hbar is worth (contract G.7).
import sql, { raw, type Sql } from 'sql-template-tag';
import { systemEntity } from '../../contract/entity.js';
import type { Row } from '../engines/database.js';
import { fileChunks, newestReadable, type Retry } from './file-content.js';
import { type Message, message, messages, number, readMessage } from './message.js';
import { atMost, isKey } from './seek.js';

const feeSchedule = 111n;
const exchangeRates = 112n;
const retry: Retry = { back: 'version', tries: 12 };
/** Functionality that is asked for, whatever the transaction was: a call of a contract. */
const contractCall = 6n;
const second = 1_000_000_000n;
const hour = 3600n * second;

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
  sql`${fileAt(feeSchedule, at, isAsked, 'fees')}, ${fileAt(exchangeRates, at, isAsked, 'rates')}`;

interface Fees {
  readonly gas: bigint;
}

interface Rate {
  readonly hbars: bigint;
  readonly cents: bigint;
}

const expiryOf = (of: Message | undefined, field: number): bigint =>
  number(message(of, field), 1) * second;

/** Of what holds now and next the one that holds at a time. */
function holding(both: Message, field: number, at: bigint): Message | undefined {
  const [current, next] = [message(both, 1), message(both, 2)];
  return at > expiryOf(current, field) ? next : current;
}

function readFees(content: Uint8Array, at: bigint): Fees {
  const schedule = holding(readMessage(content), 2, at);
  const own = schedule && messages(schedule, 1).find((one) => number(one, 1) === contractCall);
  const [fees] = own ? messages(own, 3) : [];
  return { gas: number(message(fees, 3), 8) };
}

function readRate(content: Uint8Array, at: bigint): Rate {
  const rate = holding(readMessage(content), 3, at);
  return { hbars: number(rate, 1), cents: number(rate, 2) };
}

/** Chunks of a file by the time of the last one: of several rows with the same only the first has them. */
function chunksOf(row: Row, rows: readonly Row[], name: string) {
  const isSame = (one: Row) => one[`${name}_at`] === row[`${name}_at`] && one[`${name}_chunks`];
  return (row[`${name}_chunks`] ?? rows.find(isSame)?.[`${name}_chunks`]) || null;
}

/** Tinybars for a unit of gas at the time of a row; null where a file does not say. */
export function gasPrice(row: Row, rows: readonly Row[]): bigint | null {
  const at = BigInt(row['consensus_timestamp']);
  const reference = at - (at % hour);
  const fees = newestReadable(chunksOf(row, rows, 'fees'), retry, (content) =>
    readFees(content, reference),
  );
  const rate = newestReadable(chunksOf(row, rows, 'rates'), retry, (content) =>
    readRate(content, reference),
  );
  if (!fees || !rate || rate.value.cents === 0n || fees.value.gas === 0n) return null;
  const price = (fees.value.gas * rate.value.hbars) / (rate.value.cents * 1000n);
  return price > 1n ? price : 1n;
}
