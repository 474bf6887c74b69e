// Tokens: the list, one with all its properties, and the balances of its holders.

import { isLongZeroOf } from '../entity.js';
import { type Check, type List, type Lookup, operators } from '../resource.js';
import * as t from '../shape.js';
import {
  entityId,
  entityIdOrEvm,
  naturalNumber,
  publicKey,
  readOrNull,
  text,
  timestamp,
  word,
} from '../values.js';
import {
  isOldSnapshot,
  keyOfAccount,
  snapshotTime,
  tokenDecimals,
  tokenUnits,
} from './balances.js';
import { customFees } from './fees.js';

export const area = { name: 'tokens', description: 'Tokens, their fees, and their holders.' };

const supply = (description: string) => t.digits(description, '^-?\\d+$');

const decimals = 'Decimals of an amount; 0 for non-fungible tokens.';

/** What a token is told by in the list and in its own answer alike. */
const told = {
  admin_key: t.key('Key that can change or delete the token; null where nobody can.'),
  metadata: t.optional(
    t.base64(
      'Metadata of the token; empty for none, null or left out where the ledger does not say.',
    ),
  ),
  name: t.text('Name of the token.'),
  symbol: t.text('Symbol of the token.'),
  token_id: t.entityId('The token.'),
  type: t.choice('Kind of token.', {
    FUNGIBLE_COMMON: 'All units are alike.',
    NON_FUNGIBLE_UNIQUE: 'Each unit has a serial number.',
  }),
};

const tokenRow = t.object(
  'Main properties of a token.',
  {
    ...told,
    decimals: t.int64(decimals),
  },
  'Token',
);

/** A row of the token list: the part of a token that the list carries. */
export type TokenRow = t.Static<typeof tokenRow>;

const tokenInfo = t.object(
  'A token: a currency of its own, or a collection of unique items.',
  {
    ...told,
    auto_renew_account: t.nullable(t.entityId('Account that pays for the renewal.')),
    auto_renew_period: t.nullable(t.int64('Seconds by which the token is renewed.')),
    created_timestamp: t.timestamp('When the token was created.'),
    custom_fees: customFees,
    decimals: t.digits(decimals),
    deleted: t.nullable(
      t.boolean('Whether the token is deleted; null where the ledger does not know.'),
    ),
    expiry_timestamp: t.nullable(
      t.int64('When the token expires; as a number, nanoseconds since the Unix epoch.'),
    ),
    fee_schedule_key: t.key('Key that can change the custom fees; null where nobody can.'),
    freeze_default: t.boolean('Whether accounts are frozen when they associate with the token.'),
    freeze_key: t.key('Key that can freeze accounts; null where nobody can.'),
    initial_supply: supply('Supply at creation, in the smallest unit.'),
    kyc_key: t.key('Key that can grant and revoke "know your customer"; null where nobody can.'),
    max_supply: supply('Greatest supply, in the smallest unit; 0 or the greatest int64 for none.'),
    memo: t.text('Memo of the token.'),
    metadata_key: t.key(
      'Key that can change the metadata of the token and of its serials; null where nobody can.',
    ),
    modified_timestamp: t.timestamp('When the token was last changed.'),
    pause_key: t.key('Key that can pause the token; null where nobody can.'),
    pause_status: t.choice('Whether the token is paused.', {
      NOT_APPLICABLE: 'The token has no pause key.',
      PAUSED: 'The token can not be transferred now.',
      UNPAUSED: 'The token can be transferred.',
    }),
    supply_key: t.key('Key that can change the supply; null where nobody can.'),
    supply_type: t.choice('Whether the supply of the token has a limit.', {
      INFINITE: 'No limit but the range of int64.',
      FINITE: 'Limited by the maximum supply.',
    }),
    total_supply: supply('Supply now, in the smallest unit.'),
    treasury_account_id: t.nullable(t.entityId('Account that receives newly made units.')),
    wipe_key: t.key('Key that can take units away from accounts; null where nobody can.'),
  },
  'TokenInfo',
);

/** `TokenInfo` of the contract. Supplies are text, `expiry_timestamp` nanoseconds. */
export type TokenInfo = t.Static<typeof tokenInfo>;

const tokenHolderRow = t.object(
  'Balance of one holder of a token.',
  {
    account: t.entityId('The account.'),
    balance: tokenUnits,
    decimals: tokenDecimals,
  },
  'TokenHolder',
);

/** A holder's balance of a token in its smallest unit. */
export type TokenHolderRow = t.Static<typeof tokenHolderRow>;

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
  documents: { area, operation: 'getTokens', body: 'TokensResponse' },
  row: tokenRow,
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
  apart: [
    {
      parameters: ['name', 'token.id'],
      message: 'token.id and name can not be used together. Use a more specific name instead.',
    },
    {
      parameters: ['name', 'account.id'],
      message: 'account.id and name cannot be used together',
    },
  ],
  spelled: [plainAccountId],
};

export const tokenKey = {
  parameter: 'tokenid',
  kind: entityId,
  description: 'Token id, or its long-zero EVM address.',
} as const;

export const token: Lookup<TokenInfo> = {
  is: 'lookup',
  name: 'token',
  description: 'One token with all its properties and custom fees.',
  path: '/api/v1/tokens/{id}',
  documents: { area, operation: 'getToken', example: '0.0.2001' },
  row: tokenInfo,
  instant: 'timestamp',
  keys: [tokenKey],
  keyFirst: true,
  flow: 2,
  goesBy: (key, { token_id }) => isLongZeroOf(key, token_id),
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
  documents: {
    area,
    operation: 'getTokenBalances',
    body: 'TokenBalancesResponse',
    example: '0.0.2001',
  },
  row: tokenHolderRow,
  instant: 'timestamp',
  isFinal: isOldSnapshot,
  items: 'balances',
  keys: [tokenKey],
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
    'account.publickey': { ...keyOfAccount, repeat: 'last' },
    timestamp: snapshotTime,
  },
};
