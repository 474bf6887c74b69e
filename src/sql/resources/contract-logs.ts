// Logs of contracts out of `contract_log`.
import sql, { empty, type Sql } from 'sql-template-tag';
import { decodeEntityId } from '../../contract/entity.js';
import { flipped, type List } from '../../contract/resource.js';
import {
  logs as all,
  type ContractLogRow,
  logsOfContract as own,
} from '../../contract/resources/contract-logs.js';
import { printTimestamp } from '../../contract/values.js';
import type { PageRequest } from '../../ledger.js';
import type { Row } from '../engines/database.js';
import { withBlocks } from '../query/block-of.js';
import { addressOf, dataHex, plainHex, wordHex } from '../query/evm.js';
import type { Instant, ListQuery } from '../query/query.js';
import { atMost, conditions, direction, isKey, placeConditions, where } from '../query/seek.js';

const time = sql`l.consensus_timestamp`;
const keys = [time, sql`l.index`];
const hashBytes = 32;

/** Only what the first transaction with the hash has logged, of those in the range of times. */
function byHash(
  list: List<ContractLogRow>,
  { filters, order }: PageRequest,
  moment?: Instant,
): Sql[] {
  const given = filters.find(({ parameter }) => parameter === 'transaction.hash')?.value;
  if (given === undefined) return [];
  const bytes = Buffer.from(given.slice(2), 'hex');
  const at = sql`h.consensus_timestamp`;
  const times = filters.filter(({ parameter }) => parameter === 'timestamp');
  const hex = (part: Buffer) => sql`decode(${part.toString('hex')}, 'hex')`;
  const met = [
    sql`substring(h.hash from 1 for 32) = ${hex(bytes.subarray(0, hashBytes))}`,
    ...(bytes.length > hashBytes
      ? [sql`h.hash || coalesce(h.hash_suffix, '') = ${hex(bytes)}`]
      : []),
    ...conditions(list, times, { timestamp: at }),
    ...(moment ? [sql`${at} = ${moment.at}`] : []),
  ];
  return [
    sql`${time} = (select ${at} from transaction_hash as h ${where(met)}
      order by ${at} ${direction(order)} limit 1)`,
  ];
}

function select(
  list: List<ContractLogRow>,
  given: PageRequest,
  contract?: Sql,
  moment?: Instant,
): Sql {
  // Of pages of several times each has its own, which no condition says.
  const filters = given.filters.filter((f) => !moment || f.parameter !== 'timestamp');
  const request = { ...given, filters };
  const id = sql`l.contract_id`;
  const met = [
    ...(contract ? [isKey(id, contract)] : []),
    ...(moment ? [sql`${time} = ${moment.at}`] : []),
    ...conditions(list, request.filters, {
      timestamp: time,
      index: sql`l.index`,
      topic0: sql`l.topic0`,
      topic1: sql`l.topic1`,
      topic2: sql`l.topic2`,
      topic3: sql`l.topic3`,
    }),
    ...byHash(list, request, moment),
    ...placeConditions(list, request, keys),
  ];
  const by = direction(request.order);
  // The index of a contract's logs runs from the newest to the oldest, so that its first column turns with it.
  const first = contract ? sql`${id} ${direction(flipped[request.order])},` : empty;
  const page = sql`select l.* from contract_log as l ${where(met)}
    order by ${first} ${time} ${by}, l.index ${by} ${atMost(request.limit)}`;
  const address = sql`encode(e.evm_address, 'hex')`;
  const [addressOfContract, contracts] = contract
    ? [sql`(select ${address} from entity as e where e.id = ${contract})`, empty]
    : [address, sql`left join entity as e on e.id = ${id}`];
  return sql`${withBlocks(page)} select ${time}, l.index, l.contract_id, l.root_contract_id,
    encode(l.bloom, 'hex') as bloom, encode(l.data, 'hex') as data,
    encode(l.topic0, 'hex') as topic0, encode(l.topic1, 'hex') as topic1,
    encode(l.topic2, 'hex') as topic2, encode(l.topic3, 'hex') as topic3,
    encode(l.transaction_hash, 'hex') as hash, l.transaction_index,
    ${addressOfContract} as evm_address, b.index as block_number, b.hash as block_hash
    from page as l left join block as b on b.at = ${time} ${contracts}
    order by ${time} ${by}, l.index ${by}`;
}

const topicNames = ['topic0', 'topic1', 'topic2', 'topic3'];

const item = (row: Row): ContractLogRow => ({
  address: addressOf(row['evm_address'], row['contract_id']),
  block_hash: plainHex(row['block_hash']),
  block_number: row['block_number'],
  bloom: plainHex(row['bloom']),
  contract_id: decodeEntityId(row['contract_id']),
  data: dataHex(row['data']),
  index: row['index'],
  root_contract_id: decodeEntityId(row['root_contract_id']),
  timestamp: printTimestamp(row['consensus_timestamp']) as string,
  topics: topicNames.flatMap((name) => (row[name] === null ? [] : [wordHex(row[name])])),
  transaction_hash: plainHex(row['hash']),
  transaction_index: row['transaction_index'],
});

export const logsOfContract: ListQuery<ContractLogRow> = {
  unindexed: topicNames,
  isOneRange: true,
  sortColumns: [sql`consensus_timestamp`, sql`index`],
  select: (request, [key]) => select(own, request, key),
  item,
};

export const logs: ListQuery<ContractLogRow> = {
  unindexed: topicNames,
  moments: true,
  sortColumns: [sql`consensus_timestamp`, sql`index`],
  select: (request, _keys, _clock, moment) => select(all, request, undefined, moment),
  item,
};
