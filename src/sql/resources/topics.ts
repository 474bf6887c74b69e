// Topics out of `topic`, with what `entity` and `custom_fee` say of them.
import sql from 'sql-template-tag';
import { readMember, someId } from '../../contract/check.js';
import { decodeEntityId } from '../../contract/entity.js';
import { printKey } from '../../contract/keys.js';
import { lacking } from '../../contract/partial.js';
import type { TopicRow } from '../../contract/resources/topics.js';
import { printTimestamp } from '../../contract/values.js';
import { LedgerError } from '../../errors.js';
import type { Row } from '../engines/database.js';
import { spanOf } from '../query/bytes.js';
import { bytesIn, readMessage } from '../query/message.js';
import type { LookupQuery } from '../query/query.js';
import { topicFees } from './fees.js';

/** The keys of a protobuf `KeyList`, each a serialized key. */
function keyList(hex: string | null) {
  if (hex === null) return [];
  return readMember('Topic.fee_exempt_key_list', 'a KeyList', hex, () =>
    bytesIn(readMessage(Buffer.from(hex, 'hex')), 1).map((key) =>
      printKey(Buffer.from(key).toString('hex')),
    ),
  );
}

/** Every topic is an entity and has a row of its fees (contract B.20), be there none; without these it is one all the same. */
function told(row: Row, item: TopicRow): TopicRow {
  if (row['memo'] === null)
    return lacking({ ...item, memo: unknownMemo as never }, 'Entity not found');
  return row['fees_timestamp'] === null ? lacking(item, 'Custom fee for entity not found') : item;
}

/** In the place of a memo: to say that there is none would be something else. */
const unknownMemo = new LedgerError(
  'UPSTREAM_BAD_DATA',
  'The ledger does not tell the memo of this topic',
);

export const topic: LookupQuery<TopicRow> = {
  select: ([id]) => sql`select t.id, encode(t.admin_key, 'hex') as admin_key,
      encode(t.fee_schedule_key, 'hex') as fee_schedule_key, encode(t.submit_key, 'hex') as submit_key,
      encode(t.fee_exempt_key_list, 'hex') as exempt, e.auto_renew_account_id, e.auto_renew_period,
      coalesce(e.created_timestamp, t.created_timestamp) as created_timestamp, e.deleted, e.memo,
      lower(coalesce(e.timestamp_range, t.timestamp_range)) as since,
      upper(coalesce(e.timestamp_range, t.timestamp_range)) as until, lower(f.timestamp_range) as fees_timestamp, f.fixed_fees
    from topic as t left join entity as e on e.id = t.id left join custom_fee as f on f.entity_id = t.id
    where t.id = ${id}`,
  item: (row) =>
    told(row, {
      admin_key: printKey(row['admin_key']),
      auto_renew_account: decodeEntityId(row['auto_renew_account_id']),
      auto_renew_period: row['auto_renew_period'],
      created_timestamp: printTimestamp(row['created_timestamp']),
      custom_fees: topicFees(row),
      deleted: row['deleted'],
      fee_exempt_key_list: keyList(row['exempt']),
      fee_schedule_key: printKey(row['fee_schedule_key']),
      memo: row['memo'],
      submit_key: printKey(row['submit_key']),
      timestamp: spanOf(row),
      topic_id: someId(row['id']),
    }),
};
