// How each way of looking something up is gone, for the search: one finder for each, by the loaders of its type.
import { equals, typedBy } from '../../contract/operators.js';
import { defaultLimits } from '../../contract/resource.js';
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

/** Complete by type: a way in which texts are looked up, and nothing that does it, is no program. */
export const finders: Readonly<Record<Way, Finder>> = {
  contract: {
    type: Contract,
    find: ({ key, context: { loaders } }) => loaders.of(contract).load(loaders.typed(key, 'text')),
  },
  account: {
    type: Account,
    find: ({ key, context: { loaders } }) => loaders.of(account).load(loaders.typed(key, 'text')),
  },
  token: {
    type: Token,
    find: ({ key, context: { loaders } }) => loaders.of(token).load(loaders.typed(key, 'text')),
  },
  topic: {
    type: Topic,
    find: ({ key, context: { loaders } }) => loaders.of(topic).load(loaders.typed(key, 'text')),
  },
  schedule: {
    type: Schedule,
    find: ({ key, context: { loaders } }) => loaders.of(schedule).load(loaders.typed(key, 'text')),
  },
  nft: {
    type: Nft,
    find: ({ key, context: { loaders } }) => loaders.of(nft).load(loaders.typed(key, 'text')),
  },
  transaction: {
    type: Transaction,
    find: ({ key, context, info }) =>
      loadMeant({ ...transactionMeant(key), by: { key: 'text' } }, context, info),
  },
  block: {
    type: Block,
    find: ({ key, context: { loaders } }) => loaders.of(block).load(loaders.typed(key, 'text')),
  },
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
