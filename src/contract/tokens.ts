// Tokens: the list, one with all its properties, and the balances of its holders.
import type { Int64 } from './json.js';
import type { Key } from './keys.js';
import { type Check, type List, type Lookup, operators } from './resource.js';
import {
  entityId,
  entityIdOrEvm,
  naturalNumber,
  publicKey,
  readOrNull,
  text,
  timestamp,
  word,
} from './values.js';

type TokenType = 'FUNGIBLE_COMMON' | 'NON_FUNGIBLE_UNIQUE';

/** A row of the token list: the part of a token that the list carries. */
export interface TokenRow {
  readonly admin_key: Key | null;
  readonly decimals: Int64;
  /** Missing on older mirror nodes. */
  readonly metadata?: string;
  readonly name: string;
  readonly symbol: string;
  readonly token_id: string;
  readonly type: TokenType;
}

interface Fee {
  readonly all_collectors_are_exempt: boolean;
  readonly collector_account_id: string | null;
}

interface Fraction {
  readonly numerator: Int64;
  readonly denominator: Int64;
}

export interface FixedFee extends Fee {
  readonly amount: Int64;
  readonly denominating_token_id: string | null;
}

export interface FractionalFee extends Fee {
  readonly amount: Fraction;
  readonly denominating_token_id: string | null;
  readonly maximum: Int64 | null;
  readonly minimum: Int64;
  readonly net_of_transfers: boolean;
}

export interface RoyaltyFee extends Fee {
  readonly amount: Fraction;
  readonly fallback_fee: {
    readonly amount: Int64;
    readonly denominating_token_id: string | null;
  } | null;
}

export interface CustomFees {
  readonly created_timestamp: string;
  readonly fixed_fees: readonly FixedFee[];
  readonly fractional_fees?: readonly FractionalFee[];
  readonly royalty_fees?: readonly RoyaltyFee[];
}

/** `TokenInfo` of the contract. Supplies are text, `expiry_timestamp` nanoseconds. */
export interface TokenInfo {
  readonly admin_key: Key | null;
  readonly auto_renew_account: string | null;
  readonly auto_renew_period: Int64 | null;
  readonly created_timestamp: string;
  readonly custom_fees: CustomFees;
  readonly decimals: string;
  readonly deleted: boolean | null;
  readonly expiry_timestamp: Int64 | null;
  readonly fee_schedule_key: Key | null;
  readonly freeze_default: boolean;
  readonly freeze_key: Key | null;
  readonly initial_supply: string;
  readonly kyc_key: Key | null;
  readonly max_supply: string;
  readonly memo: string;
  readonly metadata?: string;
  readonly metadata_key: Key | null;
  readonly modified_timestamp: string;
  readonly name: string;
  readonly pause_key: Key | null;
  readonly pause_status: string;
  readonly supply_key: Key | null;
  readonly supply_type: string;
  readonly symbol: string;
  readonly token_id: string;
  readonly total_supply: string;
  readonly treasury_account_id: string | null;
  readonly type: TokenType;
  readonly wipe_key: Key | null;
}

/** A holder's balance of a token in its smallest unit. */
export interface TokenHolderRow {
  readonly account: string;
  readonly balance: Int64;
  readonly decimals: Int64 | null;
}

const asked = (query: ReadonlyMap<string, unknown>, name: string) => query.has(name);

/** The reference reads `account.id` of the token list as raw text (contract B.11). */
const plainAccountId: Check = (query) => {
  const values = query.get('account.id') ?? [];
  if (values.length > 1) return { message: `Entity ID "${values.join(',')}" is not a string` };
  const value = values[0];
  return value?.includes(':') && readOrNull(entityIdOrEvm, value) === null
    ? { message: 'Invalid parameter: account.id' }
    : undefined;
};

export const tokens: List<TokenRow> = {
  is: 'list',
  name: 'tokens',
  description: 'Tokens with their main properties.',
  path: '/api/v1/tokens',
  items: 'tokens',
  order: 'asc',
  sort: [{ parameter: 'token.id', kind: entityId, of: (row) => row.token_id }],
  batch: 'token.id',
  flow: 2,
  maxAge: 10,
  unpaged: (filters) => filters.some(({ parameter }) => parameter === 'name'),
  parameters: {
    'account.id': {
      kind: entityIdOrEvm,
      operators,
      repeat: 'last',
      description: 'Account that the token is associated with.',
    },
    name: {
      kind: text(3, 100),
      operators: ['eq'],
      repeat: 'all',
      description: 'Part of the name, letter case ignored; the answer has no next page.',
    },
    publickey: {
      kind: publicKey,
      operators,
      repeat: 'all',
      description: 'Public key of the admin key.',
    },
    'token.id': { kind: entityId, operators, repeat: 'any', description: 'Token id.' },
    type: {
      kind: word('ALL', 'FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE'),
      operators,
      repeat: 'all',
      description: 'Type of the token.',
    },
  },
  before: [
    (query) =>
      asked(query, 'name') && asked(query, 'token.id')
        ? {
            message:
              'token.id and name can not be used together. Use a more specific name instead.',
          }
        : undefined,
    (query) =>
      asked(query, 'name') && asked(query, 'account.id')
        ? { message: 'account.id and name cannot be used together' }
        : undefined,
  ],
  after: [plainAccountId],
};

const tokenKey = {
  parameter: 'tokenid',
  kind: entityId,
  description: 'Token id, or its long-zero EVM address.',
} as const;

export const token: Lookup<TokenInfo> = {
  is: 'lookup',
  name: 'token',
  description: 'One token with all its properties and custom fees.',
  path: '/api/v1/tokens/{id}',
  key: tokenKey,
  keyFirst: true,
  flow: 2,
  maxAge: () => 5,
  parameters: {
    timestamp: {
      kind: timestamp,
      operators: ['eq', 'lt', 'lte'],
      repeat: 'last',
      description: 'Consensus timestamp: state at that time.',
    },
  },
};

export const tokenBalances: List<TokenHolderRow> = {
  is: 'list',
  name: 'tokenBalances',
  description:
    'Holders of a token: the latest balances, or with `timestamp` those of the newest snapshot in that range.',
  path: '/api/v1/tokens/{id}/balances',
  items: 'balances',
  key: tokenKey,
  keyFirst: true,
  order: 'desc',
  sort: [{ parameter: 'account.id', kind: entityIdOrEvm, of: (row) => row.account }],
  flow: 2,
  maxAge: 1,
  timestamped: true,
  parameters: {
    'account.balance': {
      kind: naturalNumber(),
      operators,
      repeat: 'all',
      description: "Balance in the token's smallest unit.",
    },
    'account.id': { kind: entityIdOrEvm, operators, repeat: 'all', description: 'Account id.' },
    'account.publickey': {
      kind: publicKey,
      operators,
      repeat: 'last',
      description: 'Public key of the account.',
    },
    timestamp: {
      kind: timestamp,
      operators,
      repeat: 'all',
      description: 'Consensus timestamp of the snapshot; eq means the newest at or before it.',
    },
  },
};
