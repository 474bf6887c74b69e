// What other programs are handed when they have opened something: a server that runs, or a ledger.
import type { DocumentNode, ExecutionResult } from 'graphql';

/** A server that runs. */
export interface MirrorqlServer {
  /** Scheme, host and port; GraphQL is below it at `/graphql`, REST at `/api/v1`. */
  readonly url: string;
  /** Takes no more requests, answers the running ones, and closes the ledger. */
  close(): Promise<void>;
}

/** A document that knows its types, as generators of typed documents make them. */
export interface TypedDocument<Data, Variables> extends DocumentNode {
  readonly __apiType?: ((variables: Variables) => Data) | undefined;
}

/** An open ledger. */
export interface OpenLedger {
  /** Which one it is, for people. */
  readonly description: string;
  /**
   * Runs a query, as the server does: `errors` have a code in `extensions.code` and the path of what
   * failed, other parts of `data` are there, and `extensions.warnings` names lists that stop early. A
   * document that is wrong has `errors` and no `data`; a subscription is refused, since only a server
   * has streams. For an `Int64` a bigint will do, too.
   */
  query<Data = Record<string, unknown>, Variables = Readonly<Record<string, unknown>>>(
    document: string | DocumentNode | TypedDocument<Data, Variables>,
    variables?: Variables,
  ): Promise<ExecutionResult<Data>>;
  /** Lets go of connections and threads. */
  close(): Promise<void>;
}
