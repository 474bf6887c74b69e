// Lists that rows carry: where each list below an account is a call of its own, those in its row are worth having.
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import type { Context } from '../reading/context.js';
import { selectedAt, selectsAnywhere } from '../reading/selection.js';
import type { ConnectionArguments } from './walk.js';

/** Whether rows of accounts are to bring their balances, since their tokens may be read out of them. */
export const mayCarryTokens = ({ loaders, streams }: Context, info: GraphQLResolveInfo): boolean =>
  loaders.readsListsApart &&
  !streams &&
  selectsAnywhere(info, 'Account', 'tokens') &&
  !selectsAnywhere(info, 'TokenBalance', 'relationship');

/** What the list below an account tells of the token itself. */
const toldByList = new Set(['__typename', 'id', 'entityId', 'decimals']);

/** Whether a row has all that is selected of tokens. Decimals it has not: tokens must be read all the same. */
function areTold(info: GraphQLResolveInfo): boolean {
  const below = (...more: string[]) => [
    ...selectedAt(info, 'nodes', ...more),
    ...selectedAt(info, 'edges', 'node', ...more),
  ];
  const [own, ofToken] = [below(), below('token')];
  const isTokenRead = ofToken.some((name) => !toldByList.has(name));
  const hasDecimals = own.some((name) => name === 'amount' || name === 'decimals');
  return isTokenRead || !(hasDecimals || ofToken.includes('decimals'));
}

/** By the nodes of a field, which stand for what is selected below it. */
const known = new WeakMap<readonly FieldNode[], boolean>();

/** Whether the tokens of an account are told by its row: a first page of them, under no conditions. */
export function areTokensCarried(
  { after, before, filter }: ConnectionArguments & { readonly filter?: unknown },
  context: Context,
  info: GraphQLResolveInfo,
): boolean {
  if (after || before || filter || !mayCarryTokens(context, info)) return false;
  const isTold = known.get(info.fieldNodes) ?? areTold(info);
  known.set(info.fieldNodes, isTold);
  return isTold;
}
