// Contracts: the list, one as it is or was with its bytecode, and their storage.
import sql, { type Sql } from 'sql-template-tag';
import { someId } from '../../contract/check.js';
import { decodeEntityId, encodeEntityId, entityIdOf } from '../../contract/entity.js';
import { printKey } from '../../contract/keys.js';
import type { Filter, Operator } from '../../contract/resource.js';
import {
  type ContractRow,
  type ContractStateRow,
  type ContractWhole,
  contracts as contractList,
  contractState as stateList,
} from '../../contract/resources/contracts.js';
import { nanoseconds, printTimestamp } from '../../contract/values.js';
import type { PageRequest } from '../../ledger.js';
import type { Row } from '../engines/database.js';
import { perhapsBeside } from '../query/beside.js';
import { spanOf } from '../query/bytes.js';
import { addressOf, wordHex } from '../query/evm.js';
import { fileContent, isOfUsers } from '../query/file-content.js';
import { newestOfEach } from '../query/newest-of-each.js';
import type { KeyColumns, ListQuery, LookupQuery } from '../query/query.js';
import { atMost, conditions, isKey, placeConditions, seek, where } from '../query/seek.js';
import { newest, newestVersion } from '../query/versions.js';
import { expiry } from './expiry.js';

const isContract = sql`e.type = 'CONTRACT'`;

const columns = sql`e.id, encode(e.key, 'hex') as key, e.auto_renew_account_id, e.auto_renew_period,
  e.created_timestamp, e.deleted, encode(e.evm_address, 'hex') as evm_address, e.expiration_timestamp,
  c.file_id, e.max_automatic_token_associations, e.memo, e.ethereum_nonce, e.obtainer_id,
  e.permanent_removal, e.proxy_account_id, lower(e.timestamp_range) as since, upper(e.timestamp_range) as until`;

const contractItem = (row: Row): ContractRow => ({
  admin_key: printKey(row['key']),
  auto_renew_account: decodeEntityId(row['auto_renew_account_id']),
  auto_renew_period: row['auto_renew_period'],
  contract_id: someId(row['id']),
  created_timestamp: printTimestamp(row['created_timestamp']),
  deleted: row['deleted'],
  evm_address: addressOf(row['evm_address'], row['id']),
  expiration_timestamp: printTimestamp(expiry(row)),
  file_id: decodeEntityId(row['file_id']),
  max_automatic_token_associations: row['max_automatic_token_associations'],
  memo: row['memo'],
  nonce: row['ethereum_nonce'],
  obtainer_id: decodeEntityId(row['obtainer_id']),
  permanent_removal: row['permanent_removal'],
  proxy_account_id: decodeEntityId(row['proxy_account_id']),
  timestamp: spanOf(row),
});

export const contracts: ListQuery<ContractRow> = {
  isCounted: true,
  counted: (request) => sql`select true as is_one
    from entity as e ${seek(contractList, request, { 'contract.id': sql`e.id` }, { where: [isContract] })}`,
  select: (request) => sql`select ${columns}
    from entity as e ${perhapsBeside('contract', 'c', sql`c.id = e.id`)}
    ${seek(contractList, request, { 'contract.id': sql`e.id` }, { where: [isContract] })}`,
  item: contractItem,
};

const isFiled = isOfUsers(sql`c.file_id`);

/** What the contract was created with: a file of hex digits, or bytes of its own. */
const codeColumns = sql`${isFiled} as is_filed,
  case when ${isFiled} then encode(${fileContent({ file: sql`c.file_id`, upTo: sql`e.created_timestamp`, emptyUpdates: false })}, 'hex') end as filed,
  encode(c.initcode, 'hex') as initcode, encode(c.runtime_bytecode, 'hex') as runtime_bytecode`;

function bytecode(row: Row): string {
  if (row['is_filed'] !== true) return `0x${row['initcode'] ?? ''}`;
  const text = Buffer.from(row['filed'] ?? '', 'hex').toString();
  return text.startsWith('0x') ? text : `0x${text}`;
}

/** Whether a version was valid at the times that a condition names. */
const valid: Readonly<Record<Operator, (at: bigint) => Sql>> = {
  eq: (at) => sql`lower(e.timestamp_range) <= ${at}`,
  lte: (at) => sql`lower(e.timestamp_range) <= ${at}`,
  lt: (at) => sql`lower(e.timestamp_range) < ${at}`,
  gte: (at) => sql`coalesce(upper(e.timestamp_range) > ${at}, true)`,
  gt: (at) => sql`coalesce(upper(e.timestamp_range) - 1 > ${at}, true)`,
  ne: (at) => sql`not e.timestamp_range @> ${at}::bigint`,
};

/** An address that two contracts have names none of them. */
const current = ([id, address]: KeyColumns): Sql => sql`(select * from entity as e
  where ${isContract} and e.id = coalesce(${id}, (select case when count(*) = 1 then min(id) end
    from entity where evm_address = ${address} and type = 'CONTRACT')))`;

/**
 * Of the versions that were valid at all of these times the newest. A contract with many of them has an
 * index by its id alone, which the address gives: mostly as it is now, or as it once was.
 */
function past([id, address]: KeyColumns, filters: readonly Filter[]): Sql {
  const times = filters.map(({ operator, value }) => valid[operator](nanoseconds(value)));
  const withAddress = sql`where evm_address = ${address}`;
  const named = sql`(select ${id} as id union select id from entity ${withAddress}
    union (select id from entity_history ${withAddress}
      and not exists (select from entity ${withAddress}) ${atMost(1)})) as named`;
  const own = [
    sql`e.id = named.id`,
    sql`(${address} is null or e.evm_address = ${address})`,
    isContract,
  ];
  return sql`(select version.* from ${named}
    cross join lateral ${newestVersion('entity', where([...own, ...times]))} as version ${newest})`;
}

export const contract: LookupQuery<ContractWhole> = {
  columns: ['bigint', 'bytea'],
  key(canonical) {
    const id = entityIdOf(canonical);
    return id === null
      ? [null, Buffer.from(canonical.slice(2), 'hex')]
      : [encodeEntityId(id), null];
  },
  select: (keys, { filters }) => sql`select ${columns}, ${codeColumns}
    from ${filters.length > 0 ? past(keys, filters) : current(keys)} as e
    left join contract as c on c.id = e.id`,
  item: (row) => ({
    ...contractItem(row),
    bytecode: bytecode(row),
    runtime_bytecode: `0x${row['runtime_bytecode'] ?? ''}`,
  }),
};

const owner = (key: Sql) =>
  sql`(select encode(evm_address, 'hex') from entity where id = ${key}) as address`;

const slot = sql`s.slot`;
// As text of which every collation of a database has the same order.
const slotText = sql`encode(${slot}, 'hex') collate "C" as slot`;

const now = (request: PageRequest, key: Sql): Sql => sql`select s.contract_id, ${slotText},
    encode(s.value, 'hex') as value, s.modified_timestamp as at, ${owner(key)}
  from contract_state as s ${seek(stateList, request, { slot }, { below: { column: sql`s.contract_id`, key } })}`;

/** Of each slot the newest change within the conditions on time, at which equality is an end. */
function then(request: PageRequest, key: Sql): Sql {
  const filters = request.filters.map(
    (filter): Filter =>
      filter.parameter === 'timestamp' && filter.operator === 'eq'
        ? { ...filter, operator: 'lte' }
        : filter,
  );
  const met = [
    isKey(sql`s.contract_id`, key),
    ...conditions(stateList, filters, { slot, timestamp: sql`s.consensus_timestamp` }),
    ...placeConditions(stateList, request, [slot]),
  ];
  const changes = {
    from: sql`contract_state_change as s`,
    leads: [sql`s.contract_id`],
    column: slot,
    time: sql`s.consensus_timestamp`,
    met,
    columns: sql`s.contract_id, ${slotText},
      encode(coalesce(s.value_written, s.value_read), 'hex') as value, s.consensus_timestamp as at, ${owner(key)}`,
  };
  return newestOfEach(changes, request);
}

export const contractState: ListQuery<ContractStateRow> = {
  // Slots that have changed at other times alone are looked through for those of a page.
  unindexed: ['timestamp'],
  sortColumns: [sql`slot`],
  select: (request, [key]) =>
    request.filters.some(({ parameter }) => parameter === stateList.instant)
      ? then(request, key)
      : now(request, key),
  item: (row) => ({
    address: addressOf(row['address'], row['contract_id']),
    contract_id: someId(row['contract_id']),
    slot: wordHex(row['slot']),
    timestamp: printTimestamp(row['at']) as string,
    value: row['value'] === null ? null : wordHex(row['value']),
  }),
};
