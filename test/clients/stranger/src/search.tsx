// A box that finds whatever a text names.
import { useLazyQuery } from '@apollo/client/react';
import { graphql } from './gql';

const found = graphql(`
  query Found($text: String!) {
    search(text: $text) {
      __typename
      ... on Account {
        id
        entityId
        memo
      }
      ... on Token {
        id
        entityId
        name
      }
      ... on Block {
        id
        number
      }
    }
  }
`);

export function Search() {
  const [run, { data, error }] = useLazyQuery(found);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const text = new FormData(event.currentTarget).get('text');
        if (typeof text === 'string') void run({ variables: { text } }).catch(() => {});
      }}
    >
      <input name="text" aria-label="Search" />
      {error && <p role="alert">{error.message}</p>}
      <ul aria-label="Found">
        {data?.search?.map((one) => {
          if (one.__typename === 'Account') return <li key={one.id}>Account {one.entityId}</li>;
          if (one.__typename === 'Token') return <li key={one.id}>Token {one.name}</li>;
          if (one.__typename === 'Block') return <li key={one.id}>Block {one.number}</li>;
          return <li key={one.__typename}>{one.__typename}</li>;
        })}
      </ul>
    </form>
  );
}
