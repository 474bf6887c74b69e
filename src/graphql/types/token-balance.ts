// Balances of one token by one account, wherever they come from.

import { equals } from '../../contract/operators.js';
import {
  type TokenRelationshipRow,
  tokenRelationshipRow,
} from '../../contract/resources/accounts.js';
import { type TokenBalanceRow, tokenBalanceRow } from '../../contract/resources/balances.js';
import { type TokenHolderRow, tokenBalances } from '../../contract/resources/tokens.js';
import { plainEntityId } from '../../contract/values.js';
import { readDecimals } from '../build/amount.js';
import { builder } from '../build/builder.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { versionFilters } from '../build/filters.js';
import { toToken } from '../build/links.js';
import { meaningOf, members } from '../build/members.js';
import { type BalanceSource, TokenBalance, type TokenBalanceSource } from '../build/refs.js';
import { decimalsOfToken, wholeOf } from '../build/units.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { freezeStatus, kycStatus } from './token-enums.js';

export function fromRelationship(account: string, row: TokenRelationshipRow): TokenBalanceSource {
  const { token_id, balance, decimals } = row;
  return { account, token_id, balance, decimals, relationship: row, snapshot: null };
}

export function fromRow(
  { account, snapshot }: BalanceSource,
  row: TokenBalanceRow,
): TokenBalanceSource {
  const { token_id, balance } = row;
  return { account, token_id, balance, decimals: undefined, relationship: undefined, snapshot };
}

const TokenRelationship = builder.objectRef<TokenRelationshipRow>('TokenRelationship').implement({
  description: meaningOf(tokenRelationshipRow),
  fields: (t) =>
    members(t, tokenRelationshipRow, {
      automaticAssociation: 'automatic_association',
      createdTimestamp: 'created_timestamp',
      freezeStatus: { member: 'freeze_status', ...freezeStatus },
      kycStatus: { member: 'kyc_status', ...kycStatus },
    }),
});

/** Fields whose token balances come out of relationships, with everything that those have. */
const relationships = ['Account.tokens', 'Account.token'];
const decimalsCost: FieldCost = {
  loads: 'batch',
  freeBelow: [...relationships, 'Token.balances', 'TokenBalance.history'],
};

const relationshipCost: FieldCost = {
  loads: 'each',
  freeBelow: relationships,
  sharedBelow: ['Balance.tokens'],
};

const relationOf = (
  { account, token_id: token, relationship }: TokenBalanceSource,
  { loaders }: Context,
) => relationship ?? loaders.relation().load({ account, token });

/** Decimals of the token: out of the row, else out of the token list. */
async function decimalsOf(
  { decimals, token_id: token }: TokenBalanceSource,
  context: Context,
): Promise<number | null> {
  return decimals === undefined ? decimalsOfToken(token, context) : readDecimals(decimals);
}

const idOf = ({ account, token_id: token, snapshot }: TokenBalanceSource) =>
  `${account}/${token}${snapshot === null ? '' : `@${snapshot}`}`;

entity(TokenBalance, {
  description: meaningOf(tokenBalanceRow),
  id: idOf,
  kinds: [plainEntityId, plainEntityId],
  versions: 'read',
  load: loadTokenBalance,
  fields: (t) => ({
    ...members(t, tokenRelationshipRow, {
      tokenId: 'token_id',
      token: {
        member: 'token_id',
        ...toToken,
        cost: { sameBelow: ['Token.balances'] },
        shows: { token_id: 'token_id', decimals: 'decimals' },
      },
      balance: 'balance',
      amount: { member: 'balance', ...wholeOf('balance', decimalsOf, decimalsCost) },
      decimals: {
        member: 'decimals',
        type: 'Int',
        cost: decimalsCost,
        looksAround: true,
        as: (_own, context, _info, source: TokenBalanceSource) => decimalsOf(source, context),
      },
    }),
    timestamp: t.field({
      type: 'Timestamp',
      description: 'Time of the snapshot that the balance is out of; null for a live balance.',
      extensions: { needs: 'row' },
      resolve: ({ snapshot }) => snapshot,
    }),
    relationship: t.field({
      type: TokenRelationship,
      extensions: { cost: relationshipCost },
      description:
        'The association behind the balance, as it is now; free under `Account.tokens`, one more read elsewhere.',
      resolve: (source, _args, context) => relationOf(source, context),
    }),
  }),
});

/** The live balance of a node id, `account/token`; a past one, `account/token@time`, is a list's. */
async function loadTokenBalance(
  pair: string,
  context: Context,
  at?: string,
): Promise<TokenBalanceSource | null> {
  const [account = '', token = ''] = pair.split('/');
  if (at !== undefined) return heldAt(account, token, at, context);
  const row = await context.loaders.relation().load({ account, token });
  return row && fromRelationship(account, row);
}

/** What an account has held of a token, as the newest snapshot at or before an instant shows it. */
export async function heldAt(
  account: string,
  token: string,
  at: string,
  { loaders }: Context,
): Promise<TokenBalanceSource | null> {
  const filters = versionFilters(tokenBalances, at, [equals('account.id', account)]);
  const request = { key: token, filters, order: tokenBalances.order, limit: 1 };
  const holders = await loaders.pages(tokenBalances).load(request);
  const row = holders?.items[0];
  return row ? fromHolder(token, row, holders.timestamp) : null;
}

export function fromHolder(
  token_id: string,
  { account, balance, decimals }: TokenHolderRow,
  snapshot: string | null,
): TokenBalanceSource {
  return { account, token_id, balance, decimals, relationship: undefined, snapshot };
}

export const TokenBalanceConnection = connectionOf(TokenBalance, {
  one: 'a token balance',
  many: 'token balances',
  timestamp: 'Time of the snapshot, or the newest of the live balances, where the list has one.',
});
