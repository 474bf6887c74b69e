// Live data: subscriptions by server-sent events, made again a little after they end.
import { ApolloLink, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import { useSubscription } from '@apollo/client/react';
import { print } from 'graphql';
import { createClient } from 'graphql-sse';
import { useEffect, useRef, useState } from 'react';
import { Observable } from 'rxjs';
import type { NewBlocksSubscription } from './gql/graphql.js';
import { graphql } from './gql/index.js';

/** Carries subscriptions. It does not connect again by itself: who does knows where to go on. */
export class LiveLink extends ApolloLink {
  readonly #client = createClient({ url: '/graphql', retryAttempts: 0 });

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
function useStream<T, V extends OperationVariables>(
  document: TypedDocumentNode<T, V>,
  { variables, skip = false, onData, onAgain }: Following<T, V>,
): void {
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isSkipped = useRef(skip);
  isSkipped.current = skip;
  const { restart } = useSubscription<T, OperationVariables>(document as TypedDocumentNode<T>, {
    variables,
    skip,
    // The server has ended the stream (STREAM_ENDED), or the network has.
    onComplete() {
      timer.current = window.setTimeout(() => {
        if (!isSkipped.current && !onAgain?.()) restart();
      }, patience);
    },
    onData: ({ data: { data } }) => data && onData?.(data as T),
    // An event with an error is not the end: the ledger does not answer just now.
    onError() {},
  });
}

const newBlocks = graphql(`
  subscription NewBlocks($after: String) {
    blockAdded(after: $after) {
      cursor
      node {
        id
        number
        count
        timestamp {
          to
        }
      }
    }
  }
`);

export type NewBlock = NonNullable<NewBlocksSubscription['blockAdded']>;

/** Hands out each block after a cursor, once; goes on after the last one when it is cut off. */
export function useNewBlocks(after: string | null | undefined, add: (block: NewBlock) => void) {
  const [start, setStart] = useState(after);
  const last = useRef(after);
  // The first answer names the place; later ones move with what comes here.
  if (start == null && after != null) setStart(after);
  useStream(newBlocks, {
    variables: { after: start ?? null },
    skip: start == null,
    onData({ blockAdded }) {
      if (!blockAdded) return;
      last.current = blockAdded.cursor;
      add(blockAdded);
    },
    onAgain() {
      const hasMoved = last.current != null && last.current !== start;
      if (hasMoved) setStart(last.current);
      return hasMoved;
    },
  });
}

const liveBalance = graphql(`
  subscription LiveBalance($id: AccountRef!) {
    balanceChanged(account: $id) {
      id
      hbars
      timestamp
    }
  }
`);

/** Keeps the balance of an account up to date. */
export const useLiveBalance = (id: string) => useStream(liveBalance, { variables: { id } });

const liveSchedule = graphql(`
  subscription LiveSchedule($id: EntityId!) {
    scheduleChanged(id: $id) {
      id
      deleted
      executedTimestamp
      signatures {
        consensusTimestamp
        publicKeyPrefix
        type
      }
    }
  }
`);

/** Keeps a schedule up to date for as long as it can change. */
export const useLiveSchedule = (id: string, isWaiting: boolean) =>
  useStream(liveSchedule, { variables: { id }, skip: !isWaiting });
