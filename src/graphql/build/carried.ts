// Lists that rows carry: where each list below an account is a call of its own, those in its row are worth having.
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../reading/context.js';
import { selectedAt, selectsAnywhere } from '../reading/selection.js';
import type { ConnectionArguments } from './walk.js';

/** Whether rows of accounts are to bring their balances, since their tokens may be read out of them. */
export const mayCarryTokens = ({ loaders, streams }: Context, info: GraphQLResolveInfo): boolean =>
  loaders.readsListsApart &&
  !streams &&
  selectsAnywhere(info, 'Account', 'tokens') &&
  !selectsAnywhere(info, 'TokenBalance', 'relationship');

/** What a token balance tells of its token by itself, where it comes out of the list. */
const ofList = new Set(['__typename', 'id', 'tokenId', 'decimals']);

/**
 * Whether the tokens of an account are told by its row: a first page under no conditions, of which no more
 * is selected than the row has. Decimals it has not: tokens must be read all the same.
 */
export function areTokensCarried(
  args: ConnectionArguments & { readonly filter?: unknown },
  context: Context,
  info: GraphQLResolveInfo,
): boolean {
  if (args.after || args.before || args.filter || !mayCarryTokens(context, info)) return false;
  const below = (...more: string[]) => [
    ...selectedAt(info, 'nodes', ...more),
    ...selectedAt(info, 'edges', 'node', ...more),
  ];
  const [own, ofTokens] = [below(), below('token')];
  const wantsDecimals = own.some((name) => name === 'amount' || name === 'decimals');
  if (!wantsDecimals && !ofTokens.includes('decimals')) return true;
  return ofTokens.some((name) => !ofList.has(name));
}
