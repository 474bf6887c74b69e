// One list in the cache of a client, whose rows several components ask for in different forms, or not at all.
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apolloCache, urqlCache } from '../../src/client.js';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../support/ledgers.js';

interface Tokens {
  readonly totalCount?: number;
  readonly nodes?: readonly { tokenId: string }[];
  readonly edges?: readonly { node: { tokenId: string } }[];
  readonly pageInfo: { readonly endCursor: string };
}
interface Data {
  readonly account: { readonly tokens: Tokens };
}

const of = (fields: string, first = 3) =>
  `query ($after: String) { account(id: "0.0.1001") { id tokens(first: ${first}, after: $after) { ${fields} } } }`;
const nodes = of('nodes { id tokenId } pageInfo { hasNextPage endCursor }');
const edges = of('edges { cursor node { id tokenId } } pageInfo { hasNextPage endCursor }');
const both = of('nodes { tokenId } edges { node { id amount } }');
const count = of('totalCount', 0);

let ledger: Ledger;
let server: Server;
beforeAll(async () => {
  ledger = await openSample('embedded');
  server = await serve(ledger);
});
afterAll(async () => {
  await server.close();
  await ledger.close();
});

const idsOf = ({ nodes, edges }: Tokens) =>
  nodes?.map(({ tokenId }) => tokenId) ?? edges?.map(({ node }) => node.tokenId);
const six = ['0.0.2001', '0.0.2002', '0.0.10265', '0.0.10307', '0.0.10736', '0.0.11550'];

describe('with Apollo Client', () => {
  function connect() {
    const link = new HttpLink({ uri: `${server.url}/graphql` });
    const client = new ApolloClient({
      link,
      cache: new InMemoryCache(apolloCache(relayStylePagination)),
    });
    const ask = async (text: string, variables = {}) => {
      const fetchPolicy = 'after' in variables ? 'network-only' : 'cache-first';
      const { data } = await client.query<Data>({ query: gql(text), variables, fetchPolicy });
      return data?.account.tokens as Tokens;
    };
    const held = (text: string) => client.readQuery<Data>({ query: gql(text) })?.account.tokens;
    return { ask, held };
  }

  it.each([
    ['nodes', nodes, edges],
    ['edges', edges, nodes],
  ])(
    'pages of %s make one list, which is there in the other form as well',
    async (_, one, other) => {
      const { ask, held } = connect();
      const { pageInfo } = await ask(one);
      await ask(one, { after: pageInfo.endCursor });
      expect(idsOf(held(one) as Tokens)).toEqual(six);
      expect(idsOf(await ask(other))?.slice(0, 3)).toEqual(six.slice(0, 3));
    },
  );

  it('a list that was only counted is not taken for an empty one', async () => {
    const { ask, held } = connect();
    expect((await ask(count)).totalCount).toBe(230);
    expect(held(edges) ?? null).toBeNull();
    expect(idsOf(await ask(edges))).toEqual(six.slice(0, 3));
    expect((await ask(count)).totalCount).toBe(230);
    expect(idsOf(held(edges) as Tokens)).toEqual(six.slice(0, 3));
  });

  it('both forms in one query are one row each', async () => {
    const { ask } = connect();
    const page = await ask(both);
    expect(page.edges?.[2]).toMatchObject({ node: { amount: '182925.15' } });
    expect(page.nodes?.[2]).toMatchObject({ tokenId: '0.0.10265' });
  });
});

describe('with urql', () => {
  it.each([
    ['nodes', nodes, edges],
    ['edges', edges, nodes],
  ])(
    'a list that is there as %s is fetched in the other form, and not empty',
    async (_, one, other) => {
      const client = new Client({
        url: `${server.url}/graphql`,
        exchanges: [cacheExchange(urqlCache(relayPagination)), fetchExchange],
        preferGetMethod: false,
      });
      for (const text of [count, one, other, one]) {
        const { data } = await client.query<Data>(text, {}).toPromise();
        const expected = text === count ? undefined : six.slice(0, 3);
        expect(idsOf(data?.account.tokens as Tokens)).toEqual(expected);
      }
    },
  );
});
