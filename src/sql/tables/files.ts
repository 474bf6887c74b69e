// The table of what the ledger's files hold.
import type { Table } from './table.js';

export const fileTables = {
  file_data: {
    columns: {
      file_data: 'bytea',
      consensus_timestamp: 'bigint not null',
      entity_id: 'bigint not null',
      transaction_type: 'smallint not null',
    },
    key: 'consensus_timestamp',
    indexes: ['(entity_id, consensus_timestamp)'],
  },
} as const satisfies Readonly<Record<string, Table>>;
