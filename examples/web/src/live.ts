// Live data: subscriptions by server-sent events, made again a little after they end.
import { ApolloLink, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { useSubscription } from '@apollo/client/react';
import { print } from 'graphql';
import { createClient } from 'graphql-sse';
import { useEffect, useRef, useState } from 'react';
import { Observable } from 'rxjs';
import { watchedFetch } from './connection-status.js';

/** Carries subscriptions. It does not connect again by itself: who does knows where to go on. */
export class LiveLink extends ApolloLink {
  readonly #client = createClient({ url: '/graphql', retryAttempts: 0, fetchFn: watchedFetch });

  override request({ query, variables, operationName }: ApolloLink.Operation) {
    const request = { query: print(query), variables, operationName };
    return new Observable<ApolloLink.Result>((sink) =>
      this.#client.subscribe(request, {
        next: (result) => sink.next(result as ApolloLink.Result),
        error: (error) => sink.error(error),
        complete: () => sink.complete(),
      }),
    );
  }
}

/** Milliseconds until a stream that has ended is asked for again. */
const patience = 2000;

interface Following<T, V> {
  variables: V;
  /** Nothing is to be expected, yet or any more. */
  skip?: boolean;
  onData?: (data: T) => void;
  /** Before a stream is asked for again: true where new variables do that. */
  onAgain?: () => boolean;
}

/** Follows a subscription; objects with an id are brought up to date in the cache. */
export function useStream<T, V extends OperationVariables>(
  document: TypedDocumentNode<T, V>,
  { variables, skip = false, onData, onAgain }: Following<T, V>,
): void {
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isSkipped = useRef(skip);
  isSkipped.current = skip;
  const again = () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      if (!isSkipped.current && !onAgain?.()) restart();
    }, patience);
  };
  const { restart } = useSubscription<T, OperationVariables>(document as TypedDocumentNode<T>, {
    variables,
    skip,
    // The server has ended the stream (STREAM_ENDED), or the network has.
    onComplete: again,
    onData: ({ data: { data } }) => data && onData?.(data as T),
    // An event with an error is not the end, the ledger does not answer just now; any other is.
    onError: (error) => {
      if (!CombinedGraphQLErrors.is(error)) again();
    },
  });
}

interface Edge {
  readonly cursor: string;
}

interface Listing<E extends Edge> {
  /** Cursor of the newest item that is known; undefined until that is. */
  readonly after: string | null | undefined;
  add(edge: E): void;
}

/** Hands out each item after a cursor, once; goes on after the last one when it is cut off. */
export function useNewItems<T, V extends OperationVariables, E extends Edge>(
  document: TypedDocumentNode<T, V>,
  variables: Omit<V, 'after'>,
  pick: (data: T) => E | null | undefined,
  { after, add }: Listing<E>,
): void {
  const [start, setStart] = useState(after);
  const last = useRef(after);
  // The first answer names the place; later ones move with what comes here.
  if (start == null && after != null) setStart(after);
  useStream(document, {
    variables: { ...variables, after: start ?? null } as unknown as V,
    skip: start == null,
    onData(data) {
      const edge = pick(data);
      if (!edge) return;
      last.current = edge.cursor;
      add(edge);
    },
    onAgain() {
      const hasMoved = last.current != null && last.current !== start;
      if (hasMoved) setStart(last.current);
      return hasMoved;
    },
  });
}
