// What other programs import: a server, a ledger that is asked without one, the schema, and what generators of types are told.
import type { GraphQLSchema } from 'graphql';
import { schema as built } from './graphql/schema.js';
import type { MirrorqlServer, OpenLedger, TypedDocument } from './opened.js';
import type { Environment, Options } from './options.js';

export { scalars } from './scalars.js';
export type { Environment, MirrorqlServer, OpenLedger, Options, TypedDocument };

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
