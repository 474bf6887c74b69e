// Apollo Client: pages merge by relayStylePagination, and past balances stay apart from live ones.
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { Defer20220824Handler, GraphQL17Alpha9Handler } from '@apollo/client/incremental';
import { relayStylePagination } from '@apollo/client/utilities';
import { describe, expect, it } from 'vitest';
import { apolloCache } from '../../src/client.js';
import { sampleIds } from '../../src/sample/sample.js';
import { sampleServer } from '../support/sample-server.js';

interface Connection<T> {
  readonly edges: readonly { readonly node: T }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}
interface Holding {
  readonly id: string;
  readonly tokenId: string;
  readonly amount: string;
}
interface Row {
  readonly id: string;
  readonly accountId: string;
  readonly balance: string;
  readonly account: { readonly id: string; readonly tokens: Connection<Holding> };
}

const balances = gql`
  query ($after: String, $at: Timestamp) {
    balances(first: 3, after: $after, at: $at, order: ASC, filter: { account: { gte: "0.0.1001" } }) {
      edges {
        cursor
        node {
          id
          accountId
          balance
          account {
            id
            tokens(first: 10) {
              edges { cursor node { id tokenId amount } }
              pageInfo { hasNextPage endCursor }
            }
          }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

const tokens = gql`
  query ($id: AccountRef!, $after: String) {
    account(id: $id) {
      id
      tokens(first: 10, after: $after) {
        edges { cursor node { id tokenId amount } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`;

describe('Apollo Client', () => {
  const server = sampleServer();

  const connect = (incrementalHandler = new Defer20220824Handler()) =>
    new ApolloClient({
      incrementalHandler,
      link: new HttpLink({ uri: `${server.url}/graphql` }),
      cache: new InMemoryCache(apolloCache(relayStylePagination)),
    });

  it('walks three pages with connections inside, each item once', async () => {
    const client = connect();
    const query = client.watchQuery<{ balances: Connection<Row> }>({ query: balances });
    const seen = query.subscribe(() => {});
    let { data } = await query.refetch();
    for (let page = 1; page < 3; page++) {
      const after = data?.balances.pageInfo.endCursor;
      ({ data } = await query.fetchMore({ variables: { after } }));
    }
    const merged = client.readQuery<{ balances: Connection<Row> }>({ query: balances });
    const rows = merged?.balances.edges ?? [];
    expect(rows.map(({ node }) => node.accountId)).toEqual(
      [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009].map((num) => `0.0.${num}`),
    );
    expect(rows[0]?.node.account.tokens.edges).toHaveLength(10);
    expect(rows[2]?.node.account.tokens.edges).toHaveLength(0);

    // A page of one account's tokens, asked elsewhere, goes on in the list that is nested here.
    const id = sampleIds.manyTokens;
    const after = rows[0]?.node.account.tokens.pageInfo.endCursor;
    await client.query({ query: tokens, variables: { id, after } });
    const read = client.readQuery<{ balances: Connection<Row> }>({ query: balances });
    const nested = read?.balances.edges[0]?.node.account.tokens.edges ?? [];
    expect(nested).toHaveLength(20);
    expect(new Set(nested.map(({ node }) => node.tokenId)).size).toBe(20);
    seen.unsubscribe();
  });

  it('keeps what was apart from what is', async () => {
    const client = connect();
    const [at] = sampleIds.snapshots;
    const live = await client.query<{ balances: Connection<Row> }>({ query: balances });
    const past = await client.query<{ balances: Connection<Row> }>({
      query: balances,
      variables: { at },
    });
    const idsOf = ({ data }: typeof live) => data?.balances.edges.map(({ node }) => node.id) ?? [];
    expect(idsOf(past).filter((id) => idsOf(live).includes(id))).toEqual([]);
    // Had one overwritten the other, the first answer would not be read any more.
    const again = client.readQuery<{ balances: Connection<Row> }>({ query: balances });
    expect(again).toEqual(live.data);
    const entities = Object.keys(client.cache.extract() as object);
    expect(entities.filter((key) => key.startsWith('Balance:'))).toHaveLength(6);
  });

  const deferred = gql`
    query ($id: AccountRef!) {
      account(id: $id) {
        id
        memo
        ... @defer(label: "tokens") {
          tokens(first: 3) { edges { cursor node { id tokenId amount } } pageInfo { hasNextPage endCursor } }
        }
      }
    }
  `;
  type Deferred = { account: { memo: string; tokens?: Connection<Holding> } };
  const variables = { id: sampleIds.manyTokens };

  it('shows what is there before what is deferred', async () => {
    const client = connect();
    const seen: (number | undefined)[] = [];
    const query = client.watchQuery<Deferred>({ query: deferred, variables });
    const watching = query.subscribe(({ data }) => {
      const account = data?.account as Deferred['account'] | undefined;
      if (account?.memo) seen.push(account.tokens?.edges.length);
    });
    await expect.poll(() => seen).toEqual([undefined, 3]);
    watching.unsubscribe();
    expect(
      client.readQuery<Deferred>({ query: deferred, variables })?.account.tokens?.edges,
    ).toHaveLength(3);
  });

  it('gets the whole answer when it asks for parts of another format', async () => {
    const client = connect(new GraphQL17Alpha9Handler() as unknown as Defer20220824Handler);
    const { data } = await client.query<Deferred>({ query: deferred, variables });
    expect(data?.account.tokens?.edges).toHaveLength(3);
  });

  it('keeps every digit', async () => {
    const client = connect();
    const { data } = await client.query<{ account: { tokens: Connection<Holding> } }>({
      query: tokens,
      variables: { id: sampleIds.maxHolder },
    });
    expect(data?.account.tokens.edges[0]?.node.amount).toBe('9223372036854775807');
  });
});
