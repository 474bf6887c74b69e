// What relay-compiler reads: a connection in a fragment that can be paged and asked for by `node`.

/** Text of a module as Relay's compiler finds it; nothing runs it. */
export const relayModule = `
import { graphql } from 'relay-runtime';

graphql\`
  fragment operationsTokens on Account
  @argumentDefinitions(count: { type: "Int", defaultValue: 80 }, cursor: { type: "String" })
  @refetchable(queryName: "operationsTokensPageQuery") {
    tokens(first: $count, after: $cursor) @connection(key: "operationsTokens_tokens") {
      edges {
        node {
          id
          tokenId
          amount
          token { name symbol }
        }
      }
    }
  }
\`;

graphql\`
  query operationsAccountQuery($id: AccountRef!, $at: Timestamp!) {
    account(id: $id) {
      entityId
      now: balance { balance }
      past: balance(at: $at) { balance }
      ...operationsTokens
    }
  }
\`;

graphql\`
  fragment operationsBlocks on Query
  @argumentDefinitions(
    first: { type: "Int" }
    last: { type: "Int", defaultValue: 3 }
    after: { type: "String" }
    before: { type: "String" }
  )
  @refetchable(queryName: "operationsBlocksPageQuery") {
    blocks(first: $first, last: $last, after: $after, before: $before)
      @connection(key: "operationsBlocks_blocks") {
      edges { node { number } }
    }
  }
\`;

graphql\`
  query operationsBlocksQuery {
    ...operationsBlocks
  }
\`;
`;
