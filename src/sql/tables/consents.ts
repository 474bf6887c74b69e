// Tables of what accounts have sent and allowed others, and of their hooks.
import type { Table } from './table.js';

export const consentTables = {
  token_airdrop: {
    columns: {
      amount: 'bigint',
      receiver_account_id: 'bigint not null',
      sender_account_id: 'bigint not null',
      serial_number: 'bigint not null',
      state: "airdrop_state not null default 'PENDING'",
      timestamp_range: 'int8range not null',
      token_id: 'bigint not null',
    },
    indexes: [
      '(receiver_account_id, sender_account_id, token_id, serial_number)',
      '(sender_account_id, receiver_account_id, token_id, serial_number)',
    ],
  },
  nft_allowance: {
    columns: {
      approved_for_all: 'boolean not null',
      owner: 'bigint not null',
      payer_account_id: 'bigint not null',
      spender: 'bigint not null',
      timestamp_range: 'int8range not null',
      token_id: 'bigint not null',
    },
    key: 'owner, spender, token_id',
    indexes: ['(spender, owner, token_id)'],
  },
  hook: {
    columns: {
      contract_id: 'bigint',
      created_timestamp: 'bigint',
      hook_id: 'bigint not null',
      owner_id: 'bigint not null',
      timestamp_range: 'int8range',
      extension_point: "hook_extension_point not null default 'ACCOUNT_ALLOWANCE_HOOK'",
      deleted: 'boolean not null default false',
      admin_key: 'bytea',
      type: "hook_type not null default 'EVM'",
    },
    key: 'owner_id, hook_id',
  },
  hook_storage: {
    columns: {
      created_timestamp: 'bigint not null',
      hook_id: 'bigint not null',
      modified_timestamp: 'bigint not null',
      owner_id: 'bigint not null',
      key: 'bytea not null',
      value: 'bytea not null',
      deleted: 'boolean not null default false',
    },
    key: 'owner_id, hook_id, key',
  },
  hook_storage_change: {
    columns: {
      consensus_timestamp: 'bigint not null',
      hook_id: 'bigint not null',
      owner_id: 'bigint not null',
      key: 'bytea not null',
      value_read: 'bytea not null',
      value_written: 'bytea',
      deleted: 'boolean not null default false',
    },
    key: 'owner_id, hook_id, key, consensus_timestamp',
  },
} as const satisfies Readonly<Record<string, Table>>;
