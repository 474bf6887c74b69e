// Tables of transactions and what they move.
import type { Table } from './table.js';

export const transactionTables = {
  transaction: {
    columns: {
      consensus_timestamp: 'bigint not null',
      type: 'smallint not null',
      result: 'smallint not null',
      payer_account_id: 'bigint not null',
      valid_start_ns: 'bigint not null',
      valid_duration_seconds: 'bigint',
      node_account_id: 'bigint',
      entity_id: 'bigint',
      initial_balance: 'bigint default 0',
      max_fee: 'bigint',
      charged_tx_fee: 'bigint',
      memo: 'bytea',
      transaction_hash: 'bytea',
      transaction_bytes: 'bytea',
      scheduled: 'boolean not null default false',
      nonce: 'integer not null default 0',
      parent_consensus_timestamp: 'bigint',
      errata: 'errata_type',
      index: 'integer',
      nft_transfer: 'jsonb',
      itemized_transfer: 'jsonb',
      transaction_record_bytes: 'bytea',
      max_custom_fees: 'bytea[]',
      batch_key: 'bytea',
      inner_transactions: 'bigint[]',
      high_volume: 'boolean not null default false',
      congestion_pricing_multiplier: 'bigint',
      high_volume_pricing_multiplier: 'bigint',
    },
    key: 'consensus_timestamp',
    indexes: [
      '(payer_account_id, consensus_timestamp)',
      '(valid_start_ns, payer_account_id)',
      '(type, consensus_timestamp)',
    ],
  },
  transaction_hash: {
    columns: {
      consensus_timestamp: 'bigint not null',
      hash: 'bytea not null',
      payer_account_id: 'bigint',
      hash_suffix: 'bytea',
    },
    indexes: ['using hash (substring(hash from 1 for 32))'],
  },
  crypto_transfer: {
    columns: {
      entity_id: 'bigint not null',
      consensus_timestamp: 'bigint not null',
      amount: 'bigint not null',
      payer_account_id: 'bigint not null',
      is_approval: 'boolean',
      errata: 'errata_type',
    },
    indexes: ['(consensus_timestamp)', '(entity_id, consensus_timestamp) where entity_id <> 98'],
  },
  token_transfer: {
    columns: {
      token_id: 'bigint not null',
      account_id: 'bigint not null',
      consensus_timestamp: 'bigint not null',
      amount: 'bigint not null',
      payer_account_id: 'bigint not null',
      is_approval: 'boolean',
    },
    indexes: [
      '(account_id, consensus_timestamp desc)',
      '(consensus_timestamp desc, token_id desc, account_id desc)',
    ],
  },
  entity_transaction: {
    columns: {
      consensus_timestamp: 'bigint not null',
      entity_id: 'bigint not null',
      payer_account_id: 'bigint not null',
      result: 'smallint not null',
      type: 'smallint not null',
    },
    key: 'entity_id, consensus_timestamp',
  },
  assessed_custom_fee: {
    columns: {
      amount: 'bigint not null',
      collector_account_id: 'bigint not null',
      consensus_timestamp: 'bigint not null',
      token_id: 'bigint',
      effective_payer_account_ids: 'bigint[] not null',
      payer_account_id: 'bigint not null',
    },
    indexes: ['(consensus_timestamp)'],
  },
} as const satisfies Readonly<Record<string, Table>>;
