// Fields that lead from one object to another, loading no more than the query selects.
import type { GraphQLResolveInfo } from 'graphql';
import { sound } from '../../contract/check.js';
import { referenceForm } from '../../contract/entity.js';
import type { Context } from '../reading/context.js';
import { selectsOnly } from '../reading/selection.js';
import type { AccountSource, TokenSource } from './refs.js';

/** Reads below an account, and below a token, that need nothing but its id. */
const accountReads = ['tokens', 'token', 'schedules', 'transactions'];
const tokenReads = ['balances'];
/** All fields that need nothing but the id. */
const accountIdFields = ['id', 'entityId', ...accountReads];
const tokenIdFields = ['id', 'entityId', ...tokenReads];
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
  if (selectsOnly(info, accountIdFields)) return { account: sound(id) } as AccountSource;
  return accountWith(sound(id), context, info);
}

/** An account by any reference, with its balances if the operation selects them of any account. */
export function accountWith(
  reference: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<AccountSource | null> {
  context.accountParts(info);
  const isId = referenceForm(reference) === 'id';
  // From here on nothing throws: a promise that nobody waits for would be a fault of its own.
  const row = context.loaders.account.load(reference);
  if (isId) context.prefetch.begin(info, accountReads, reference, { account: reference }, context);
  return row;
}

/** The token of a row; out of the token list where that has all that the query wants. */
export function tokenLink(
  id: string | null,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<TokenSource | null> | TokenSource | null {
  if (id === null) return null;
  if (selectsOnly(info, tokenIdFields)) return { token_id: sound(id) } as TokenSource;
  return tokenWith(sound(id), context, info);
}

/** A token by its id, with the properties that the query selects. */
export function tokenWith(
  id: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<TokenSource | null> {
  const { loaders } = context;
  const isListed = selectsOnly(info, tokenRowFields);
  // As with an account, nothing throws from here on.
  const row = isListed ? loaders.tokenRow.load(id) : loaders.token.load(id);
  context.prefetch.begin(info, tokenReads, id, { token_id: id }, context);
  return row;
}
