// The client of the app: nothing of it is about the server but the policies of its cache.
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { relayStylePagination } from '@apollo/client/utilities';
import { apolloCache } from 'mirrorql/client';
import { createRoot } from 'react-dom/client';
import { Account } from './account';
import { Holders } from './holders';
import { Search } from './search';

const client = new ApolloClient({
  link: new HttpLink({ uri: '/graphql' }),
  cache: new InMemoryCache(apolloCache(relayStylePagination)),
});

createRoot(document.getElementById('root') as HTMLElement).render(
  <ApolloProvider client={client}>
    <Search />
    <Account address="0xc82605c1aed81e77414eed64cf97519364464fd7" />
    <Holders token="0.0.10265" />
  </ApolloProvider>,
);
