// Tokens: `token`, `tokens`, and their holders.
import { snapshotFilters } from '../contract/balances.js';
import type { Key as KeyRow } from '../contract/keys.js';
import {
  tokens as list,
  token as lookup,
  type TokenInfo,
  type TokenRow,
  tokenBalances,
} from '../contract/tokens.js';
import { printTimestamp, readOrNull } from '../contract/values.js';
import { badInput } from '../errors.js';
import { builder, Order } from './builder.js';
import { connect } from './connection.js';
import type { Context } from './context.js';
import { CustomFees } from './fees.js';
import {
  atFilters,
  EntityIdBoundsFilter,
  EntityIdFilter,
  Int64Filter,
  readFilters,
  TimestampFilter,
} from './filters.js';
import { Key } from './key.js';
import { accountLink, tokenWith } from './links.js';
import { Account, Token, TokenBalance, type TokenSource } from './refs.js';
import { fromHolder, TokenBalanceConnection } from './token-balance.js';

const TokenType = builder.enumType('TokenType', {
  description: 'Kind of a token.',
  values: {
    FUNGIBLE_COMMON: { description: 'All units are alike.' },
    NON_FUNGIBLE_UNIQUE: { description: 'Each unit has a serial number.' },
  },
});

const SupplyType = builder.enumType('TokenSupplyType', {
  description: 'Whether the supply of a token has a limit.',
  values: {
    INFINITE: { description: 'No limit but the range of int64.' },
    FINITE: { description: 'Limited by the maximum supply.' },
  },
});

const PauseStatus = builder.enumType('TokenPauseStatus', {
  description: 'Whether a token is paused.',
  values: {
    NOT_APPLICABLE: { description: 'The token has no pause key.' },
    PAUSED: { description: 'The token can not be transferred now.' },
    UNPAUSED: { description: 'The token can be transferred.' },
  },
});

const isWhole = (token: TokenSource): token is TokenInfo => 'treasury_account_id' in token;

/** All properties of a token that came as a row of a list, read once for all such fields. */
async function whole(token: TokenSource, { loaders }: Context): Promise<TokenInfo | null> {
  return isWhole(token) ? token : loaders.token.load(token.token_id);
}

const keyFields = {
  feeScheduleKey: ['fee_schedule_key', 'Key that can change the custom fees.'],
  freezeKey: ['freeze_key', 'Key that can freeze accounts.'],
  kycKey: ['kyc_key', 'Key that can grant "know your customer".'],
  metadataKey: ['metadata_key', 'Key that can change the metadata.'],
  pauseKey: ['pause_key', 'Key that can pause the token.'],
  supplyKey: ['supply_key', 'Key that can change the supply.'],
  wipeKey: ['wipe_key', 'Key that can take units away from accounts.'],
} as const;

const TokenHoldersFilter = builder.inputType('TokenHoldersFilter', {
  description: 'Conditions on the balances of a token; all that are given must hold.',
  fields: (t) => ({
    account: t.field({ type: EntityIdBoundsFilter, description: 'The holder.' }),
    balance: t.field({ type: Int64Filter, description: 'Balance in the smallest unit.' }),
    publicKey: t.field({
      type: 'Hex',
      description: "The holder's public key, raw or DER, in hex.",
    }),
    timestamp: t.field({
      type: TimestampFilter,
      description: 'Time of the snapshot; not together with `at`.',
    }),
  }),
});

const holdersMap = {
  account: 'account.id',
  balance: 'account.balance',
  publicKey: 'account.publickey',
  timestamp: 'timestamp',
};

builder.node(Token, {
  description: 'A token: a currency of its own, or a collection of unique items.',
  id: { resolve: (row) => row.token_id },
  loadMany: (ids, { loaders }) =>
    ids.map((id) => {
      const key = /^\d+\.\d+\.\d+$/.test(id) ? readOrNull(lookup.key.kind, id) : null;
      if (key === null) throw badInput('id', id, 'must be a global id of a token');
      return loaders.token.load(key);
    }),
  fields: (t) => {
    const time = (description: string, of: (token: TokenInfo) => string | null) =>
      t.field({
        type: 'Timestamp',
        description,
        resolve: async (row, _args, context) => {
          const token = await whole(row, context);
          return token && of(token);
        },
      });
    const amount = (
      description: string,
      of: (token: TokenInfo) => string | number | bigint | null,
    ) =>
      t.field({
        type: 'Int64',
        description,
        resolve: async (row, _args, context) => {
          const token = await whole(row, context);
          const value = token && of(token);
          return value === null ? null : value.toString();
        },
      });
    const key = (name: keyof typeof keyFields) =>
      t.field({
        type: Key,
        description: keyFields[name][1],
        resolve: async (row, _args, context) =>
          ((await whole(row, context))?.[keyFields[name][0]] ?? null) as KeyRow | null,
      });
    return {
      entityId: t.field({
        type: 'EntityId',
        nullable: false,
        description: 'Id on the ledger.',
        resolve: (row) => row.token_id,
      }),
      name: t.string({ nullable: false, description: 'Name.', resolve: ({ name }) => name }),
      symbol: t.string({
        nullable: false,
        description: 'Symbol.',
        resolve: ({ symbol }) => symbol,
      }),
      decimals: t.int({
        nullable: false,
        description: 'Decimals of an amount; 0 for non-fungible tokens.',
        resolve: ({ decimals }) => Number(decimals),
      }),
      type: t.field({
        type: TokenType,
        nullable: false,
        description: 'Kind.',
        resolve: ({ type }) => type,
      }),
      metadata: t.field({
        type: 'Base64',
        nullable: false,
        description: 'Metadata; empty when there is none.',
        resolve: ({ metadata }) => metadata,
      }),
      adminKey: t.field({
        type: Key,
        description: 'Key that can change the token.',
        resolve: (row) => row.admin_key,
      }),
      feeScheduleKey: key('feeScheduleKey'),
      freezeKey: key('freezeKey'),
      kycKey: key('kycKey'),
      metadataKey: key('metadataKey'),
      pauseKey: key('pauseKey'),
      supplyKey: key('supplyKey'),
      wipeKey: key('wipeKey'),
      memo: t.string({
        nullable: true,
        description: 'Memo.',
        resolve: async (row, _args, context) => (await whole(row, context))?.memo ?? null,
      }),
      deleted: t.boolean({
        nullable: true,
        description: 'Whether it is deleted; null where the ledger does not know.',
        resolve: async (row, _args, context) => (await whole(row, context))?.deleted ?? null,
      }),
      freezeDefault: t.boolean({
        nullable: true,
        description: 'Whether accounts are frozen when they associate with it.',
        resolve: async (row, _args, context) => (await whole(row, context))?.freeze_default ?? null,
      }),
      pauseStatus: t.field({
        type: PauseStatus,
        description: 'Whether it is paused.',
        resolve: async (row, _args, context) =>
          ((await whole(row, context))?.pause_status ?? null) as 'PAUSED' | null,
      }),
      supplyType: t.field({
        type: SupplyType,
        description: 'Whether the supply has a limit.',
        resolve: async (row, _args, context) =>
          ((await whole(row, context))?.supply_type ?? null) as 'FINITE' | null,
      }),
      initialSupply: amount(
        'Supply at creation, in the smallest unit.',
        (token) => token.initial_supply,
      ),
      totalSupply: amount('Supply now, in the smallest unit.', (token) => token.total_supply),
      maxSupply: amount(
        'Greatest supply, in the smallest unit; 0 or the greatest int64 for none.',
        (token) => token.max_supply,
      ),
      autoRenewPeriod: amount(
        'Seconds by which the token is renewed.',
        (token) => token.auto_renew_period,
      ),
      createdTimestamp: time('When it was created.', (token) => token.created_timestamp),
      modifiedTimestamp: time('When it was last changed.', (token) => token.modified_timestamp),
      expiryTimestamp: time('When it expires.', ({ expiry_timestamp: at }) => printTimestamp(at)),
      treasuryId: t.field({
        type: 'EntityId',
        description: 'Account that receives newly made units.',
        resolve: async (row, _args, context) =>
          (await whole(row, context))?.treasury_account_id ?? null,
      }),
      treasury: t.field({
        type: Account,
        description: 'Account that receives newly made units.',
        resolve: async (row, _args, context, info) =>
          accountLink((await whole(row, context))?.treasury_account_id ?? null, context, info),
      }),
      autoRenewAccount: t.field({
        type: Account,
        description: 'Account that pays for the renewal.',
        resolve: async (row, _args, context, info) =>
          accountLink((await whole(row, context))?.auto_renew_account ?? null, context, info),
      }),
      customFees: t.field({
        type: CustomFees,
        description: 'Fees that a transfer costs beside the network fee.',
        resolve: async (row, _args, context) => (await whole(row, context))?.custom_fees ?? null,
      }),
      balances: t.connection(
        {
          type: TokenBalance,
          description:
            'Holders of the token by account id, highest id first by default: live balances, or with `at` (or `filter.timestamp`) those of a snapshot.',
          args: {
            at: t.arg({
              type: 'Timestamp',
              description: 'State at this instant: the newest snapshot at or before it.',
            }),
            filter: t.arg({ type: TokenHoldersFilter, description: 'Which holders.' }),
            order: t.arg({ type: Order, description: 'Order by account id; default DESC.' }),
          },
          resolve({ token_id: key }, args, context) {
            const filters = atFilters(args.at, readFilters(tokenBalances, holdersMap, args.filter));
            const isSnapshot = snapshotFilters(filters).length > 0;
            return connect(context, tokenBalances, args, { key, filters }, (row, at) =>
              fromHolder(key, row, isSnapshot ? at : null),
            );
          },
        },
        TokenBalanceConnection,
      ),
    };
  },
});

builder.queryField('token', (t) =>
  t.field({
    type: Token,
    description: 'One token; null when there is none.',
    args: { id: t.arg({ type: 'EntityId', required: true, description: 'Id of the token.' }) },
    resolve: (_root, { id }, context, info) => tokenWith(id, context, info),
  }),
);

const TokensFilter = builder.inputType('TokensFilter', {
  description: 'Conditions on tokens; all that are given must hold.',
  fields: (t) => ({
    account: t.field({
      type: 'EntityId',
      description: 'An account that is associated with the token.',
    }),
    name: t.string({
      description:
        'Part of the name, 3 to 100 bytes, letter case ignored; not together with `token` or `account`. The contract gives one page of such a search, 100 items at the most: when `hasNextPage` is true, narrow the name instead of going on.',
    }),
    publicKey: t.field({
      type: 'Hex',
      description: 'Public key of the admin key, raw or DER, in hex.',
    }),
    token: t.field({ type: EntityIdFilter, description: 'The token.' }),
    type: t.field({ type: TokenType, description: 'Kind of the token.' }),
  }),
});

const TokenConnection = builder.connectionObject(
  { type: Token, name: 'TokenConnection', description: 'A page of tokens.' },
  { name: 'TokenEdge', description: 'A token in a page.' },
);

builder.queryField('tokens', (t) =>
  t.connection(
    {
      type: Token,
      description:
        'Tokens by id. Over a mirror node, lists are updated less often than the look-up of one.',
      args: {
        filter: t.arg({ type: TokensFilter, description: 'Which tokens.' }),
        order: t.arg({ type: Order, description: 'Order by token id; default ASC.' }),
      },
      resolve(_root, args, context) {
        const { filter } = args;
        if (filter?.name != null && (filter.token != null || filter.account != null)) {
          throw badInput('filter.name', filter.name, 'must not be combined with token or account');
        }
        const map = {
          account: 'account.id',
          name: 'name',
          publicKey: 'publickey',
          token: 'token.id',
          type: 'type',
        };
        const filters = readFilters(list, map, filter);
        return connect(context, list, args, { filters }, (row: TokenRow): TokenSource => {
          context.loaders.tokenRow.prime(row.token_id, row);
          return row;
        });
      },
    },
    TokenConnection,
  ),
);
