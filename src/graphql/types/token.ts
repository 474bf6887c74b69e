// The token type: what the list's rows carry, and what has to be read by id.

import { snapshotFilters } from '../../contract/balances.js';
import type { Key as KeyRow } from '../../contract/keys.js';
import { firstKey } from '../../contract/path-key.js';
import { token as lookup, type TokenInfo, tokenBalances } from '../../contract/tokens.js';
import { printTimestamp } from '../../contract/values.js';
import { readDecimals } from '../build/amount.js';
import { builder, Order } from '../build/builder.js';
import { connect } from '../build/connection.js';
import { entity } from '../build/entity.js';
import {
  atFilters,
  EntityIdBoundsFilter,
  Int64Filter,
  readFilters,
  TimestampFilter,
} from '../build/filters.js';
import { accountLink } from '../build/links.js';
import { Account, Token, TokenBalance, type TokenSource } from '../build/refs.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { CustomFees } from './fees.js';
import { Key } from './key.js';
import { fromHolder, TokenBalanceConnection } from './token-balance.js';
import { pauseStatus, supplyType, tokenType } from './token-enums.js';

const isWhole = (token: TokenSource): token is TokenInfo => 'treasury_account_id' in token;

/** All properties of a token that came as a row of a list, read once for all such fields. */
async function whole(token: TokenSource, { loaders }: Context): Promise<TokenInfo | null> {
  return isWhole(token) ? token : loaders.of(lookup).load(token.token_id);
}

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

entity(Token, {
  is: 'a token',
  description: 'A token: a currency of its own, or a collection of unique items.',
  key: 'entityId',
  kind: firstKey(lookup).kind,
  id: (row) => row.token_id,
  load: (id, { loaders }) => loaders.of(lookup).load(id),
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
          return token && of(token);
        },
      });
    const key = (description: string, of: (token: TokenInfo) => KeyRow | null) =>
      t.field({
        type: Key,
        description,
        resolve: async (row, _args, context) => {
          const token = await whole(row, context);
          return token && of(token);
        },
      });
    const account = (description: string, of: (token: TokenInfo) => string | null) =>
      t.field({
        type: Account,
        description,
        resolve: async (row, _args, context, info) => {
          const token = await whole(row, context);
          return token && accountLink(of(token), context, info);
        },
      });
    return {
      entityId: t.expose('token_id', {
        type: 'EntityId',
        nullable: false,
        description: 'Id on the ledger.',
      }),
      name: t.exposeString('name', { nullable: false, description: 'Name.' }),
      symbol: t.exposeString('symbol', {
        nullable: false,
        description: 'Symbol.',
      }),
      decimals: t.int({
        nullable: false,
        description: 'Decimals of an amount; 0 for non-fungible tokens.',
        extensions: { needs: 'row' },
        resolve: ({ decimals }) => readDecimals(decimals) as number,
      }),
      type: t.field({
        type: tokenType.type,
        nullable: false,
        description: 'Kind.',
        extensions: { needs: 'row' },
        resolve: ({ type }) => tokenType.of(type),
      }),
      metadata: t.expose('metadata', {
        type: 'Base64',
        description: 'Metadata; empty when there is none, null where the ledger does not say.',
      }),
      adminKey: t.expose('admin_key', {
        type: Key,
        description: 'Key that can change the token.',
      }),
      feeScheduleKey: key('Key that can change the custom fees.', (row) => row.fee_schedule_key),
      freezeKey: key('Key that can freeze accounts.', (row) => row.freeze_key),
      kycKey: key('Key that can grant "know your customer".', (row) => row.kyc_key),
      metadataKey: key('Key that can change the metadata.', (row) => row.metadata_key),
      pauseKey: key('Key that can pause the token.', (row) => row.pause_key),
      supplyKey: key('Key that can change the supply.', (row) => row.supply_key),
      wipeKey: key('Key that can take units away from accounts.', (row) => row.wipe_key),
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
        type: pauseStatus.type,
        description: 'Whether it is paused.',
        resolve: async (row, _args, context) =>
          pauseStatus.of((await whole(row, context))?.pause_status),
      }),
      supplyType: t.field({
        type: supplyType.type,
        description: 'Whether the supply has a limit.',
        resolve: async (row, _args, context) =>
          supplyType.of((await whole(row, context))?.supply_type),
      }),
      initialSupply: amount(
        'Supply at creation, in the smallest unit.',
        (row) => row.initial_supply,
      ),
      totalSupply: amount('Supply now, in the smallest unit.', (row) => row.total_supply),
      maxSupply: amount(
        'Greatest supply, in the smallest unit; 0 or the greatest int64 for none.',
        (row) => row.max_supply,
      ),
      autoRenewPeriod: amount(
        'Seconds by which the token is renewed.',
        (row) => row.auto_renew_period,
      ),
      createdTimestamp: time('When it was created.', (row) => row.created_timestamp),
      modifiedTimestamp: time('When it was last changed.', (row) => row.modified_timestamp),
      expiryTimestamp: time('When it expires.', (row) =>
        printTimestamp(row.expiry_timestamp ?? null),
      ),
      treasuryId: t.field({
        type: 'EntityId',
        description: 'Account that receives newly made units.',
        resolve: async (row, _args, context) =>
          (await whole(row, context))?.treasury_account_id ?? null,
      }),
      treasury: account(
        'Account that receives newly made units.',
        (row) => row.treasury_account_id,
      ),
      autoRenewAccount: account(
        'Account that pays for the renewal.',
        (row) => row.auto_renew_account,
      ),
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
          extensions: { needs: 'id', cost: { unique: 'account' } satisfies FieldCost },
          resolve: ({ token_id: token }, args, context, info) => {
            const given = readFilters(tokenBalances, holdersMap, args.filter);
            const filters = atFilters(args.at, given);
            const isSnapshot = snapshotFilters(filters).length > 0;
            return connect(context, info, tokenBalances, args, { key: token, filters }, (row, at) =>
              fromHolder(token, row, isSnapshot ? at : null),
            );
          },
        },
        TokenBalanceConnection,
      ),
    };
  },
});
