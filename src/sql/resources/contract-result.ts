// Single contract results with their logs and changes of state.
import sql, { empty, type Sql } from 'sql-template-tag';
import { decodeEntityId } from '../../contract/entity.js';
import { partial } from '../../contract/partial.js';
import type {
  ContractResultDetails,
  StateChange,
} from '../../contract/resources/contract-result.js';
import type { ItemRequest } from '../../ledger.js';
import type { Row } from '../engines/database.js';
import { calledBy, callKeyColumns, callKeyForms } from '../query/called-by.js';
import { addressOf, dataHex, plainHex, wordHex } from '../query/evm.js';
import { type LookupQuery, shown, wants } from '../query/query.js';
import {
  callDataInFile,
  contractEntity,
  detailedColumns,
  ownBlock,
} from './contract-result-columns.js';
import { singleResult } from './contract-result-item.js';
import { priceFiles } from './gas-price.js';

/** Whoever took part in the call `ct`, by which logs and changes belong to it. */
const tookPart = (column: Sql) => sql`${column} = any(ct.contract_ids)`;

const logs = sql`, (select coalesce(json_agg(json_build_array(encode(le.evm_address, 'hex'),
    encode(l.bloom, 'hex'), l.contract_id::text, encode(l.data, 'hex'), l.index,
    encode(l.topic0, 'hex'), encode(l.topic1, 'hex'), encode(l.topic2, 'hex'),
    encode(l.topic3, 'hex')) order by l.index), '[]')
  from contract_log as l left join entity as le on le.id = l.contract_id
  where l.consensus_timestamp = ct.consensus_timestamp and ${tookPart(sql`l.contract_id`)}) as logs`;

const changes = (which: Sql) => sql`, (select coalesce(json_agg(json_build_array(
    encode(se.evm_address, 'hex'), s.contract_id::text, encode(s.slot, 'hex'),
    encode(s.value_read, 'hex'), encode(s.value_written, 'hex')) order by s.contract_id, s.slot), '[]')
  from contract_state_change as s left join entity as se on se.id = s.contract_id
  where s.consensus_timestamp = ct.consensus_timestamp and ${which}) as changes`;

/** The result of a call `ct`, with the Ethereum transaction of who has paid for it. */
const results = (request: ItemRequest, which: Sql) =>
  sql`select ${detailedColumns(request)}, r.call_result is null as is_partial
    ${wants(request, 'function_parameters') ? callDataInFile : empty}
    ${wants(request, 'logs') ? logs : empty} ${wants(request, 'state_changes') ? changes(which) : empty}
  from contract_transaction as ct
  join contract_result as r
    on r.consensus_timestamp = ct.consensus_timestamp and ${tookPart(sql`r.contract_id`)}
  left join transaction as t
    on t.consensus_timestamp = ct.consensus_timestamp and t.payer_account_id = ct.payer_account_id
  left join ethereum_transaction as et
    on et.consensus_timestamp = t.consensus_timestamp and et.payer_account_id = t.payer_account_id
  ${contractEntity} ${ownBlock}`;

type LoggedRow = readonly [
  address: string | null,
  bloom: string,
  contract: string,
  data: string,
  index: number,
  ...topics: readonly (string | null)[],
];
type ChangedRow = readonly [
  address: string | null,
  contract: string,
  slot: string,
  read: string,
  written: string | null,
];

function readLog([address, bloom, contract, data, index, ...topics]: LoggedRow) {
  const id = BigInt(contract);
  return {
    address: addressOf(address, id),
    bloom: plainHex(bloom),
    contract_id: decodeEntityId(id),
    data: dataHex(data),
    index,
    topics: topics.flatMap((topic) => (topic === null ? [] : [wordHex(topic)])),
  };
}

function readChange([address, contract, slot, read, written]: ChangedRow): StateChange {
  const id = BigInt(contract);
  return {
    address: addressOf(address, id),
    contract_id: decodeEntityId(id),
    slot: wordHex(slot),
    value_read: wordHex(read),
    value_written: written === null ? null : wordHex(written),
  };
}

function item(row: Row): ContractResultDetails {
  const whole = {
    ...singleResult(row),
    logs: shown(row['logs'], (all: LoggedRow[]) => all.map(readLog)),
    state_changes: shown(row['changes'], (all: ChangedRow[]) => all.map(readChange)),
  };
  return row['is_partial'] ? partial(whole) : whole;
}

export const contractResultAt: LookupQuery<ContractResultDetails> = {
  files: priceFiles,
  // Of the contract that was asked for also what a migration has read.
  select: ([id, at], request) =>
    sql`${results(request, sql`(s.contract_id = ${id} or (${tookPart(sql`s.contract_id`)} and not s.migration))`)}
      where ct.consensus_timestamp = ${at} and ct.entity_id = ${id} limit 1`,
  item,
};

export const contractResult: LookupQuery<ContractResultDetails> = {
  files: priceFiles,
  key: callKeyForms,
  columns: callKeyColumns,
  select(keys, request) {
    const nonce = BigInt(request.filters.findLast((f) => f.parameter === 'nonce')?.value ?? 0);
    const which = sql`${tookPart(sql`s.contract_id`)} and not s.migration`;
    return sql`select found.* from ${calledBy(keys, nonce)} as called
      cross join lateral (${results(request, which)}
        where ct.consensus_timestamp = called.consensus_timestamp
          and ct.entity_id = called.entity_id limit 1) as found limit 1`;
  },
  item,
};
