// Fields that lead from one object to another, loading no more than the query selects.
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from './context.js';
import type { AccountSource, TokenSource } from './refs.js';
import { selectsOnly } from './selection.js';

/** Fields of an account that need nothing but its id. */
const accountIdFields = ['id', 'entityId', 'tokens', 'token', 'schedules'];
/** Fields of a token that need nothing but its id. */
const tokenIdFields = ['id', 'entityId', 'balances'];
/** Fields of a token that the rows of the token list carry. */
const tokenRowFields = [
  ...tokenIdFields,
  'adminKey',
  'decimals',
  'metadata',
  'name',
  'symbol',
  'type',
];

/** The account of a row; no call is made when the query wants no more than its id. */
export function accountLink(
  id: string | null,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<AccountSource | null> | AccountSource | null {
  if (id === null) return null;
  if (selectsOnly(info, accountIdFields)) return { account: id } as AccountSource;
  return accountWith(id, context, info);
}

/** An account by any reference, with its balances if the operation selects them of any account. */
export function accountWith(
  reference: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<AccountSource | null> {
  context.accountParts(info);
  return context.loaders.account.load(reference);
}

/** The token of a row; out of the token list where that has all that the query wants. */
export function tokenLink(
  id: string | null,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<TokenSource | null> | TokenSource | null {
  if (id === null) return null;
  if (selectsOnly(info, tokenIdFields)) return { token_id: id } as TokenSource;
  return tokenWith(id, context, info);
}

/** A token by its id, with the properties that the query selects. */
export function tokenWith(
  id: string,
  { loaders }: Context,
  info: GraphQLResolveInfo,
): Promise<TokenSource | null> {
  return selectsOnly(info, tokenRowFields) ? loaders.tokenRow.load(id) : loaders.token.load(id);
}
