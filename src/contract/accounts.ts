// Accounts and contracts as accounts: the list, one by any reference, and its tokens.
import type { TokenBalanceRow } from './balances.js';
import type { Int64 } from './json.js';
import type { Key } from './keys.js';
import { type List, type Lookup, operators, ranges } from './resource.js';
import { transactions, transactionTypeNames } from './transactions.js';
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

/** `AccountInfo` of the contract. Amounts in tinybars, periods in seconds. */
export interface AccountRow {
  readonly account: string;
  readonly alias: string | null;
  readonly auto_renew_period: Int64 | null;
  /** Null when the request left balances out. */
  readonly balance: {
    readonly balance: Int64 | null;
    readonly timestamp: string | null;
    readonly tokens: readonly TokenBalanceRow[];
  } | null;
  readonly created_timestamp: string | null;
  readonly decline_reward: boolean;
  /** Only where the service is set to show it. */
  readonly delegation_address?: string;
  readonly deleted: boolean | null;
  readonly ethereum_nonce: Int64 | null;
  readonly evm_address: string | null;
  readonly expiry_timestamp: string | null;
  readonly key: Key | null;
  readonly max_automatic_token_associations: number | null;
  readonly memo: string | null;
  /** Missing on older mirror nodes. */
  readonly pending_reward?: Int64;
  readonly receiver_sig_required: boolean | null;
  readonly staked_account_id: string | null;
  readonly staked_node_id: Int64 | null;
  readonly stake_period_start: string | null;
}

/** Memo of the treasury that importers which start late write themselves. */
const syntheticMemo = 'Mirror node created synthetic treasury account';

/** Whether a row is no account of the ledger; the contract shows it only without its balance. */
export const isSyntheticTreasury = ({ account, memo }: AccountRow): boolean =>
  memo === syntheticMemo && account.endsWith('.2');

/** A row of an account's tokens: the relationship with its live balance. */
export interface TokenRelationshipRow {
  readonly automatic_association: boolean | null;
  readonly balance: Int64;
  readonly created_timestamp: string | null;
  readonly decimals: Int64 | null;
  readonly token_id: string;
  readonly freeze_status: string | null;
  readonly kyc_status: string | null;
}

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
  key: accountKey,
  flow: 2,
  maxAge: () => 2,
  batch: accounts,
  embedded: { list: transactions, by: 'account.id', unless: 'transactions' },
  parameters: {
    limit: {
      kind: naturalNumber(19, 1n),
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
  items: 'tokens',
  key: accountKey,
  keyFirst: true,
  keyMustExist: true,
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
