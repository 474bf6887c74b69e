// Accounts and contracts as accounts: the list, one by any reference, and its tokens.
import { tokenBalanceRow } from './balances.js';
import { hasReference } from './references.js';
import { defaultLimits, type List, type Lookup, operators, ranges } from './resource.js';
import * as t from './shape.js';
import { transactionTypeNames } from './transaction-types.js';
import { transactions } from './transactions.js';
import {
  accountReference,
  entityId,
  entityIdOrEvm,
  flag,
  naturalNumber,
  publicKey,
  timestamp,
  word,
} from './values.js';

const area = {
  name: 'accounts',
  description: 'Accounts and contracts, and the tokens that they hold.',
};

const { tokensPerRow, tokensPerAccount } = defaultLimits;

const accountRow = t.object(
  'State of an account or contract.',
  {
    account: t.entityId('The account or contract.'),
    alias: t.nullable(t.text('Alias in base32 without padding.', '^[A-Z2-7]*$')),
    auto_renew_period: t.nullable(t.int64('In seconds.')),
    balance: t.nullable(
      t.object(
        'Balance of an account; null when the request left it out.',
        {
          balance: t.nullable(t.int64('In tinybars.')),
          timestamp: t.timestampOrNull('When the balance was that.'),
          tokens: t.list(
            tokenBalanceRow,
            `Token balances: at most ${tokensPerAccount} of a single account, ${tokensPerRow} in a list.`,
          ),
        },
        'Balance',
      ),
    ),
    created_timestamp: t.timestampOrNull('Consensus timestamp of the creation.'),
    decline_reward: t.boolean('Whether the account takes no staking rewards.'),
    delegation_address: t.optional(
      t.hex(
        'Address whose code runs for the account, `0x` for none; only where the service shows it.',
        '^0x([0-9a-f]{40})?$',
      ),
    ),
    deleted: t.nullable(t.boolean('Whether the account is deleted.')),
    ethereum_nonce: t.nullable(t.int64('Nonce of the latest Ethereum transaction.')),
    evm_address: t.nullable(t.hex('EVM address of 20 bytes in hex.', '^0x[0-9a-f]{40}$')),
    expiry_timestamp: t.timestampOrNull('When the account expires unless it is renewed.'),
    key: t.key('Key that signs for the account.'),
    max_automatic_token_associations: t.nullable(
      t.int32('Tokens that associate themselves at the most; -1 means any number.'),
    ),
    memo: t.nullable(t.text('Note of the account; null where it is not known.')),
    pending_reward: t.optional(
      t.int64(
        'Staking reward in tinybars that the next payout brings, as of the last staking period; missing on older mirror nodes.',
      ),
    ),
    receiver_sig_required: t.nullable(t.boolean('Whether the account signs what it receives.')),
    staked_account_id: t.nullable(t.entityId('Account that this one stakes to.')),
    staked_node_id: t.nullable(t.int64('Number of the node that this one stakes to.')),
    stake_period_start: t.timestampOrNull('Start of the period since which it stakes to the node.'),
  },
  'AccountInfo',
);

/** `AccountInfo` of the contract. Amounts in tinybars, periods in seconds. */
export type AccountRow = t.Static<typeof accountRow>;

/** Memo of the treasury that importers which start late write themselves. */
const syntheticMemo = 'Mirror node created synthetic treasury account';

/** Whether a row is no account of the ledger; the contract shows it only without its balance. */
export const isSyntheticTreasury = ({ account, memo }: AccountRow): boolean =>
  memo === syntheticMemo && account.endsWith('.2');

const tokenRelationshipRow = t.object(
  'A token that an account is associated with.',
  {
    automatic_association: t.nullable(t.boolean('Whether the association made itself.')),
    balance: t.int64(
      "In the token's smallest unit; the number of serials for a non-fungible token.",
    ),
    created_timestamp: t.timestampOrNull('Consensus timestamp of the association.'),
    decimals: t.nullable(t.int64('Digits of the balance behind the decimal point.')),
    token_id: t.entityId('The token.'),
    freeze_status: t.nullable(
      t.choice('Whether transfers are frozen.', 'NOT_APPLICABLE', 'FROZEN', 'UNFROZEN'),
    ),
    kyc_status: t.nullable(
      t.choice(
        'Whether the account is known to the issuer.',
        'NOT_APPLICABLE',
        'GRANTED',
        'REVOKED',
      ),
    ),
  },
  'TokenRelationship',
);

/** A row of an account's tokens: the relationship with its live balance. */
export type TokenRelationshipRow = t.Static<typeof tokenRelationshipRow>;

const balanceFlag = {
  kind: flag,
  operators: ['eq'],
  repeat: 'last',
  description: 'Whether the balance and token balances are in the answer.',
} as const;

export const accounts: List<AccountRow> = {
  is: 'list',
  name: 'accounts',
  description: 'Accounts and contracts with their state and up to 50 token balances each.',
  path: '/api/v1/accounts',
  documents: { area, operation: 'getAccounts', body: 'AccountsResponse' },
  row: accountRow,
  parts: { tokens: 'tokensPerRow', delegation: true },
  items: 'accounts',
  order: 'asc',
  sort: [{ parameter: 'account.id', kind: entityIdOrEvm, of: (row) => row.account }],
  batch: 'account.id',
  flow: 1,
  maxAge: 10,
  parameters: {
    'account.balance': {
      kind: naturalNumber(),
      operators,
      repeat: 'all',
      description: 'Balance in tinybars.',
    },
    'account.id': {
      kind: entityIdOrEvm,
      operators,
      repeat: 'any',
      description: 'Account id.',
    },
    'account.publickey': {
      kind: publicKey,
      operators,
      repeat: 'all',
      description: 'Public key of the account.',
    },
    balance: balanceFlag,
  },
};

const accountKey = {
  parameter: 'idOrAliasOrEvmAddress',
  kind: accountReference,
  description: 'Account id, EVM address, or alias.',
} as const;

export const account: Lookup<AccountRow> = {
  is: 'lookup',
  name: 'account',
  description: 'One account or contract with its latest transactions.',
  path: '/api/v1/accounts/{id}',
  documents: {
    area,
    operation: 'getAccount',
    body: 'AccountBalanceTransactions',
    example: '0.0.1002',
  },
  row: accountRow,
  parts: { tokens: 'tokensPerAccount', delegation: true },
  instant: 'timestamp',
  keys: [accountKey],
  flow: 2,
  goesBy: hasReference,
  maxAge: () => 2,
  batch: accounts,
  embedded: {
    list: transactions,
    by: 'account.id',
    of: (row) => row.account,
    unless: 'transactions',
  },
  parameters: {
    limit: {
      kind: naturalNumber(1n),
      operators: ['eq'],
      repeat: 'last',
      anyOperator: true,
      description: 'Transactions in the answer at the most.',
    },
    order: {
      kind: word('asc', 'desc'),
      operators: ['eq'],
      repeat: 'last',
      anyOperator: true,
      description: 'Order of the transactions.',
    },
    timestamp: {
      kind: timestamp,
      operators,
      repeat: 'all',
      description: 'Consensus timestamp: state at that time, and of the transactions.',
    },
    transactions: {
      kind: flag,
      operators: ['eq'],
      repeat: 'last',
      description: 'Whether transactions are in the answer.',
    },
    transactiontype: {
      kind: word(...transactionTypeNames),
      operators: ['eq'],
      repeat: 'all',
      anyOperator: true,
      description: 'Type of the transactions.',
    },
  },
};

export const accountTokens: List<TokenRelationshipRow> = {
  is: 'list',
  name: 'accountTokens',
  description: 'Tokens that an account is associated with, with their live balances.',
  path: '/api/v1/accounts/{id}/tokens',
  documents: {
    area,
    operation: 'getTokensByAccountId',
    body: 'TokenRelationshipResponse',
    example: '0.0.1002',
  },
  row: tokenRelationshipRow,
  items: 'tokens',
  keys: [accountKey],
  keyFirst: true,
  keyMustExist: 'always',
  order: 'asc',
  sort: [{ parameter: 'token.id', kind: entityId, of: (row) => row.token_id }],
  flow: 2,
  maxAge: 1,
  parameters: {
    'token.id': {
      kind: entityId,
      operators: ranges,
      repeat: 'any',
      refusal: 'Not equal (ne) comparison operator is not supported for token.id',
      description: 'Token id.',
    },
  },
};
