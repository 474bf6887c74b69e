/** The columns that the sample ledger fills, table by table; the others keep their defaults. */

export interface SampleTable {
  table: string;
  columns: readonly string[];
  /** bytea as `\x…`, ranges, arrays and JSON as PostgreSQL reads them from text; int64 as bigint. */
  rows: unknown[][];
}

const entity = `id num realm shard type created_timestamp deleted key public_key memo timestamp_range
  auto_renew_account_id auto_renew_period expiration_timestamp receiver_sig_required
  max_automatic_token_associations alias ethereum_nonce evm_address decline_reward
  staked_account_id staked_node_id stake_period_start obtainer_id balance balance_timestamp`;
const stake = `id end_stake_period pending_reward staked_node_id_start staked_to_me
  stake_total_start timestamp_range`;
const token = `token_id created_timestamp decimals freeze_default freeze_key initial_supply kyc_key
  name supply_key symbol total_supply treasury_account_id wipe_key max_supply supply_type type
  fee_schedule_key pause_key pause_status timestamp_range freeze_status kyc_status metadata
  metadata_key`;
const fee = 'fixed_fees fractional_fees royalty_fees timestamp_range entity_id';

const columns = {
  entity,
  entity_history: entity,
  entity_stake: stake,
  entity_stake_history: stake,
  token,
  token_history: token,
  custom_fee: fee,
  custom_fee_history: fee,
  token_account: `account_id associated automatic_association created_timestamp freeze_status
    kyc_status timestamp_range token_id balance balance_timestamp`,
  schedule: `consensus_timestamp creator_account_id executed_timestamp payer_account_id schedule_id
    transaction_body expiration_time wait_for_expiry`,
  transaction_signature: 'consensus_timestamp public_key_prefix entity_id signature type',
  record_file: `name load_start load_end hash prev_hash consensus_start consensus_end count
    hapi_version_major hapi_version_minor hapi_version_patch file_hash index gas_used logs_bloom
    size digest_algorithm version`,
  transaction: `consensus_timestamp type result payer_account_id valid_start_ns
    valid_duration_seconds node_account_id entity_id initial_balance max_fee charged_tx_fee memo
    transaction_hash scheduled nonce parent_consensus_timestamp index nft_transfer`,
  transaction_hash: 'consensus_timestamp hash payer_account_id hash_suffix',
  account_balance: 'consensus_timestamp balance account_id',
  token_balance: 'consensus_timestamp account_id balance token_id',
  crypto_transfer: 'entity_id consensus_timestamp amount payer_account_id is_approval',
  token_transfer: 'token_id account_id consensus_timestamp amount payer_account_id is_approval',
  entity_transaction: 'consensus_timestamp entity_id payer_account_id result type',
  assessed_custom_fee: `amount collector_account_id consensus_timestamp token_id
    effective_payer_account_ids payer_account_id`,
  staking_reward_transfer: 'account_id amount consensus_timestamp payer_account_id',
} as const;

export function sampleTable(table: keyof typeof columns, rows: unknown[][]): SampleTable {
  return { table, columns: columns[table].split(/\s+/), rows };
}
