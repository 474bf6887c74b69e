/**
 * The tables of a mirror node's database that we read, as SQL for an empty database (embedded
 * PGlite, or a scratch PostgreSQL in tests).
 *
 * Names, types and keys are those of the mirror node's final v1 schema (contract.md part C). Left
 * out are partitions, domains, and the pg_trgm and gist indexes: they change speed, not answers.
 */

/** Enum types and tables without keys: a bulk load is faster before the keys exist. */
export const createBareTables = `
create type entity_type as enum
  ('UNKNOWN', 'ACCOUNT', 'CONTRACT', 'FILE', 'TOPIC', 'TOKEN', 'SCHEDULE');
create type token_type as enum ('FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE');
create type token_supply_type as enum ('INFINITE', 'FINITE');
create type token_pause_status as enum ('NOT_APPLICABLE', 'PAUSED', 'UNPAUSED');
create type errata_type as enum ('INSERT', 'DELETE');

create table entity (
  auto_renew_account_id bigint, auto_renew_period bigint, created_timestamp bigint,
  deleted boolean, expiration_timestamp bigint, id bigint not null, key bytea,
  memo text not null default '', num bigint not null, public_key varchar, proxy_account_id bigint,
  realm bigint not null, shard bigint not null, receiver_sig_required boolean,
  max_automatic_token_associations integer, timestamp_range int8range not null,
  type entity_type not null default 'UNKNOWN', alias bytea, ethereum_nonce bigint default 0,
  evm_address bytea, decline_reward boolean not null default false, staked_account_id bigint,
  staked_node_id bigint default -1, stake_period_start bigint default -1, obtainer_id bigint,
  permanent_removal boolean, balance bigint, balance_timestamp bigint, delegation_address bytea
);
create table entity_history (like entity including defaults);

create table entity_stake (
  end_stake_period bigint not null, id bigint not null, pending_reward bigint not null,
  staked_node_id_start bigint not null, staked_to_me bigint not null,
  stake_total_start bigint not null, timestamp_range int8range not null
);
create table entity_stake_history (like entity_stake including defaults);

create table account_balance (
  consensus_timestamp bigint not null, balance bigint not null, account_id bigint not null
);
create table token_balance (
  consensus_timestamp bigint not null, account_id bigint not null, balance bigint not null,
  token_id bigint not null
);

create table token (
  token_id bigint not null, created_timestamp bigint not null, decimals bigint not null,
  freeze_default boolean not null default false, freeze_key bytea, initial_supply bigint not null,
  kyc_key bytea, name varchar(100) not null, supply_key bytea, symbol varchar(100) not null,
  total_supply bigint not null default 0, treasury_account_id bigint not null, wipe_key bytea,
  max_supply bigint not null default 9223372036854775807,
  supply_type token_supply_type not null default 'INFINITE',
  type token_type not null default 'FUNGIBLE_COMMON', fee_schedule_key bytea, pause_key bytea,
  pause_status token_pause_status not null default 'NOT_APPLICABLE',
  timestamp_range int8range not null, freeze_status smallint not null,
  kyc_status smallint not null, metadata bytea, metadata_key bytea
);
create table token_history (like token including defaults);

create table token_account (
  account_id bigint not null, associated boolean not null default false,
  automatic_association boolean, created_timestamp bigint, freeze_status smallint,
  kyc_status smallint, timestamp_range int8range not null, token_id bigint not null,
  balance bigint not null default 0, balance_timestamp bigint
);

create table custom_fee (
  fixed_fees jsonb, fractional_fees jsonb, royalty_fees jsonb,
  timestamp_range int8range not null, entity_id bigint not null
);
create table custom_fee_history (like custom_fee including defaults);

create table record_file (
  name varchar(250) not null, load_start bigint not null, load_end bigint not null,
  hash varchar(96) not null, prev_hash varchar(96) not null, consensus_start bigint not null,
  consensus_end bigint not null, count bigint not null, digest_algorithm integer not null,
  hapi_version_major integer, hapi_version_minor integer, hapi_version_patch integer,
  version integer not null, file_hash varchar(96) not null, bytes bytea, index bigint not null,
  gas_used bigint default -1, logs_bloom bytea, size integer,
  sidecar_count integer not null default 0, software_version_major integer,
  software_version_minor integer, software_version_patch integer, round_start bigint,
  round_end bigint, previous_wrapped_record_block_hash bytea, wrapped_record_block_hash bytea,
  receipts_root bytea
);

create table schedule (
  consensus_timestamp bigint not null, creator_account_id bigint not null,
  executed_timestamp bigint, payer_account_id bigint not null, schedule_id bigint not null,
  transaction_body bytea not null, expiration_time bigint,
  wait_for_expiry boolean not null default false
);
create table transaction_signature (
  consensus_timestamp bigint not null, public_key_prefix bytea not null, entity_id bigint,
  signature bytea not null, type smallint
);

create table transaction (
  consensus_timestamp bigint not null, type smallint not null, result smallint not null,
  payer_account_id bigint not null, valid_start_ns bigint not null,
  valid_duration_seconds bigint, node_account_id bigint, entity_id bigint,
  initial_balance bigint default 0, max_fee bigint, charged_tx_fee bigint, memo bytea,
  transaction_hash bytea, transaction_bytes bytea, scheduled boolean not null default false,
  nonce integer not null default 0, parent_consensus_timestamp bigint, errata errata_type,
  index integer, nft_transfer jsonb, itemized_transfer jsonb, transaction_record_bytes bytea,
  max_custom_fees bytea[], batch_key bytea, inner_transactions bigint[],
  high_volume boolean not null default false, congestion_pricing_multiplier bigint,
  high_volume_pricing_multiplier bigint
);
create table transaction_hash (
  consensus_timestamp bigint not null, hash bytea not null, payer_account_id bigint,
  hash_suffix bytea
);
create table crypto_transfer (
  entity_id bigint not null, consensus_timestamp bigint not null, amount bigint not null,
  payer_account_id bigint not null, is_approval boolean, errata errata_type
);
create table token_transfer (
  token_id bigint not null, account_id bigint not null, consensus_timestamp bigint not null,
  amount bigint not null, payer_account_id bigint not null, is_approval boolean
);
create table entity_transaction (
  consensus_timestamp bigint not null, entity_id bigint not null,
  payer_account_id bigint not null, result smallint not null, type smallint not null
);
create table assessed_custom_fee (
  amount bigint not null, collector_account_id bigint not null,
  consensus_timestamp bigint not null, token_id bigint,
  effective_payer_account_ids bigint[] not null, payer_account_id bigint not null
);
create table staking_reward_transfer (
  account_id bigint not null, amount bigint not null, consensus_timestamp bigint not null,
  payer_account_id bigint not null
);
`;

/** Primary keys and indexes, to be run after `createBareTables` (and after a bulk load, if any). */
export const createIndexes = `
alter table entity add primary key (id);
create index on entity (alias) where alias is not null;
create index on entity (evm_address) where evm_address is not null;
create index on entity (public_key, type) where public_key is not null;
create index on entity (type, id);
create index on entity_history (id, lower(timestamp_range));
alter table entity_stake add primary key (id);
create index on entity_stake_history (id, lower(timestamp_range));
alter table account_balance add primary key (account_id, consensus_timestamp);
alter table token_balance add primary key (account_id, token_id, consensus_timestamp);
create index on token_balance (token_id, account_id, consensus_timestamp);
alter table token add primary key (token_id);
create index on token_history (token_id, lower(timestamp_range));
alter table token_account add primary key (account_id, token_id);
create index on token_account (token_id, account_id);
alter table custom_fee add primary key (entity_id);
create index on custom_fee_history (entity_id, lower(timestamp_range));
alter table record_file add primary key (consensus_end);
create index on record_file (hash collate "C");
create index on record_file (index);
alter table schedule add primary key (schedule_id);
create index on schedule (creator_account_id desc);
create index on transaction_signature (entity_id desc, consensus_timestamp desc);
alter table transaction add primary key (consensus_timestamp);
create index on transaction (payer_account_id, consensus_timestamp);
create index on transaction (valid_start_ns, payer_account_id);
create index on transaction (type, consensus_timestamp);
create index on transaction_hash using hash (substring(hash from 1 for 32));
create index on crypto_transfer (consensus_timestamp);
create index on crypto_transfer (entity_id, consensus_timestamp) where entity_id <> 98;
create index on token_transfer (account_id, consensus_timestamp desc);
create index on token_transfer (consensus_timestamp desc, token_id desc, account_id desc);
alter table entity_transaction add primary key (entity_id, consensus_timestamp);
create index on assessed_custom_fee (consensus_timestamp);
alter table staking_reward_transfer add primary key (consensus_timestamp, account_id);
create index on staking_reward_transfer (account_id, consensus_timestamp);
`;

/** Everything at once, for an empty database that is filled row by row afterwards. */
export const createTables: string = createBareTables + createIndexes;

/** Every table above, in the order of creation. */
export const tableNames: readonly string[] = [
  'entity',
  'entity_history',
  'entity_stake',
  'entity_stake_history',
  'account_balance',
  'token_balance',
  'token',
  'token_history',
  'token_account',
  'custom_fee',
  'custom_fee_history',
  'record_file',
  'schedule',
  'transaction_signature',
  'transaction',
  'transaction_hash',
  'crypto_transfer',
  'token_transfer',
  'entity_transaction',
  'assessed_custom_fee',
  'staking_reward_transfer',
];
