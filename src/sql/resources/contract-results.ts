// Lists of contract results; that of all has results that only logs tell of, too.
import sql, { raw, type Sql } from 'sql-template-tag';
import { comparedOf } from '../../contract/compared.js';
import { soleEqual } from '../../contract/operators.js';
import type { Filter, List } from '../../contract/resource.js';
import {
  contractResults as all,
  type ContractResultRow,
  resultsOfContract as own,
} from '../../contract/resources/contract-results.js';
import { maxTimestamp } from '../../contract/timestamps.js';
import { success } from '../../contract/transaction-results.js';
import type { Kind } from '../../contract/values.js';
import type { PageRequest } from '../../ledger.js';
import { perhapsBeside } from '../query/beside.js';
import { withBlocks } from '../query/block-of.js';
import type { ListQuery } from '../query/query.js';
import {
  conditions,
  direction,
  isKey,
  ordered,
  orderedBelow,
  placeConditions,
  where,
} from '../query/seek.js';
import {
  contractEntity,
  detailedColumns,
  listedBlock,
  resultColumns,
  shortColumns,
} from './contract-result-columns.js';
import { listedResult, shortResult } from './contract-result-item.js';
import { priceFiles } from './gas-price.js';

const lastOf = (filters: readonly Filter[], name: string): string | undefined =>
  filters.findLast(({ parameter }) => parameter === name)?.value;

/** The time lies in the block that is asked for; no time lies in a block that there is none of. */
function inBlock(filters: readonly Filter[], time: Sql): Sql[] {
  const number = lastOf(filters, 'block.number');
  const hash = lastOf(filters, 'block.hash');
  if (number === undefined && hash === undefined) return [];
  const block =
    hash === undefined
      ? sql`record_file where index = ${BigInt(number as string)}`
      : sql`record_file where hash like ${`${hash}%`}`;
  // Of several with the beginning of a hash the first, so that both ends are of one block.
  const end = (column: Sql) => sql`(select ${column} from ${block} order by consensus_end limit 1)`;
  return [sql`${time} >= ${end(sql`consensus_start`)}`, sql`${time} <= ${end(sql`consensus_end`)}`];
}

/** Calls that another transaction has caused are shown for who asks for them. */
const byNonce = (filters: readonly Filter[], nonce: Sql): Sql[] =>
  lastOf(filters, 'internal') === 'true' ? [] : [sql`${nonce} = 0`];

const time = sql`r.consensus_timestamp`;

const sender = sql`r.sender_id`;
const contractId = sql`r.contract_id`;

/** The one who has made all calls that are asked for; null for an address of nobody. */
function senderOf(list: List<ContractResultRow>, filters: readonly Filter[]) {
  const only = soleEqual(filters, 'from');
  if (only === undefined) return undefined;
  return comparedOf(list.parameters['from']?.kind as Kind, only) as bigint | null;
}

/**
 * By whom and of which contract rows are, and what leads their order for it: so that only the index of
 * these has it. By time alone, whoever has been silent for long is looked for among all.
 */
function led(from: bigint | null | undefined, contract?: Sql): { met: Sql[]; by?: Sql } {
  if (from === undefined) {
    return contract ? { met: [isKey(contractId, contract)], by: contractId } : { met: [] };
  }
  const id = sql`${from}::bigint`;
  if (!contract) return { met: [isKey(sender, id)], by: sender };
  return {
    met: [sql`${contractId} = ${contract}`, sql`${sender} >= ${id}`, sql`${sender} <= ${id}`],
    by: sender,
  };
}

function realRows(list: List<ContractResultRow>, request: PageRequest, contract?: Sql) {
  const { filters, order, limit } = request;
  const from = senderOf(list, filters);
  const { met: own, by } = led(from, contract);
  const met = [
    ...own,
    ...conditions(list, filters, {
      timestamp: time,
      ...(from === undefined && { from: sender }),
      'transaction.index': sql`r.transaction_index`,
    }),
    ...byNonce(filters, sql`r.transaction_nonce`),
    ...inBlock(filters, time),
    ...placeConditions(list, request, [time]),
  ];
  return sql`select ${resultColumns} from contract_result as r ${where(met)}
    ${by ? orderedBelow(by, [time], order, limit) : ordered([time], order, limit)}`;
}

/**
 * Transfers of tokens outside of contracts, which the importer writes into the log as if there had been a
 * call: one result for each time of which the page has no other (contract G.8).
 */
function syntheticRows(request: PageRequest): Sql {
  const { filters, order, limit } = request;
  const at = sql`l.consensus_timestamp`;
  const isDown = order === 'desc';
  // Behind a full page of the others there is no place: where each log has a result, all would be read.
  const end = sql`(select case when count(*) = ${limit} then ${isDown ? sql`min` : sql`max`}(consensus_timestamp) end from real)`;
  const met = [
    sql`l.synthetic is true`,
    isDown
      ? sql`${at} >= coalesce(${end}, ${-maxTimestamp}::bigint)`
      : sql`${at} <= coalesce(${end}, ${maxTimestamp}::bigint)`,
    ...conditions(all, filters, {
      timestamp: at,
      from: sql`l.payer_account_id`,
      'transaction.index': sql`l.transaction_index`,
    }),
    ...inBlock(filters, at),
    ...placeConditions(all, request, [at]),
    // A list of no more than a page: joined to it, the logs would lose their order.
    sql`${at} <> all (array(select consensus_timestamp from real))`,
  ];
  const by = direction(order);
  return sql`select distinct on (${at}) ${at}, null::bigint as amount, null::bytea as bloom,
    null::bytea as call_result, coalesce(l.root_contract_id, l.contract_id) as contract_id,
    null::bigint[] as created_contract_ids, null::text as error_message,
    null::bytea as failed_initcode, ''::bytea as function_parameters,
    null::bytea as function_result, null::bigint as gas_consumed, 0::bigint as gas_limit,
    null::bigint as gas_used, l.payer_account_id as sender_id, l.transaction_hash,
    l.transaction_index, ${raw(String(success))}::smallint as transaction_result, l.payer_account_id
    from contract_log as l ${where(met)}
    order by ${at} ${by}, l.index ${by} limit ${limit}`;
}

export const resultsOfContract: ListQuery<ContractResultRow> = {
  unindexed: ['transaction.index'],
  indexed: ['from'],
  sortColumns: [sql`consensus_timestamp`],
  select: (request, [key]) =>
    sql`select ${shortColumns} from (${realRows(own, request, key)}) as r
      ${contractEntity} order by ${time} ${direction(request.order)}`,
  item: shortResult,
};

const itsTransaction = perhapsBeside(
  'ethereum_transaction',
  'et',
  sql`et.consensus_timestamp = ${time} and et.payer_account_id = r.payer_account_id`,
);

export const contractResults: ListQuery<ContractResultRow> = {
  files: priceFiles,
  unindexed: ['transaction.index'],
  indexed: ['from'],
  select(request) {
    const { filters, order, limit } = request;
    const isFrom = filters.some((f) => f.parameter === 'from' && f.operator === 'eq');
    const real = realRows(all, request);
    const rows = isFrom
      ? real
      : sql`with real as materialized (${real})
          select * from ((select * from real) union all (${syntheticRows(request)})) as r
          ${ordered([time], order, limit)}`;
    return sql`${withBlocks(rows)} select ${detailedColumns(request)}
      from page as r ${listedBlock} ${contractEntity}
      ${itsTransaction}
      order by ${time} ${direction(order)}`;
  },
  item: listedResult,
};
