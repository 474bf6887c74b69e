// What the server finds for a text, and on which page each of it is shown.
import type { SearchQuery } from './gql/graphql.js';
import { graphql } from './gql/index.js';
import { pathTo } from './paths.js';

export const searchQuery = graphql(`
  query Search($text: String!) {
    search(text: $text, first: 12) {
      __typename
      ... on Account { id entityId memo }
      ... on Contract { id entityId memo }
      ... on Schedule { id entityId memo }
      ... on Token { id entityId name symbol }
      ... on Topic { id entityId memo }
      ... on Nft { id tokenId serialNumber }
      ... on Block { id number }
      ... on Transaction { id consensusTimestamp transactionId name }
      ... on NetworkNode { id nodeId description }
    }
  }
`);

type Found = NonNullable<SearchQuery['search']>[number];

export interface Hit {
  /** Equal for equal things. */
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly more: string;
  readonly path: string;
}

/** What is shown of something found, and where it leads. */
export function hitOf(found: Found): Hit {
  const key = `${found.__typename} ${found.id}`;
  switch (found.__typename) {
    case 'Token': {
      const { entityId, name, symbol } = found;
      const path = pathTo('token', entityId);
      return { key, kind: 'token', name: name || entityId, more: `${symbol} ${entityId}`, path };
    }
    case 'Nft': {
      const { tokenId, serialNumber } = found;
      const path = pathTo('nft', tokenId, serialNumber);
      return { key, kind: 'NFT', name: `${tokenId} no. ${serialNumber}`, more: '', path };
    }
    case 'Block':
      return {
        key,
        kind: 'block',
        name: found.number,
        more: '',
        path: pathTo('block', found.number),
      };
    case 'Transaction': {
      const path = pathTo('transaction', found.consensusTimestamp);
      return { key, kind: 'transaction', name: found.transactionId, more: found.name, path };
    }
    case 'NetworkNode':
      return {
        key,
        kind: 'node',
        name: `node ${found.nodeId}`,
        more: found.description ?? '',
        path: pathTo('network'),
      };
    default: {
      const kind = found.__typename.toLowerCase();
      const { entityId, memo } = found;
      return { key, kind, name: entityId, more: memo ?? '', path: pathTo(kind, entityId) };
    }
  }
}
