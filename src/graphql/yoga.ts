// The GraphQL face: yoga behind the server's route, with limits, masking, and an offline GraphiQL.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Ledger, Operation } from '../ledger.js';
import { type Context, makeContext } from './context.js';
import { maskError, nameArguments } from './errors.js';
import { exampleQuery } from './example.js';
import { limitPlugins, type QueryLimits } from './limits.js';
import { schema } from './schema.js';
import { tracePlugin } from './trace.js';

export interface GraphqlOptions {
  readonly graphiql: boolean;
  /** Items of a connection at the most. */
  readonly maxPage: number;
  readonly limits: QueryLimits;
  /** Whether every answer says what it has cost, not only where a request asks for it. */
  readonly trace?: boolean;
}

interface ServerContext {
  readonly incoming: FastifyRequest;
}

/** Errors of literal values say which argument they are about. */
const argumentNames: Plugin = {
  onValidate:
    ({ params: { documentAST } }) =>
    ({ result, setResult }) =>
      setResult(nameArguments(documentAST, result)),
};

/** Registers `/graphql`; `operationOf` starts the operation of a request. */
export function graphqlFace(
  app: FastifyInstance,
  ledger: Ledger,
  { graphiql, maxPage, limits, trace = false }: GraphqlOptions,
  operationOf: (request: FastifyRequest) => Operation,
): void {
  const log = app.log as Logger;
  const yoga = createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: graphiql && { title: 'mirrorql', defaultQuery: exampleQuery },
    // Nine megabytes of page: read when the first person wants to see it.
    renderGraphiQL: async (options) =>
      (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(options),
    landingPage: false,
    cors: false,
    batching: false,
    // The HTTP server bounds the body; a second guard costs a stream per request.
    maxRequestBodySize: false,
    // What is worth a line is logged where errors are masked.
    logging: false,
    maskedErrors: { maskError: maskError(log) },
    context: ({ incoming }) => makeContext(ledger, operationOf(incoming), maxPage),
    plugins: [...limitPlugins(limits), argumentNames, tracePlugin(ledger, trace)],
  });
  app.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    handler: (request: FastifyRequest, reply: FastifyReply) =>
      yoga.handleNodeRequestAndResponse(request, reply, { incoming: request }),
  });
}
