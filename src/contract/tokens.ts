// Tokens: the list, one with all its properties, and the balances of its holders.
import { isLongZeroOf } from './entity.js';
import { customFees } from './fees.js';
import { type Check, type List, type Lookup, operators } from './resource.js';
import * as t from './shape.js';
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

const area = { name: 'tokens', description: 'Tokens, their fees, and their holders.' };

const tokenType = t.choice('Kind of token.', 'FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE');
const supply = (description: string) => t.digits(`${description}, as decimal text.`, '^-?\\d+$');

const tokenRow = t.object(
  'Main properties of a token.',
  {
    admin_key: t.key('Key that may change or delete the token.'),
    decimals: t.int64('Digits of an amount behind the decimal point.'),
    metadata: t.optional(
      t.base64('Data of the token; empty for none, missing on older mirror nodes.'),
    ),
    name: t.text('Name of the token.'),
    symbol: t.text('Short name of the token.'),
    token_id: t.entityId('The token.'),
    type: tokenType,
  },
  'Token',
);

/** A row of the token list: the part of a token that the list carries. */
export type TokenRow = t.Static<typeof tokenRow>;

const tokenInfo = t.object(
  'All properties of a token.',
  {
    admin_key: t.key('Key that may change or delete the token.'),
    auto_renew_account: t.nullable(t.entityId('Account that pays for renewal.')),
    auto_renew_period: t.nullable(t.int64('In seconds.')),
    created_timestamp: t.timestamp('Consensus timestamp of the creation.'),
    custom_fees: customFees,
    decimals: t.digits('Digits of an amount behind the decimal point, as decimal text.'),
    deleted: t.nullable(t.boolean('Whether the token is deleted.')),
    expiry_timestamp: t.nullable(t.int64('Nanoseconds since the Unix epoch, as a number.')),
    fee_schedule_key: t.key('Key that may change the custom fees.'),
    freeze_default: t.boolean('Whether new associations start frozen.'),
    freeze_key: t.key('Key that may freeze and unfreeze accounts.'),
    initial_supply: supply('Supply at the creation in the smallest unit'),
    kyc_key: t.key('Key that may grant and revoke KYC.'),
    max_supply: supply('Supply at the most in the smallest unit'),
    memo: t.text('Note of the token.'),
    metadata: t.optional(
      t.base64('Data of the token; empty for none, missing on older mirror nodes.'),
    ),
    metadata_key: t.key('Key that may change the metadata of the token and of its serials.'),
    modified_timestamp: t.timestamp('Consensus timestamp of the latest change.'),
    name: t.text('Name of the token.'),
    pause_key: t.key('Key that may pause and unpause the token.'),
    pause_status: t.choice('Whether the token is paused.', 'NOT_APPLICABLE', 'PAUSED', 'UNPAUSED'),
    supply_key: t.key('Key that may mint and burn.'),
    supply_type: t.choice('Whether `max_supply` limits the supply.', 'INFINITE', 'FINITE'),
    symbol: t.text('Short name of the token.'),
    token_id: t.entityId('The token.'),
    total_supply: supply('Supply at the time in the smallest unit'),
    treasury_account_id: t.nullable(t.entityId('Account that receives what is minted.')),
    type: tokenType,
    wipe_key: t.key('Key that may take balances away.'),
  },
  'TokenInfo',
);

/** `TokenInfo` of the contract. Supplies are text, `expiry_timestamp` nanoseconds. */
export type TokenInfo = t.Static<typeof tokenInfo>;

const tokenHolderRow = t.object(
  'Balance of one holder of a token.',
  {
    account: t.entityId('The account or contract.'),
    balance: t.int64(
      "In the token's smallest unit; the number of serials for a non-fungible token.",
    ),
    decimals: t.nullable(t.int64('Digits of the balance behind the decimal point.')),
  },
  'TokenHolder',
);

/** A holder's balance of a token in its smallest unit. */
export type TokenHolderRow = t.Static<typeof tokenHolderRow>;

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
