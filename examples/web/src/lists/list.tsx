// A page that is one list: as one scrolls it goes on to the end of its connection.
import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { type ReactNode, useCallback } from 'react';
import { useNavigationType } from 'react-router';
import { useRefusal } from '../holders-order.js';
import { More, type PageInfo } from '../more.js';
import { PageTitle } from '../parts.js';
import { Failure, Loading, Missing, PartlyFailed } from '../states.js';

export interface Connection<N> {
  readonly edges: readonly { readonly node: N }[];
  readonly pageInfo: PageInfo;
}

/** Who goes back finds what was there, and the place; who comes anew sees what is there now. */
export const useFetchPolicy = () =>
  useNavigationType() === 'POP' ? ('cache-first' as const) : ('cache-and-network' as const);

type Props<D, V, N> = {
  title: string;
  /** What is counted at its end: "tokens". */
  what: string;
  /** Whose list it is, with a way there. */
  of?: ReactNode;
  document: TypedDocumentNode<D, V>;
  variables: V;
  pick: (data: D) => Connection<N> | null | undefined;
  /** Asks in another way, where the ledger has refused this one. */
  refuse?: () => void;
  children: (nodes: readonly N[], data: D) => ReactNode;
};

export function List<D, V extends OperationVariables, N>({
  title,
  what,
  of,
  document,
  variables,
  pick,
  refuse,
  children,
}: Props<D, V, N>) {
  const { data, error, loading, refetch, fetchMore } = useQuery(
    document as TypedDocumentNode<D, OperationVariables>,
    { variables, fetchPolicy: useFetchPolicy(), nextFetchPolicy: 'cache-first' },
  );
  const load = useCallback((after: string) => fetchMore({ variables: { after } }), [fetchMore]);
  const isRefused = useRefusal(error, refuse);
  const connection = data && pick(data as D);
  return (
    <>
      <PageTitle of={title} />
      <h1>{title}</h1>
      {of && <p className="of">{of}</p>}
      {!connection && error && !isRefused && <Failure error={error} retry={refetch} />}
      {!connection &&
        (!error || isRefused) &&
        (loading || isRefused ? <Loading lines={12} /> : <Missing>Not here.</Missing>)}
      {connection && (
        <div className="card">
          {error && <PartlyFailed error={error} retry={refetch} />}
          {children(
            connection.edges.map(({ node }) => node),
            data as D,
          )}
          <More
            shown={connection.edges.length}
            what={what}
            pageInfo={connection.pageInfo}
            load={load}
          />
        </div>
      )}
    </>
  );
}
