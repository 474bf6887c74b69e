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
 * Pages of a Relay connection become one list. A list that failed stays null: by itself
 * the policy makes an empty list of it, which would say that there is nothing.
 */
function pages(...keys: string[]): FieldPolicy {
  const policy: FieldPolicy = relayStylePagination(keys);
  const { read, merge } = policy;
  if (typeof merge !== 'function' || !read) return policy;
  return {
    ...policy,
    read: (existing, options) => existing && read(existing, options),
    merge: (existing, incoming, options) =>
      incoming ? merge(existing ?? undefined, incoming, options) : (existing ?? null),
  };
}

// Arguments that make another list, as opposed to another page of the same one, are named here.
const cache = new InMemoryCache({
  possibleTypes: {
    Node: ['Account', 'Balance', 'Block', 'Schedule', 'Token', 'TokenBalance'],
  },
  typePolicies: {
    Account: {
      fields: {
        tokens: pages('filter', 'order'),
        schedules: pages('order'),
      },
    },
    Token: {
      fields: {
        balances: pages('at', 'filter', 'order'),
      },
    },
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
