// Holders of a token as a list without an end: the next page is read when its end comes into view.
import { useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { graphql } from './gql';

const holders = graphql(`
  query Holders($token: EntityId!, $after: String) {
    token(id: $token) {
      id
      name
      balances(first: 25, after: $after) {
        edges {
          node {
            id
            accountId
            amount
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export function Holders({ token }: { token: string }) {
  const { data, error, fetchMore, loading } = useQuery(holders, { variables: { token } });
  const end = useRef<HTMLParagraphElement>(null);
  const list = data?.token?.balances;
  const after = list?.pageInfo.hasNextPage ? list.pageInfo.endCursor : null;

  useEffect(() => {
    if (!end.current || !after || loading) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void fetchMore({ variables: { after } });
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [after, fetchMore, loading]);

  if (error) return <p role="alert">{error.message}</p>;
  return (
    <section aria-label="Holders">
      <h2>{data?.token?.name}</h2>
      <ol>
        {list?.edges.map(({ node }) => (
          <li key={node.id}>
            {node.accountId} {node.amount}
          </li>
        ))}
      </ol>
      <p ref={end}>{after ? 'Loading more' : list && `${list.edges.length} holders`}</p>
    </section>
  );
}
