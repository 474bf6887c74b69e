// What the GraphQL face is started with: what it shows, what it allows, where answers are kept, and the server around it.
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AnswerStore } from '../../answers/response-cache.js';
import type { InTurn } from '../../in-turn.js';
import type { Ledger, Operation } from '../../ledger.js';
import type { Live } from '../../live/live.js';
import type { QueryLimits } from '../running/limits.js';
import type { PersistedOptions } from '../running/persisted.js';

export interface GraphqlOptions {
  /** What clients may know of the ledger: no host, which its description names to the operator. */
  readonly title: string;
  readonly graphiql: boolean;
  /** Whether the schema may be asked for; default yes. */
  readonly introspection?: boolean;
  /** Whether a router may ask as of a subgraph of Apollo Federation. */
  readonly federation?: boolean;
  /** Items of a connection at the most. */
  readonly maxPage: number;
  readonly limits: QueryLimits;
  /** Whether every answer says what it has cost, not only where a request asks for it. */
  readonly trace?: boolean;
  readonly persisted?: PersistedOptions;
  /** Where answers are kept; without it each one is made anew. */
  readonly cache?: AnswerStore;
  /** Tells what is served here from what other servers on the same store serve. */
  readonly served?: string;
}

/** What the server has for its face. */
export interface Serving {
  readonly ledger: Ledger;
  readonly live: Live;
  readonly log: Logger;
  /** The operation of a request, which begins when it is first asked for. */
  operationOf(request: FastifyRequest): Operation;
  readonly inTurn: InTurn;
}
