// The GraphQL client: where it asks, and how pages of a list become one list.
import {
  ApolloClient,
  ApolloLink,
  type FieldPolicy,
  HttpLink,
  InMemoryCache,
} from '@apollo/client';
import { Defer20220824Handler } from '@apollo/client/incremental';
import { relayStylePagination } from '@apollo/client/utilities';
import { LiveLink } from './live.js';

/**
 * Pages of a Relay connection become one list; another filter, order, instant or size of pages makes
 * another. A list that failed stays null: by itself the policy makes an empty list of it, which would
 * say that there is nothing.
 */
function pages(): FieldPolicy {
  const policy: FieldPolicy = relayStylePagination(['filter', 'order', 'orderBy', 'at', 'first']);
  const { read, merge } = policy;
  if (typeof merge !== 'function' || !read) return policy;
  return {
    ...policy,
    read: (existing, options) => existing && read(existing, options),
    merge: (existing, incoming, options) =>
      incoming ? merge(existing ?? undefined, incoming, options) : (existing ?? null),
  };
}

/** A look-up that fails is null beside its error; what another one has found stays shown. */
const found: FieldPolicy = { merge: (known, now) => now ?? known ?? null };

const paged = (...fields: string[]) => ({
  fields: Object.fromEntries(fields.map((field) => [field, pages()])),
});

const lookups = ['account', 'block', 'contract', 'schedule', 'token', 'topic', 'transaction'];

const cache = new InMemoryCache({
  possibleTypes: {
    Node: ['Account', 'Balance', 'Block', 'Contract', 'Nft', 'Schedule', 'Token', 'TokenBalance'],
    SearchResult: [
      'Account',
      'Block',
      'Contract',
      'NetworkNode',
      'Nft',
      'Schedule',
      'Token',
      'Topic',
      'Transaction',
    ],
    TransactionSubject: ['Account', 'Contract', 'Schedule', 'Token', 'Topic'],
  },
  typePolicies: {
    Query: {
      fields: {
        ...paged('accounts', 'blocks', 'contracts', 'schedules', 'tokens', 'transactions').fields,
        ...Object.fromEntries(lookups.map((field) => [field, found])),
      },
    },
    Account: paged('nfts', 'schedules', 'tokens', 'transactions'),
    Block: paged('transactions'),
    Contract: paged('logs', 'results'),
    // There is one, which has no id.
    Network: { keyFields: [], merge: true, ...paged('nodes') },
    Nft: paged('transactions'),
    Token: paged('balances', 'nfts'),
    Topic: paged('messages'),
  },
});

declare module '@apollo/client' {
  namespace ApolloClient {
    namespace DeclareDefaultOptions {
      interface WatchQuery {
        errorPolicy: 'all';
      }
    }
  }
}

export const client = new ApolloClient({
  cache,
  // Reads the parts of answers to operations with `@defer`, in the format that mirrorql sends.
  incrementalHandler: new Defer20220824Handler(),
  link: ApolloLink.split(
    ({ operationType }) => operationType === 'subscription',
    new LiveLink(),
    new HttpLink({ uri: '/graphql' }),
  ),
  // One part that fails is shown as such; the others stay.
  defaultOptions: { watchQuery: { errorPolicy: 'all' } },
});
