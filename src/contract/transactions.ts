// Transactions: the list, which an account's answer embeds too.
import { type List, operators } from './resource.js';
import * as t from './shape.js';
import { transactionTypeNames } from './transaction-types.js';
import { entityIdOrEvm, timestamp, word } from './values.js';

const area = { name: 'transactions', description: 'Transactions and their transfers.' };

const account = t.nullable(t.entityId('The account or contract.'));
const is_approval = t.boolean(
  'Whether the sender had only approved it and another account sent it.',
);

const transfer = t.object(
  'Tinybars into or out of an account.',
  {
    account,
    amount: t.int64('In tinybars; negative for what the account pays.'),
    is_approval,
  },
  'Transfer',
);

const tokenTransfer = t.object(
  'Units of a fungible token into or out of an account.',
  {
    account,
    amount: t.int64("In the token's smallest unit; negative for what the account gives."),
    is_approval,
    token_id: t.nullable(t.entityId('The token.')),
  },
  'TokenTransfer',
);

const nftTransfer = t.object(
  'A serial of a non-fungible token that changes hands.',
  {
    is_approval,
    receiver_account_id: t.nullable(t.entityId('Who receives it; null when it is burned.')),
    sender_account_id: t.nullable(t.entityId('Who gives it; null when it is minted.')),
    serial_number: t.int64('Number of the serial.'),
    token_id: t.nullable(t.entityId('The token.')),
  },
  'NftTransfer',
);

const stakingRewardTransfer = t.object(
  'A staking reward that the transaction paid out.',
  { account, amount: t.int64('In tinybars.') },
  'StakingRewardTransfer',
);

const customFeeLimit = t.object(
  'The most that an account agreed to pay in custom fees.',
  {
    account_id: t.nullable(t.entityId('Who pays.')),
    amount: t.int64('In tinybars, or the smallest unit of the denominating token.'),
    denominating_token_id: t.nullable(t.entityId('Token of the amount; null for HBAR.')),
  },
  'CustomFeeLimit',
);

const transactionRow = t.object(
  'A transaction with its transfers.',
  {
    batch_key: t.key('Key that signs the batch which this transaction is part of.'),
    bytes: t.nullable(t.base64('The transaction as it was submitted, where the ledger keeps it.')),
    charged_tx_fee: t.nullable(t.int64('Fee of the network in tinybars.')),
    consensus_timestamp: t.timestamp('When the network agreed on the transaction: its key.'),
    entity_id: t.nullable(t.entityId('Entity that the transaction is about.')),
    high_volume: t.optional(
      t.boolean('Whether limits and prices for many creations applied (HIP-1313).'),
    ),
    high_volume_pricing_multiplier: t.nullable(
      t.int64('Factor on the fee in thousandths (HIP-1313); 0 for none.'),
    ),
    max_custom_fees: t.optional(t.list(customFeeLimit, 'Limits of custom fees, by payer.')),
    max_fee: t.nullable(t.digits('Fee at the most in tinybars, as decimal text.')),
    memo_base64: t.nullable(t.base64('Note of the transaction.')),
    name: t.choice('Type of the transaction.', ...transactionTypeNames, 'UNKNOWN'),
    nft_transfers: t.list(nftTransfer, 'Transfers of non-fungible tokens.'),
    node: t.nullable(t.entityId('Account of the node that took the transaction in.')),
    nonce: t.int32('0, or the place among the transactions that this one caused.'),
    parent_consensus_timestamp: t.timestampOrNull('Transaction that caused this one.'),
    result: t.text('Response code of the network, such as SUCCESS.'),
    scheduled: t.boolean('Whether a schedule executed it.'),
    staking_reward_transfers: t.list(stakingRewardTransfer, 'Rewards paid out.'),
    token_transfers: t.list(tokenTransfer, 'Transfers of fungible tokens.'),
    transaction_hash: t.nullable(t.base64('Hash of the transaction.')),
    transaction_id: t.transactionId(
      'Payer, and seconds and nanoseconds of the valid start: `shard.realm.num-seconds-nanoseconds`.',
    ),
    transfers: t.list(transfer, 'Transfers of HBAR, fees included.'),
    valid_duration_seconds: t.nullable(
      t.digits('Seconds for which the transaction was valid, as decimal text.'),
    ),
    valid_start_timestamp: t.timestamp('Since when the transaction was valid.'),
  },
  'Transaction',
);

/** The most that an account agreed to pay in custom fees. */
export type CustomFeeLimitRow = t.Static<typeof customFeeLimit>;

export type TransactionRow = t.Static<typeof transactionRow>;

export const transactions: List<TransactionRow> = {
  is: 'list',
  name: 'transactions',
  description: 'Transactions with their transfers.',
  path: '/api/v1/transactions',
  documents: { area, operation: 'getTransactions', body: 'TransactionsResponse' },
  row: transactionRow,
  items: 'transactions',
  order: 'desc',
  sort: [{ parameter: 'timestamp', kind: timestamp, of: (row) => row.consensus_timestamp }],
  flow: 2,
  maxAge: 2,
  parameters: {
    'account.id': {
      kind: entityIdOrEvm,
      operators,
      repeat: 'any',
      description: 'Account that takes part in the transaction.',
    },
    result: {
      kind: word('success', 'fail'),
      operators: ['eq'],
      repeat: 'last',
      anyOperator: true,
      description: 'Whether the transaction succeeded.',
    },
    timestamp: {
      kind: timestamp,
      operators,
      repeat: 'all',
      description: 'Consensus timestamp of the transaction.',
    },
    transactiontype: {
      kind: word(...transactionTypeNames),
      operators: ['eq'],
      repeat: 'all',
      anyOperator: true,
      description: 'Type of the transaction; repeated values mean any of them.',
    },
    type: {
      kind: word('credit', 'debit'),
      operators: ['eq'],
      repeat: 'all',
      anyOperator: true,
      description: 'Whether an account receives or pays.',
    },
  },
};
