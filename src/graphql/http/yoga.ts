// Yoga: each way of an operation through it, from parameters that the route has read to a response.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { createYoga, type GraphQLParams, type Plugin, processRegularResult } from 'graphql-yoga';
import type { WithReport } from '../../answers/report.js';
import { type Context, makeContext } from '../reading/context.js';
import { inOrder } from '../running/accept.js';
import { answerSizePlugin } from '../running/answer-size.js';
import { documentsPlugin } from '../running/documents.js';
import { explained } from '../running/errors.js';
import { limitPlugins, noIntrospection } from '../running/limits.js';
import { newerRules } from '../running/newer-rules.js';
import { partsPlugin } from '../running/parts.js';
import { type PersistedOptions, persistedPlugin } from '../running/persisted.js';
import { reportPlugin } from '../running/reporting.js';
import { documentParameters } from '../running/request.js';
import { streamPlugin } from '../running/streams.js';
import { tracePlugin } from '../running/trace.js';
import { warningsPlugin } from '../running/warnings.js';
import type { Engine } from './engine.js';
import { examplesOf } from './examples.js';
import { graphiqlOptions, graphiqlPage } from './graphiql.js';
import type { GraphqlOptions, Serving } from './options.js';
import { printedErrorsPlugin, withPrintedErrors } from './printed-errors.js';

interface ServerContext extends WithReport {
  readonly incoming: FastifyRequest;
  readonly parameters: GraphQLParams;
  whenOver(listener: () => void): void;
}

export interface Yoga {
  /** Runs what a request asks for. */
  handle(
    request: FastifyRequest,
    reply: FastifyReply,
    parameters: GraphQLParams,
  ): Response | Promise<Response>;
  /** The response to an operation that has been run already, with errors. */
  respond(result: ExecutionResult, mediaType: string): Response;
}

const noDocuments: PersistedOptions = { documents: new Map(), only: false };

/** Rules beside those of graphql-js; and errors of literal values say which argument they are about. */
const validation: Plugin = {
  onValidate({ params: { documentAST }, addValidationRule }) {
    for (const rule of newerRules) addValidationRule(rule);
    return ({ result, setResult }) => setResult(explained(documentAST, result));
  },
};

/** Parameters come as the route has read them. */
const givenParameters: Plugin<object, ServerContext> = {
  onRequestParse({ setRequestParser, serverContext }) {
    setRequestParser(() => serverContext.parameters);
  },
};

export function openYoga(serving: Serving, options: GraphqlOptions, engine: Engine): Yoga {
  const { ledger, live } = serving;
  const { graphiql, maxPage } = options;
  const { mask, operationOf } = engine;
  const examples = examplesOf();
  const yoga = createYoga<ServerContext, Context>({
    schema: engine.schema,
    graphqlEndpoint: '/graphql',
    graphiql:
      graphiql &&
      (async ({ url }, context) => {
        const operation = operationOf((context as ServerContext).incoming);
        return graphiqlOptions(url, await examples(makeContext(ledger, operation, maxPage)));
      }),
    renderGraphiQL: graphiqlPage,
    landingPage: false,
    cors: false,
    batching: false,
    multipart: false,
    extraParamNames: documentParameters,
    // The HTTP server bounds the body; a second guard costs a stream per request.
    maxRequestBodySize: false,
    // What is worth a line is logged where errors are masked.
    logging: false,
    maskedErrors: { maskError: mask },
    // Kept by number otherwise, whatever their size.
    parserAndValidationCache: false,
    context: ({ incoming }) => ({
      ...engine.contextOf(incoming),
      subscriber: { live, client: incoming.client },
    }),
    plugins: pluginsOf(serving, options, engine),
  });

  return {
    handle: (request, reply, parameters) =>
      yoga.handleNodeRequestAndResponse(readByUs(request), reply, {
        incoming: request,
        report: request.report,
        parameters,
        whenOver(listener) {
          if (reply.raw.closed) listener();
          else reply.raw.once('close', listener);
        },
      }),
    respond: (result, mediaType) =>
      processRegularResult(withPrintedErrors(result), yoga.fetchAPI, mediaType),
  };
}

/** Plugins in the order in which they see an operation. */
function pluginsOf(
  { ledger, live }: Serving,
  options: GraphqlOptions,
  { mask, guard, prepared, isTraced }: Engine,
): Plugin[] {
  const { title, introspection = true, persisted = noDocuments, trace = false } = options;
  const { maxPage, limits } = options;
  const { answer } = limits;
  return [
    reportPlugin,
    givenParameters,
    persistedPlugin(persisted),
    documentsPlugin(),
    partsPlugin(mask),
    ...limitPlugins(limits, guard),
    ...(introspection ? [] : [noIntrospection]),
    validation,
    warningsPlugin(mask),
    tracePlugin(title, trace),
    prepared.plugin,
    answerSizePlugin(answer),
    streamPlugin(ledger, live, { title, maxPage, answer, mask }, ({ incoming }) =>
      isTraced(incoming),
    ),
    printedErrorsPlugin,
  ] as Plugin[];
}

/**
 * A request without what it says, which the route has read: yoga lists the letters of a body, and
 * sets the parameters of an address one by one, in time that grows with their square. HEAD is GET
 * without the body of the answer, which the server leaves out.
 */
const readByUs = (request: FastifyRequest): FastifyRequest => {
  const { headers, method } = request;
  return Object.create(request, {
    method: { value: method === 'HEAD' ? 'GET' : method },
    headers: { value: headers.accept ? { ...headers, accept: inOrder(headers.accept) } : headers },
    query: { value: undefined },
    body: { value: '{}' },
  });
};
