// Setup keys about transactions: each with its hash and its transfers, and what belongs to it.
import { customFeeLimit } from './fee-limits.js';
import {
  type Add,
  binary,
  type Given,
  id,
  into,
  type Loader,
  makeRow,
  plain,
  type Recipe,
  type Row,
  raw,
} from './rows.js';
import { entityId, withIds } from './values.js';

const feeAccount = 98;
const defaultHash = Array.from({ length: 48 }, (_, index) => index + 1);
const hashBytes = 32;

const transaction: Recipe = {
  consensus_timestamp: plain(),
  payer_account_id: id(null, 'payerAccountId'),
  node_account_id: id(null, 'nodeAccountId'),
  entity_id: id(),
  valid_start_ns: plain(
    (given: Given) => BigInt(String(given['consensus_timestamp'])) - 1n,
    'valid_start_timestamp',
  ),
  type: plain(14),
  result: plain(22),
  charged_tx_fee: plain(7),
  max_fee: plain(33),
  valid_duration_seconds: plain(11),
  nonce: plain(0),
  scheduled: plain(false),
  index: plain(1),
  transaction_bytes: raw('bytes'),
  transaction_hash: binary(defaultHash),
  high_volume: { ...plain(), convert: (value) => value ?? false },
  high_volume_pricing_multiplier: plain(1),
  parent_consensus_timestamp: plain(),
  batch_key: binary(),
  nft_transfer: {
    ...plain(),
    convert: (value) =>
      withIds(value, ['receiver_account_id', 'sender_account_id', 'token_id']) ?? null,
  },
  // A flat list of pairs: the payer's id, then the valid start.
  inner_transactions: {
    ...plain(),
    convert: (value) =>
      (value as unknown[] | null)?.map((item, place) => (place % 2 ? item : entityId(item))) ??
      null,
  },
  max_custom_fees: {
    ...plain([]),
    convert: (value) => (value as Given[] | null)?.map(customFeeLimit) ?? null,
  },
};

const transactions: Loader = (given, add) => {
  const row = makeRow(transaction, given);
  add('transaction', row);
  addHash(row['transaction_hash'] as string | null, row, add);

  const { consensus_timestamp, payer_account_id } = row;
  const transfers = (given['transfers'] as Given[] | undefined) ?? [];
  const pays = Number(row['charged_tx_fee']) > 0 && payer_account_id !== null;
  const all = transfers.length === 0 && pays ? feeTransfers(given) : transfers;
  for (const { account, amount, is_approval = null } of all) {
    const entity_id = entityId(account);
    const parts = { entity_id, consensus_timestamp, amount, payer_account_id, is_approval };
    add('crypto_transfer', parts);
  }
  const tokens = (given['token_transfer_list'] as Given[] | undefined) ?? [];
  for (const { account, token_id: token, amount, is_approval = null } of tokens) {
    const token_id = entityId(token);
    const account_id = entityId(account);
    const parts = { token_id, account_id, consensus_timestamp, amount, payer_account_id };
    add('token_transfer', { ...parts, is_approval });
  }
};

/** The hash column holds 32 bytes, what is over goes to the suffix. */
function addHash(text: string | null, { consensus_timestamp, payer_account_id }: Row, add: Add) {
  if (text === null) return;
  const end = '\\x'.length + 2 * hashBytes;
  const hash_suffix = text.length > end ? `\\x${text.slice(end)}` : null;
  const hash = text.slice(0, end);
  add('transaction_hash', { consensus_timestamp, hash, hash_suffix, payer_account_id });
}

const feeTransfers = ({ payerAccountId, nodeAccountId }: Given): Given[] => [
  { account: nodeAccountId ?? 3, amount: 2, is_approval: false },
  { account: feeAccount, amount: 1, is_approval: false },
  { account: payerAccountId, amount: -3, is_approval: false },
];

/** A transaction that moves an amount from a sender to a recipient, with a fee of 1. */
const cryptoTransfers: Loader = (given, add) => {
  const payer = given['payerAccountId'] ?? given['senderAccountId'];
  const sender = given['senderAccountId'] ?? payer;
  const amount = BigInt(String(given['amount'] ?? 2));
  const transfers = given['transfers'] ?? [
    { account: sender, amount: -1n - amount, is_approval: false },
    { account: given['recipientAccountId'] ?? given['nodeAccountId'], amount, is_approval: false },
    { account: given['treasuryAccountId'] ?? feeAccount, amount: 1, is_approval: false },
  ];
  transactions({ ...given, payerAccountId: payer, transfers }, add);
};

export const transactionLoaders: Readonly<Record<string, Loader>> = {
  assessedcustomfees: into('assessed_custom_fee', {
    amount: plain(),
    collector_account_id: id(),
    consensus_timestamp: plain(),
    token_id: id(),
    effective_payer_account_ids: {
      ...plain([]),
      convert: (value) => (value as unknown[]).map(entityId),
    },
    payer_account_id: id('0.0.300'),
  }),
  cryptotransfers: cryptoTransfers,
  entityTransactions: into('entity_transaction', {
    consensus_timestamp: plain(),
    entity_id: id(),
    payer_account_id: id(),
    result: plain(),
    type: plain(),
  }),
  stakingRewardTransfers: into('staking_reward_transfer', {
    account_id: id(1001),
    amount: plain(100),
    consensus_timestamp: plain(),
    payer_account_id: id(950),
  }),
  transactions,
  transactionhashes: (given, add) => {
    const row = makeRow({ ...hashOwner, hash: binary() }, given);
    addHash(row['hash'] as string | null, row, add);
  },
};

const hashOwner: Recipe = { consensus_timestamp: plain(), payer_account_id: id() };
