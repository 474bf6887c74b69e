// Transactions: the list, which an account's answer embeds too.
import { type List, operators } from '../resource.js';
import * as t from '../shape.js';
import { transactionTypeNames } from '../transaction-types.js';
import { entityIdOrEvm, timestamp, word } from '../values.js';

export const area = { name: 'transactions', description: 'Transactions and their transfers.' };

const account = t.nullable(t.entityId('Account whose balance has changed by it.'));
const tinybars = t.int64('Tinybars; negative for what was taken.');
const token_id = t.nullable(t.entityId('The token.'));
const is_approval = t.boolean(
  'Whether an allowance was used: the sender had approved it, and another account sent it.',
);

export const transfer = t.object(
  'Hbar that a transaction has added to an account, or taken from it.',
  {
    account,
    amount: tinybars,
    is_approval,
  },
  'Transfer',
);

export const tokenTransfer = t.object(
  'Units of a token that a transaction has added to an account, or taken from it.',
  {
    account,
    amount: t.int64("Amount in the token's smallest unit; negative for what was taken."),
    is_approval,
    token_id,
  },
  'TokenTransfer',
);

export const nftTransfer = t.object(
  'An NFT that a transaction has moved.',
  {
    is_approval,
    receiver_account_id: t.nullable(
      t.entityId('Account that has it afterwards; null when it was burned or wiped.'),
    ),
    sender_account_id: t.nullable(
      t.entityId('Account that had it before; null when it was minted.'),
    ),
    serial_number: t.int64(
      'Serial number; -1 for all that a treasury held, when the treasury changed.',
    ),
    token_id,
  },
  'NftTransfer',
);

export const stakingRewardTransfer = t.object(
  'A staking reward that was paid along with a transaction.',
  { account, amount: tinybars },
  'StakingRewardTransfer',
);

export const customFeeLimit = t.object(
  'A custom fee that an account accepts at the most.',
  {
    account_id: t.nullable(t.entityId('Account that pays the fee.')),
    amount: t.int64('Amount at the most, in tinybars or in the smallest unit of the token.'),
    denominating_token_id: t.nullable(t.entityId('Token that the limit is in; null for hbar.')),
  },
  'CustomFeeLimit',
);

export const transactionRow = t.object(
  'A transaction that the network has come to a consensus about.',
  {
    batch_key: t.key(
      'Key that signs for the batch that the transaction is part of; null where it is part of none.',
    ),
    bytes: t.nullable(t.base64('The transaction itself, where the ledger keeps it.')),
    charged_tx_fee: t.nullable(t.int64('Fee that was charged, in tinybars.')),
    consensus_timestamp: t.timestamp('Consensus time, by which there is one transaction only.'),
    entity_id: t.nullable(
      t.entityId('Entity that it was about or that it has made; null for none.'),
    ),
    high_volume: t.optional(
      t.boolean(
        'Whether it asked for high volume (HIP-1313); null or left out where the ledger does not say.',
      ),
    ),
    high_volume_pricing_multiplier: t.nullable(
      t.int64('What high volume (HIP-1313) has multiplied the fee by, in thousandths; 0 for none.'),
    ),
    max_custom_fees: t.optional(
      t.list(
        customFeeLimit,
        'Custom fees that are accepted at the most; null or left out where the ledger does not say.',
      ),
    ),
    max_fee: t.nullable(t.digits('Fee that the payer would have accepted, in tinybars.')),
    memo_base64: t.nullable(t.base64('Memo as bytes.')),
    name: t.oneOf('Type in the words of the contract, such as CRYPTOTRANSFER.', [
      ...transactionTypeNames,
      'UNKNOWN',
    ]),
    nft_transfers: t.list(nftTransfer, 'NFTs that it has moved.'),
    node: t.nullable(t.entityId('Account of the node that it was sent to; null for none.')),
    nonce: t.int32('0, or the place among the transactions that one has caused.'),
    parent_consensus_timestamp: t.timestampOrNull(
      'Consensus time of the transaction that caused this one; null for none.',
    ),
    result: t.text('What came of it in the words of the network; SUCCESS, or why it failed.'),
    scheduled: t.boolean('Whether it was executed by a schedule.'),
    staking_reward_transfers: t.list(
      stakingRewardTransfer,
      'Staking rewards that were paid along with it.',
    ),
    token_transfers: t.list(tokenTransfer, 'Fungible tokens that it has moved.'),
    transaction_hash: t.nullable(t.base64('Hash of the transaction.')),
    transaction_id: t.transactionId(
      'Payer and start of validity, such as 0.0.2-1234567890-000000001; transactions that one has caused share its id.',
    ),
    transfers: t.list(transfer, 'Hbar that it has moved, fees among it.'),
    valid_duration_seconds: t.nullable(t.digits('Seconds for which it could be executed.')),
    valid_start_timestamp: t.timestamp('Since when it could be executed.'),
  },
  'Transaction',
);

/** The most that an account agreed to pay in custom fees. */
export type CustomFeeLimitRow = t.Static<typeof customFeeLimit>;

export type TransactionRow = t.Static<typeof transactionRow>;

/** What a database has in tables of its own, or out of line. */
export const apartMembers = [
  'bytes',
  'max_custom_fees',
  'nft_transfers',
  'staking_reward_transfers',
  'token_transfers',
  'transfers',
] as const satisfies readonly (keyof TransactionRow)[];

export const transactions: List<TransactionRow> = {
  is: 'list',
  name: 'transactions',
  description: 'Transactions with their transfers.',
  path: '/api/v1/transactions',
  documents: { area, operation: 'getTransactions', body: 'TransactionsResponse' },
  row: transactionRow,
  parts: { members: apartMembers },
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
      repeat: 'any',
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
