// Plain JSON POSTs run through yoga's plugins without fetch's Request and Response, which cost more.
import type { FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import type { createYoga, GraphQLParams } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

/** Accept headers whose content type is remembered. */
const remembered = 100;

/** The part of yoga that runs an operation, once its parameters are known. */
type Yoga<S extends object> = Pick<
  ReturnType<typeof createYoga<S, object>>,
  'getResultForParams' | 'fetchAPI'
>;

export interface DirectResult {
  readonly result: ExecutionResult;
  /** What the client accepts, and so what the answer is labelled. */
  readonly mediaType: string;
}

/**
 * Runs what a client sends every day. What content an `Accept` header gets is yoga's to say: the
 * first answer to each one comes through it, and is learned from.
 */
export class DirectRuns<S extends object> {
  readonly #yoga: Yoga<S>;
  readonly #mediaTypes = new LRUCache<string, string>({ max: remembered });

  constructor(yoga: Yoga<S>) {
    this.#yoga = yoga;
  }

  learn(request: FastifyRequest, contentType: string): void {
    const [mediaType] = contentType.split(';');
    if (mediaType && isPost(request)) this.#mediaTypes.set(acceptOf(request), mediaType);
  }

  /** Null for what yoga has to answer itself: other requests, and those that a plugin refuses. */
  async run(
    request: FastifyRequest,
    params: GraphQLParams,
    context: S,
  ): Promise<DirectResult | null> {
    if (!isPost(request) || typeof params.query !== 'string') return null;
    const mediaType = this.#mediaTypes.get(acceptOf(request));
    if (mediaType === undefined) return null;
    try {
      // The method is all that yoga's own plugins read of a request from here on.
      const run = { params, request: { method: 'POST' } as Request };
      const result = await this.#yoga.getResultForParams(run, context as never);
      return { result: result as ExecutionResult, mediaType };
    } catch {
      // Nothing has run: what fails in execution is a result with errors.
      return null;
    }
  }
}

const isPost = ({ method }: FastifyRequest) => method === 'POST';
const acceptOf = ({ headers }: FastifyRequest) => headers.accept ?? '';
