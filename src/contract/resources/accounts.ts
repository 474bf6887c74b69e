// Accounts and contracts as accounts: the list, one by any reference, and its tokens.

import { ranges } from '../operators.js';
import { hasReference, lacksReference } from '../references.js';
import { defaultLimits, type List, type Lookup, operators } from '../resource.js';
import * as t from '../shape.js';
import { transactionTypeNames } from '../transaction-types.js';
import {
  accountReference,
  entityId,
  entityIdOrEvm,
  flag,
  naturalNumber,
  timestamp,
  word,
} from '../values.js';
import { keyOfAccount, tinybars, tokenBalanceRow, tokenDecimals, tokenUnits } from './balances.js';
import { transactions } from './transactions.js';

export const area = {
  name: 'accounts',
  description: 'Accounts and contracts, and the tokens that they hold.',
};

const { tokensPerRow, tokensPerAccount } = defaultLimits;

export const accountBalance = t.object(
  'Balance of an account; null when the request left it out.',
  {
    balance: tinybars,
    timestamp: t.timestampOrNull(
      'Time of the snapshot; of live balances when it was last changed, in a list the newest time of its page.',
    ),
    tokens: t.list(
      tokenBalanceRow,
      `Token balances: at most ${tokensPerAccount} of a single account, ${tokensPerRow} in a list.`,
    ),
  },
  'Balance',
);

const accountRow = t.object(
  'An account or a contract of the ledger.',
  {
    account: t.entityId('The account.'),
    alias: t.nullable(t.text('Alias in base32 without padding; null for none.', '^[A-Z2-7]*$')),
    auto_renew_period: t.nullable(t.int64('Seconds by which the account is renewed.')),
    balance: t.nullable(accountBalance),
    created_timestamp: t.timestampOrNull('When the account was created.'),
    decline_reward: t.boolean('Whether the account declines staking rewards.'),
    delegation_address: t.optional(
      t.hex(
        'Address whose code runs for the account, `0x` for none; only where the service shows it.',
        '^0x([0-9a-f]{40})?$',
      ),
    ),
    deleted: t.nullable(
      t.boolean('Whether the account is deleted; null where the ledger does not know.'),
    ),
    ethereum_nonce: t.nullable(t.int64('Nonce of the next Ethereum transaction.')),
    evm_address: t.nullable(t.hex('EVM address, 0x and 40 hex digits.', '^0x[0-9a-f]{40}$')),
    expiry_timestamp: t.timestampOrNull('When the account expires, unless it is renewed.'),
    key: t.key('Key that signs for the account.'),
    max_automatic_token_associations: t.nullable(
      t.int32('How many tokens may be associated by transfers alone; -1 means any number.'),
    ),
    memo: t.nullable(t.text('Memo of the account; null where the ledger does not say.')),
    pending_reward: t.optional(
      t.int64(
        'Staking reward not yet paid, in tinybars, as of the last staking period; null or left out where the ledger does not say.',
      ),
    ),
    receiver_sig_required: t.nullable(t.boolean('Whether the account must sign to receive.')),
    staked_account_id: t.nullable(t.entityId('Account that this one stakes to; null for none.')),
    staked_node_id: t.nullable(t.int64('Node that this account stakes to; null for none.')),
    stake_period_start: t.timestampOrNull(
      'Beginning of the day since when it stakes as it does, or of that of its last reward; null where it stakes to no node.',
    ),
  },
  'AccountInfo',
);

/** `AccountInfo` of the contract. Amounts in tinybars, periods in seconds. */
export type AccountRow = t.Static<typeof accountRow>;

/** Memo of the treasury that importers which start late write themselves. */
const syntheticMemo = 'Mirror node created synthetic treasury account';

/** Whether a row is no account of the ledger; the contract shows it only without its balance. */
const isSyntheticTreasury = ({ account, memo }: AccountRow): boolean =>
  memo === syntheticMemo && account.endsWith('.2');

export const tokenRelationshipRow = t.object(
  "An account's association with a token, as it is now.",
  {
    automatic_association: t.nullable(
      t.boolean(
        'Whether the association came with a transfer instead of a transaction of its own.',
      ),
    ),
    balance: tokenUnits,
    created_timestamp: t.timestampOrNull('When the association was made.'),
    decimals: tokenDecimals,
    token_id: t.entityId('The token.'),
    freeze_status: t.nullable(
      t.choice('Whether the account is frozen for the token.', {
        NOT_APPLICABLE: 'The token has no freeze key.',
        FROZEN: 'The account can not transfer the token.',
        UNFROZEN: 'The account can transfer the token.',
        ...t.newerWord,
      }),
    ),
    kyc_status: t.nullable(
      t.choice('Whether the account has passed "know your customer" for the token.', {
        NOT_APPLICABLE: 'The token has no KYC key.',
        GRANTED: 'The account has passed it.',
        REVOKED: 'The account has not passed it, or no longer.',
        ...t.newerWord,
      }),
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
  default: 'true',
  behindOperator: 'false',
} as const;

export const accounts: List<AccountRow> = {
  is: 'list',
  name: 'accounts',
  description: 'Accounts and contracts with their state and up to 50 token balances each.',
  path: '/api/v1/accounts',
  documents: { area, operation: 'getAccounts', body: 'AccountsResponse' },
  row: accountRow,
  parts: {
    tokens: 'tokensPerRow',
    delegation: true,
    balance: {
      flag: 'balance',
      conditions: ['account.balance'],
      isExtra: (item) => isSyntheticTreasury(item as AccountRow),
    },
  },
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
    'account.publickey': keyOfAccount,
    balance: balanceFlag,
  },
};

export const accountKey = {
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
  noTime: 'Timestamp range is empty',
  keys: [accountKey],
  flow: 2,
  // An alias or address is looked up as of now, whatever version its account is shown in.
  goesBy: (key, row, filters) =>
    hasReference(key, row) ||
    (filters.some(({ parameter }) => parameter === 'timestamp') && lacksReference(key, row)),
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
      default: 'true',
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
