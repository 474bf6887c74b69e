// Tables of topics and of the messages that were sent to them.
import type { Table } from './table.js';

export const topicTables = {
  topic: {
    columns: {
      admin_key: 'bytea',
      created_timestamp: 'bigint',
      id: 'bigint not null',
      fee_exempt_key_list: 'bytea',
      fee_schedule_key: 'bytea',
      submit_key: 'bytea',
      timestamp_range: 'int8range not null',
    },
    key: 'id',
  },
  topic_message: {
    columns: {
      consensus_timestamp: 'bigint not null',
      message: 'bytea not null',
      running_hash: 'bytea not null',
      sequence_number: 'bigint not null',
      running_hash_version: 'smallint',
      chunk_num: 'integer',
      chunk_total: 'integer',
      payer_account_id: 'bigint',
      valid_start_timestamp: 'bigint',
      topic_id: 'bigint not null',
      initial_transaction_id: 'bytea',
    },
    indexes: ['(topic_id, sequence_number)', '(topic_id, consensus_timestamp)'],
  },
} as const satisfies Readonly<Record<string, Table>>;
