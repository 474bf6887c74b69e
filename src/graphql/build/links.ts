// Fields that lead from one object to another, loading no more than the query selects.
import type { GraphQLResolveInfo } from 'graphql';
import { isNobody, sound } from '../../contract/check.js';
import { referenceForm } from '../../contract/entity.js';
import type { Int64 } from '../../contract/json.js';
import { joinKey } from '../../contract/path-key.js';
import { account } from '../../contract/resources/accounts.js';
import { type NftRow, nft } from '../../contract/resources/nfts.js';
import { type NodeRow, nodes } from '../../contract/resources/nodes.js';
import { token, tokens } from '../../contract/resources/tokens.js';
import { type TopicRow, topic } from '../../contract/resources/topics.js';
import { transaction } from '../../contract/resources/transaction.js';
import type { Parts } from '../../ledger.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { needsOnly, partsLookedAt, selectsAnywhere } from '../reading/selection.js';
import { mayCarryTokens } from './carried.js';
import { loadNodes } from './nodes.js';
import type { Connection } from './paging.js';
import {
  Account,
  type AccountSource,
  Nft,
  Token,
  type TokenSource,
  Topic,
  Transaction,
  type TransactionSource,
} from './refs.js';

type Load<S> = (id: string, context: Context, info: GraphQLResolveInfo) => Promise<S | null>;

/**
 * Whether accounts of which only lists are selected are read all the same: their rows carry a list, and
 * those of many come by one call. Of a single account the list is as cheap, and never cut.
 */
const isBetterRead = (context: Context, info: GraphQLResolveInfo): boolean =>
  info.path.prev !== undefined && context.prefetch.isCarried(info, context);

/** What an id in a row names; no call is made when the query wants no more than the id. */
const linkTo =
  <S>(of: (id: string) => S, load: Load<S>, isRead: typeof isBetterRead = () => false) =>
  (id: string | null, context: Context, info: GraphQLResolveInfo): Promise<S | null> | S | null => {
    if (id === null) return null;
    const key = sound(id);
    if (!needsOnly(info, 'id')) return load(key, context, info);
    // Whatever is not there is named all the same.
    return isRead(context, info) ? load(key, context, info).then((row) => row ?? of(key)) : of(key);
  };

const accountOf = (id: string) => ({ account: id }) as AccountSource;
const tokenOf = (id: string) => ({ token_id: id }) as TokenSource;
const topicOf = (id: string) => ({ topic_id: id }) as TopicRow;
const transactionAt = (at: string) => ({ consensus_timestamp: at }) as TransactionSource;

export const accountLink = linkTo(accountOf, accountWith, isBetterRead);

/** What the operation wants of accounts, wherever it selects them. */
export const accountParts = (context: Context, info: GraphQLResolveInfo): Parts =>
  context.wants(account, () => ({
    balance: selectsAnywhere(info, 'Account', 'balance') || mayCarryTokens(context, info),
  }));

/** An account by any reference, with its balances if the operation selects them of any account. */
export function accountWith(
  reference: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<AccountSource | null> {
  accountParts(context, info);
  const isId = referenceForm(reference) === 'id';
  const stub = accountOf(reference);
  if (isId && needsOnly(info, 'id') && !isBetterRead(context, info)) {
    return proven(info, reference, stub, context, () =>
      context.loaders.of(account).load(reference),
    );
  }
  // From here on nothing throws: a promise that nobody waits for would be a fault of its own.
  const row = context.loaders.of(account).load(reference);
  if (isId) context.prefetch.begin(info, { id: reference, source: stub, context, hasRow: true });
  return row;
}

/**
 * An object of which only lists are selected: it is there if any of them has an item, and else
 * looked up. Where all that is selected is refused, whether it is there changes nothing.
 */
async function proven<T>(
  info: GraphQLResolveInfo,
  id: string,
  object: T,
  context: Context,
  lookUp: () => Promise<T | null>,
): Promise<T | null> {
  const begun = { id, source: object, context, hasRow: false };
  const { proofs, isRefused } = context.prefetch.begin(info, begun);
  if (isRefused) return object;
  if (proofs.length === 0) return lookUp();
  const some = proofs.map(async (list) => {
    const found = (await list) as Pick<Connection<unknown>, 'isEmpty'> | null;
    if (!found || found.isEmpty) throw noProof;
    return object;
  });
  return Promise.any(some).catch(lookUp);
}

const noProof = new Error('an empty list');

export const tokenLink = linkTo(tokenOf, tokenWith);

/** A token by its id, out of the token list where that has all that the query selects. */
export function tokenWith(
  id: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<TokenSource | null> {
  const { loaders } = context;
  const isListed = needsOnly(info, 'row');
  const stub = tokenOf(id);
  const known = { id, source: stub, context, hasRow: true };
  const isRefused = needsOnly(info, 'id') && context.prefetch.begin(info, known).isRefused;
  if (isRefused) return Promise.resolve(stub);
  // As with an account, nothing throws from here on.
  const row = isListed ? loaders.rows(token, tokens).load(id) : loaders.of(token).load(id);
  context.prefetch.begin(info, known);
  return row;
}

export const topicLink = linkTo(topicOf, topicWith);

/** A topic by its id, which messages prove; as with an account, nothing throws from the look-up on. */
export function topicWith(
  id: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<TopicRow | null> {
  const lookUp = () => context.loaders.of(topic).load(id);
  const stub = topicOf(id);
  if (needsOnly(info, 'id')) return proven(info, id, stub, context, lookUp);
  const row = lookUp();
  context.prefetch.begin(info, { id, source: stub, context, hasRow: true });
  return row;
}

/** The node of a row by its number. */
export function nodeLink(
  number: Int64 | null,
  { loaders }: Context,
  info: GraphQLResolveInfo,
): Promise<NodeRow | null> | NodeRow | null {
  if (number === null) return null;
  if (needsOnly(info, 'id')) return { node_id: number } as NodeRow;
  return loaders.listed(nodes).load(String(number));
}

/** What the operation wants of transactions, wherever it selects them; whoever does not ask has them whole. */
export const transactionParts = (context: Context, info: GraphQLResolveInfo): Parts =>
  context.wants(transaction, () => partsLookedAt(info, 'Transaction', transaction));

/** Consensus times are unique, so that one names a transaction. */
export const loadTransaction = async (
  at: string,
  { loaders }: Context,
): Promise<TransactionSource | null> =>
  (await loaders.of(transaction).load(at))?.transactions[0] ?? null;

const transactionLink = linkTo(transactionAt, (at, context, info) => {
  transactionParts(context, info);
  return loadTransaction(at, context);
});

export const transactionCost = { loads: 'each', freeById: true } satisfies FieldCost;

/** How a member that is the consensus time of a transaction is shown as that transaction. */
export const toTransaction = (what: string) =>
  ({
    type: Transaction,
    nullable: true,
    description: `${what}; null where the ledger does not have it (any more), which is found out where more is selected than its id and its time.`,
    cost: transactionCost,
    as: transactionLink,
  }) as const;

export const toCreation = toTransaction('The transaction that has created it');

const now = 'As it is now.';

/** How members that are ids of accounts, of tokens and of topics are shown as what they name. */
export const toAccount = { type: Account, nullable: true, also: now, as: accountLink } as const;
export const toToken = { type: Token, nullable: true, also: now, as: tokenLink } as const;
export const toTopic = { type: Topic, nullable: true, also: now, as: topicLink } as const;

/** What names an NFT beside its serial number. */
interface OfToken {
  readonly token_id: string | null;
}

/** The NFT of a row by its serial number; there is none of -1, which stands for all of a treasury. */
function nftLink(
  serial: Int64 | null,
  { loaders }: Context,
  info: GraphQLResolveInfo,
  { token_id }: OfToken,
): Promise<NftRow | null> | NftRow | null {
  if (serial === null || isNobody(token_id) || serial < 1) return null;
  const token = sound(token_id);
  if (needsOnly(info, 'id')) return { token_id: token, serial_number: serial } as NftRow;
  return loaders.of(nft).load(joinKey(token, String(serial)));
}

/** How members that are serial numbers of the token of their row are shown as what they name. */
export const toNft = {
  type: Nft,
  nullable: true,
  description: 'The NFT, as it is now; null where it is none.',
  looksAround: ['token_id'],
  as: nftLink,
} as const;

interface Link<T, I> {
  readonly type: T;
  as(id: I, context: Context, info: GraphQLResolveInfo): unknown;
}

/** How members that are lists of ids are shown as what they name, by how a single id is. */
export const toEach = <T, I>({ type, as }: Link<T, I>) =>
  ({
    type: [type],
    nullable: { list: true, items: true },
    also: 'As they are now; null in the place of what the ledger does not have.',
    as: (ids: readonly I[] | null, context: Context, info: GraphQLResolveInfo) =>
      ids && loadNodes(ids, (id) => as(id, context, info)),
  }) as const;
