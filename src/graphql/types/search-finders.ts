// How each way of looking something up is gone, for the search: one finder for each, by the loaders of its type.
import { equals, typedBy } from '../../contract/operators.js';
import { defaultLimits, type Lookup } from '../../contract/resource.js';
import { account, accounts } from '../../contract/resources/accounts.js';
import { block } from '../../contract/resources/blocks.js';
import { contract } from '../../contract/resources/contracts.js';
import { nft } from '../../contract/resources/nfts.js';
import { nodes } from '../../contract/resources/nodes.js';
import { schedule } from '../../contract/resources/schedules.js';
import { token } from '../../contract/resources/tokens.js';
import { topic } from '../../contract/resources/topics.js';
import { transactionMeant } from '../../contract/transaction-reference.js';
import { accountParts } from '../build/links.js';
import {
  Account,
  Block,
  Contract,
  NetworkNode,
  Nft,
  Schedule,
  Token,
  Topic,
  Transaction,
} from '../build/refs.js';
import type { Way } from '../build/text-forms.js';
import { type Search, tokensCalled } from './token-search.js';
import { blockAt, loadMeant } from './transaction-query.js';

interface Finder {
  readonly type: { readonly name: string };
  /** What was found, best first; of a look-up by key one or none. */
  find(search: Search): Promise<object | null | readonly object[]>;
}

/** By a look-up whose key the text is. */
const byKey = <T extends object>(type: Finder['type'], lookup: Lookup<T>): Finder => ({
  type,
  find: ({ key, context: { loaders } }) => loaders.of(lookup).load(loaders.typed(key, 'text')),
});

/** Complete by type: a way in which texts are looked up, and nothing that does it, is no program. */
export const finders: Readonly<Record<Way, Finder>> = {
  contract: byKey(Contract, contract),
  account: byKey(Account, account),
  token: byKey(Token, token),
  topic: byKey(Topic, topic),
  schedule: byKey(Schedule, schedule),
  nft: byKey(Nft, nft),
  transaction: {
    type: Transaction,
    find: ({ key, context, info }) =>
      loadMeant({ ...transactionMeant(key), by: { key: 'text' } }, context, info),
  },
  block: byKey(Block, block),
  'block at': { type: Block, find: ({ key, context: { loaders } }) => blockAt(key, loaders) },
  node: {
    type: NetworkNode,
    find: ({ key, context: { loaders } }) => loaders.listed(nodes).load(key),
  },
  'accounts with key': {
    type: Account,
    async find({ key, first, context, info }) {
      const filters = [typedBy('text', equals('account.publickey', key))];
      const limit = Math.min(first, defaultLimits.maxPage);
      const parts = accountParts(context, info);
      const request = { filters, order: accounts.order, limit, parts };
      return (await context.loaders.pages(accounts).load(request))?.items ?? [];
    },
  },
  'tokens called so': { type: Token, find: tokensCalled },
};
