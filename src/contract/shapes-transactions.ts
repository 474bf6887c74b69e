// JSON Schemas of transactions and their transfers.
import {
  base64,
  boolean,
  choice,
  component,
  entityId,
  int32,
  int64,
  key,
  list,
  nullable,
  object,
  type Schema,
  text,
  timestamp,
  timestampOrNull,
} from './shape.js';
import { type TransactionRow, transactionTypeNames } from './transactions.js';

const account = nullable(entityId('The account or contract.'));
const is_approval = boolean('Whether the sender had only approved it and another account sent it.');

const transfer = object<TransactionRow['transfers'][number]>(
  'Tinybars into or out of an account.',
  {
    account,
    amount: int64('In tinybars; negative for what the account pays.'),
    is_approval,
  },
);

const tokenTransfer = object<TransactionRow['token_transfers'][number]>(
  'Units of a fungible token into or out of an account.',
  {
    account,
    amount: int64("In the token's smallest unit; negative for what the account gives."),
    is_approval,
    token_id: nullable(entityId('The token.')),
  },
);

const nftTransfer = object<TransactionRow['nft_transfers'][number]>(
  'A serial of a non-fungible token that changes hands.',
  {
    is_approval,
    receiver_account_id: nullable(entityId('Who receives it; null when it is burned.')),
    sender_account_id: nullable(entityId('Who gives it; null when it is minted.')),
    serial_number: int64('Number of the serial.'),
    token_id: nullable(entityId('The token.')),
  },
);

const stakingRewardTransfer = object<TransactionRow['staking_reward_transfers'][number]>(
  'A staking reward that the transaction paid out.',
  { account, amount: int64('In tinybars.') },
);

const customFeeLimit = object<TransactionRow['max_custom_fees'][number]>(
  'The most that an account agreed to pay in custom fees.',
  {
    account_id: nullable(entityId('Who pays.')),
    amount: int64('In tinybars, or the smallest unit of the denominating token.'),
    denominating_token_id: nullable(entityId('Token of the amount; null for HBAR.')),
  },
);

const transaction = object<TransactionRow>('A transaction with its transfers.', {
  batch_key: key('Key that signs the batch which this transaction is part of.'),
  bytes: nullable(base64('The transaction as it was submitted, where the ledger keeps it.')),
  charged_tx_fee: nullable(int64('Fee of the network in tinybars.')),
  consensus_timestamp: timestamp('When the network agreed on the transaction: its key.'),
  entity_id: nullable(entityId('Entity that the transaction is about.')),
  high_volume: boolean('Whether limits and prices for many creations applied (HIP-1313).'),
  high_volume_pricing_multiplier: nullable(
    int64('Factor on the fee in thousandths (HIP-1313); 0 for none.'),
  ),
  max_custom_fees: list(component('CustomFeeLimit'), 'Limits of custom fees, by payer.'),
  max_fee: nullable(text('Fee at the most in tinybars, as decimal text.', '^\\d+$')),
  memo_base64: nullable(base64('Note of the transaction.')),
  name: choice('Type of the transaction.', ...transactionTypeNames, 'UNKNOWN'),
  nft_transfers: list(component('NftTransfer'), 'Transfers of non-fungible tokens.'),
  node: nullable(entityId('Account of the node that took the transaction in.')),
  nonce: int32('0, or the place among the transactions that this one caused.'),
  parent_consensus_timestamp: timestampOrNull('Transaction that caused this one.'),
  result: text('Response code of the network, such as SUCCESS.'),
  scheduled: boolean('Whether a schedule executed it.'),
  staking_reward_transfers: list(component('StakingRewardTransfer'), 'Rewards paid out.'),
  token_transfers: list(component('TokenTransfer'), 'Transfers of fungible tokens.'),
  transaction_hash: nullable(base64('Hash of the transaction.')),
  transaction_id: text(
    'Payer, and seconds and nanoseconds of the valid start: `shard.realm.num-seconds-nanoseconds`.',
    '^\\d+\\.\\d+\\.\\d+-\\d{1,10}-\\d{9}$',
  ),
  transfers: list(component('Transfer'), 'Transfers of HBAR, fees included.'),
  valid_duration_seconds: nullable(
    text('Seconds for which the transaction was valid, as decimal text.', '^\\d+$'),
  ),
  valid_start_timestamp: timestamp('Since when the transaction was valid.'),
});

export const transactionShapes: Readonly<Record<string, Schema>> = {
  Transaction: transaction,
  Transfer: transfer,
  TokenTransfer: tokenTransfer,
  NftTransfer: nftTransfer,
  StakingRewardTransfer: stakingRewardTransfer,
  CustomFeeLimit: customFeeLimit,
};
