// The GraphQL client: where it asks, and how pages of a list become one list.
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

// Arguments that make another list, as opposed to another page of the same one, are named here.
const cache = new InMemoryCache({
  possibleTypes: {
    Node: ['Account', 'Balance', 'Block', 'Schedule', 'Token', 'TokenBalance'],
  },
  typePolicies: {
    Query: {
      fields: {
        blocks: relayStylePagination(['filter', 'order']),
      },
    },
    Account: {
      fields: {
        tokens: relayStylePagination(['filter', 'order']),
        schedules: relayStylePagination(['order']),
      },
    },
    Token: {
      fields: {
        balances: relayStylePagination(['at', 'filter', 'order']),
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
  link: new HttpLink({ uri: '/graphql' }),
  // One part that fails is shown as such; the others stay.
  defaultOptions: { watchQuery: { errorPolicy: 'all' } },
});
