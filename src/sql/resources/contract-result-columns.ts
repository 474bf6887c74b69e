// Columns of results of contract calls, with what Ethereum and the block say of them.
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Filter } from '../../contract/resource.js';
import { pricedMembers } from '../../contract/resources/contract-results.js';
import type { ItemRequest } from '../../ledger.js';
import { perhapsBeside } from '../query/beside.js';
import { blockOf } from '../query/block-of.js';
import { fileContent, isOfUsers } from '../query/file-content.js';
import { showsDelegation, wants } from '../query/query.js';
import { gasPriceColumns } from './gas-price.js';

/** Columns of `contract_result` as a relation `r` has them. */
export const resultColumns = sql`r.consensus_timestamp, r.amount, r.bloom, r.call_result, r.contract_id,
  r.created_contract_ids, r.error_message, r.failed_initcode, r.function_parameters,
  r.function_result, r.gas_consumed, r.gas_limit, r.gas_used, r.sender_id, r.transaction_hash,
  r.transaction_index, r.transaction_result, r.payer_account_id`;

const time = sql`r.consensus_timestamp`;

/** What every list shows of `r`, and the entity `e` that is the contract. */
export const shortColumns = sql`${time}, r.amount, encode(r.bloom, 'hex') as bloom,
  encode(r.call_result, 'hex') as call_result, r.contract_id, r.created_contract_ids,
  r.error_message, encode(r.function_parameters, 'hex') as function_parameters,
  case when r.sender_id is null then encode(r.function_result, 'hex') end as function_result,
  r.gas_consumed, r.gas_limit, r.gas_used, r.sender_id,
  encode(r.transaction_hash, 'hex') as hash, encode(e.evm_address, 'hex') as evm_address`;

export const contractEntity = perhapsBeside('entity', 'e', sql`e.id = r.contract_id`);

/** Whether amounts are asked for in weibars. */
const inWeibars = (filters: readonly Filter[]): boolean =>
  filters.some(({ parameter, value }) => parameter === 'hbar' && value === 'false');

const hex = (column: string) => {
  const name = raw(column);
  return sql`encode(et.${name}, 'hex') as ${name}`;
};

const priceColumns = sql`, ${gasPriceColumns(time, sql`et.consensus_timestamp is null`)}`;

/** The Ethereum transaction `et` of a result, which need not have one, and its block `b`. */
export const detailedColumns = (request: ItemRequest): Sql =>
  sql`${shortColumns}, ${inWeibars(request.filters)}::boolean as in_weibars,
  ${showsDelegation(request)}::boolean as shows_authorizations, r.transaction_index,
  r.transaction_result, encode(r.failed_initcode, 'hex') as failed_initcode,
  b.index as block_number, b.hash as block_hash, b.gas_used as block_gas_used,
  et.consensus_timestamp is not null as is_ethereum, et.access_list, et.authorization_list,
  ${hex('call_data')}, ${hex('chain_id')}, et.gas_limit as ethereum_gas_limit, ${hex('gas_price')},
  ${hex('max_fee_per_gas')}, ${hex('max_priority_fee_per_gas')}, et.nonce, et.recovery_id,
  ${hex('signature_r')}, ${hex('signature_s')}, ${hex('signature_v')}, ${hex('to_address')}, et.type,
  ${hex('value')} ${wants(request, ...pricedMembers) ? priceColumns : empty}`;

export const listedBlock = sql`left join block as b on b.at = ${time}`;
export const ownBlock = sql`left join lateral ${blockOf(time)} as b on true`;

/** Call data of an Ethereum transaction that has put it into a file, as that is now (contract G.4). */
export const callDataInFile = sql`, case when ${isOfUsers(sql`et.call_data_id`)}
    and coalesce(length(et.call_data), 0) = 0 and length(r.function_parameters) = 0
  then encode(${fileContent({ file: sql`et.call_data_id`, emptyUpdates: true })}, 'hex')
  end as call_data_in_file`;
