// Hooks out of `hook`, and their storage: as it is out of `hook_storage`, in a range of time out of its changes.
import sql, { type Sql } from 'sql-template-tag';
import { decodeEntityId } from '../../contract/entity.js';
import { printKey } from '../../contract/keys.js';
import {
  type HookRow,
  type HookSlotRow,
  hooks as hookList,
  hookStorage as storageList,
} from '../../contract/resources/hooks.js';
import { isPast, timestampRange } from '../../contract/timestamps.js';
import { printTimestamp } from '../../contract/values.js';
import type { PageRequest } from '../../ledger.js';
import { spanOf } from '../query/bytes.js';
import { wordHex } from '../query/evm.js';
import { newestOfEach } from '../query/newest-of-each.js';
import type { KeyColumns, ListQuery } from '../query/query.js';
import { conditions, placeConditions, seek } from '../query/seek.js';

export const hooks: ListQuery<HookRow> = {
  isCounted: true,
  sortColumns: [sql`hook_id`],
  select: (request, [key]) => sql`select encode(h.admin_key, 'hex') as admin_key, h.contract_id,
      h.created_timestamp, h.deleted, h.extension_point, h.hook_id, h.owner_id, h.type,
      lower(h.timestamp_range) as since, upper(h.timestamp_range) as until
    from hook as h
    ${seek(hookList, request, { 'hook.id': sql`h.hook_id` }, { where: [sql`h.owner_id = ${key}`] })}`,
  item: (row) => ({
    admin_key: printKey(row['admin_key']),
    contract_id: decodeEntityId(row['contract_id']),
    created_timestamp: printTimestamp(row['created_timestamp']),
    deleted: row['deleted'],
    extension_point: row['extension_point'],
    hook_id: row['hook_id'],
    owner_id: decodeEntityId(row['owner_id']),
    timestamp_range: row['since'] === null ? null : spanOf(row),
    type: row['type'],
  }),
};

const isOf = (alias: Sql, [owner, hook]: KeyColumns): Sql[] => [
  sql`${alias}.owner_id = ${owner}`,
  sql`${alias}.hook_id = ${hook}`,
];

const storedNow = (request: PageRequest, keys: KeyColumns): Sql =>
  sql`select encode(s.key, 'hex') as key, encode(s.value, 'hex') as value,
      s.modified_timestamp as timestamp
    from hook_storage as s
    ${seek(storageList, request, { key: sql`s.key` }, { where: [...isOf(sql`s`, keys), sql`not s.deleted`] })}`;

/** The newest change of each slot in the range: of a slot that was only read, nothing was written. */
function changed(request: PageRequest, keys: KeyColumns): Sql {
  const { lower, upper, isEmpty } = timestampRange(request.filters, storageList.instant, 'upper');
  const slot = sql`c.key`;
  const met = [
    ...isOf(sql`c`, keys),
    ...(isEmpty
      ? [sql`false`]
      : [sql`c.consensus_timestamp >= ${lower}`, sql`c.consensus_timestamp <= ${upper}`]),
    ...conditions(storageList, request.filters, { key: slot }),
    ...placeConditions(storageList, request, [slot]),
  ];
  const changes = {
    from: sql`hook_storage_change as c`,
    leads: [sql`c.owner_id`, sql`c.hook_id`],
    column: slot,
    time: sql`c.consensus_timestamp`,
    met,
    columns: sql`encode(${slot}, 'hex') as key, encode(c.value_written, 'hex') as value,
      c.consensus_timestamp as timestamp`,
  };
  return newestOfEach(changes, request);
}

export const hookStorage: ListQuery<HookSlotRow> = {
  // Slots that have changed at other times alone are looked through for those of a page.
  unindexed: ['timestamp'],
  sortColumns: [sql`key`],
  select: (request, keys) =>
    isPast(storageList, request.filters) ? changed(request, keys) : storedNow(request, keys),
  item: (row) => ({
    key: wordHex(row['key']),
    timestamp: printTimestamp(row['timestamp']) as string,
    value: row['value'] === null ? null : wordHex(row['value']),
  }),
};
