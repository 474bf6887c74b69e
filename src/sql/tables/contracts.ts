// Tables of contracts and of what their storage holds.
import type { Table } from './table.js';

export const contractTables = {
  contract: {
    columns: {
      id: 'bigint not null',
      file_id: 'bigint',
      initcode: 'bytea',
      runtime_bytecode: 'bytea',
    },
    key: 'id',
  },
  contract_state: {
    columns: {
      contract_id: 'bigint not null',
      created_timestamp: 'bigint not null',
      modified_timestamp: 'bigint not null',
      slot: 'bytea not null',
      value: 'bytea',
    },
    key: 'contract_id, slot',
  },
  contract_state_change: {
    columns: {
      consensus_timestamp: 'bigint not null',
      contract_id: 'bigint not null',
      payer_account_id: 'bigint not null',
      slot: 'bytea not null',
      value_read: 'bytea not null',
      value_written: 'bytea',
      migration: 'boolean not null default false',
    },
    key: 'consensus_timestamp, contract_id, slot',
    indexes: ['(contract_id, slot, consensus_timestamp)'],
  },
} as const satisfies Readonly<Record<string, Table>>;
