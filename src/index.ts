// What other programs import: a server, a ledger that is asked without one, the schema, and what generators of types are told.
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { schema as built } from './graphql/schema.js';
import type { Environment, Options } from './options.js';

export { scalars } from './scalars.js';
export type { Environment, Options };

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
   * failed, other parts of `data` are there. A document that is wrong has `errors` and no `data`;
   * a subscription is refused, since only a server has streams.
   */
  query<Data = Record<string, unknown>, Variables = Readonly<Record<string, unknown>>>(
    document: string | DocumentNode | TypedDocument<Data, Variables>,
    variables?: Variables,
  ): Promise<ExecutionResult<Data>>;
  /** Lets go of connections and threads. */
  close(): Promise<void>;
}

/** The schema that is served; its resolvers work within this package alone. */
export const schema: GraphQLSchema = built;

/** The schema as text in the schema definition language, the same as `mirrorql/schema.graphql`. */
export const sdl = async (): Promise<string> =>
  (await import('./graphql/printed.js')).printedSchema();

/**
 * Starts a server by the options of the command line, under the same names; without any it serves
 * the embedded sample ledger at port 4000. Variables count only where `environment` holds them.
 * Rejects with an error that names the option which is wrong, or what failed to open.
 */
export async function startServer(
  options: Options = {},
  environment: Environment = {},
): Promise<MirrorqlServer> {
  const { startFrom } = await import('./embedding.js');
  return startFrom(options, environment);
}

/**
 * Opens the ledger that the options name, to be asked without a server. Options of serving have no
 * effect but for `timeout`, `max-calls`, `max-page` and `log`.
 */
export async function openLedger(
  options: Options = {},
  environment: Environment = {},
): Promise<OpenLedger> {
  const { openFrom } = await import('./embedding.js');
  return openFrom(options, environment);
}
