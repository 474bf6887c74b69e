// The GraphQL face: yoga behind the server's route, with limits, masking, and an offline GraphiQL.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createYoga, type GraphQLParams, type Plugin, processRegularResult } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { shownName, type WithReport } from '../../answers/report.js';
import {
  type Answer,
  type AnswerStore,
  answerOf,
  keyOf,
  ResponseCache,
} from '../../answers/response-cache.js';
import { badInput } from '../../errors.js';
import type { Ledger, Operation } from '../../ledger.js';
import type { Live } from '../../live/live.js';
import type { Batching } from '../costing/cost.js';
import { subgraphSchema } from '../federation.js';
import { type Context, makeContext } from '../reading/context.js';
import { answerSizePlugin } from '../running/answer-size.js';
import { documentsPlugin } from '../running/documents.js';
import { maskError, nameArguments } from '../running/errors.js';
import { finishing } from '../running/finish.js';
import { costGuard, limitPlugins, noIntrospection, type QueryLimits } from '../running/limits.js';
import { acceptsParts, mayComeInParts, partsPlugin } from '../running/parts.js';
import { type PersistedOptions, persistedPlugin } from '../running/persisted.js';
import { preparedOperations } from '../running/prepared.js';
import { noteResult, reportPlugin } from '../running/reporting.js';
import {
  documentParameters,
  isWellFormed,
  mayHoldRounded,
  readExactly,
  readParameters,
} from '../running/request.js';
import { streamPlugin } from '../running/streams.js';
import { isTraced, tracePlugin } from '../running/trace.js';
import { guardingVariables } from '../running/variables.js';
import { warningsPlugin } from '../running/warnings.js';
import { schema } from '../schema.js';
import { graphiqlOptions, graphiqlPage } from './graphiql.js';
import { headOf, payloadOf } from './send.js';
import { exampleTabs } from './tabs.js';

export interface GraphqlOptions {
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
  /** How the ledger answers several keys at once, by which cost is counted; default as over HTTP. */
  readonly batching?: Batching;
  readonly persisted?: PersistedOptions;
  /** Where answers are kept; without it each one is made anew. */
  readonly cache?: AnswerStore;
  /** Tells what is served here from what other servers on the same store serve. */
  readonly served?: string;
}

interface ServerContext extends WithReport {
  readonly incoming: FastifyRequest;
  readonly parameters: GraphQLParams;
  whenOver(listener: () => void): void;
}

/** What came of a run: an answer that others may have too, one that they may not, or a stream. */
interface Made {
  readonly answer?: Answer;
  readonly failed?: { readonly status: number; readonly body: string };
  readonly response?: Response;
}

/** Errors of literal values say which argument they are about. */
const argumentNames: Plugin = {
  onValidate:
    ({ params: { documentAST } }) =>
    ({ result, setResult }) =>
      setResult(nameArguments(documentAST, result)),
};

/** Parameters come as the route has read them. */
const givenParameters: Plugin<object, ServerContext> = {
  onRequestParse({ setRequestParser, serverContext }) {
    setRequestParser(() => serverContext.parameters);
  },
};

const inEvents = 'must take text/event-stream, in which a subscription is answered';

/** Batching of a mirror node with the default chunk. */
const overHttp: Batching = { keys: 20, parents: 1 };
/** Accept headers whose content type is remembered. */
const rememberedTypes = 100;
const noDocuments: PersistedOptions = { documents: new Map(), only: false };

/** Registers `/graphql`; `operationOf` starts the operation of a request. */
export function graphqlFace(
  app: FastifyInstance,
  ledger: Ledger,
  live: Live,
  options: GraphqlOptions,
  operationOf: (request: FastifyRequest) => Operation,
): void {
  const log = app.log as Logger;
  const { graphiql, introspection = true, federation = false, maxPage, limits } = options;
  const { batching = overHttp, persisted = noDocuments, trace = false } = options;
  const tabs = exampleTabs();
  const mask = maskError(log);
  const guard = guardingVariables(costGuard(limits.cost, batching, maxPage), mask);
  const served = federation ? subgraphSchema(introspection) : schema;
  const execute = finishing(mask, limits.answer);
  const prepared = preparedOperations(execute);
  const contextOf = (request: FastifyRequest) =>
    makeContext(ledger, operationOf(request), maxPage, (maxAge) => {
      const { report } = request;
      report.maxAge = Math.min(report.maxAge, maxAge);
    });
  const yoga = createYoga<ServerContext, Context>({
    schema: served,
    graphqlEndpoint: '/graphql',
    graphiql:
      graphiql &&
      (async ({ url }, context) => {
        const { incoming } = context as ServerContext;
        const operation = operationOf(incoming);
        return graphiqlOptions(url, await tabs(makeContext(ledger, operation, maxPage)));
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
      ...contextOf(incoming),
      subscriber: { live, client: incoming.client },
    }),
    plugins: [
      reportPlugin,
      givenParameters,
      persistedPlugin(persisted),
      documentsPlugin(),
      partsPlugin(mask),
      ...limitPlugins(limits, guard),
      ...(introspection ? [] : [noIntrospection]),
      argumentNames,
      warningsPlugin(mask),
      tracePlugin(ledger, trace),
      prepared.plugin,
      answerSizePlugin(limits.answer),
      streamPlugin(
        ledger,
        live,
        { maxPage, answer: limits.answer, mask },
        ({ incoming }) => trace || isTraced(incoming),
      ),
    ] as Plugin[],
  });

  const namespace = JSON.stringify([options.served ?? '', ledger.description]);
  const cache = options.cache ? new ResponseCache(options.cache) : null;
  /** The cache, unless the request wants an answer of its own. */
  const cacheFor = (request: FastifyRequest, parameters: GraphQLParams) => {
    if (trace || isTraced(request) || operationOf(request).fresh) return null;
    if (mayHoldRounded(parameters)) return null;
    return cache && isWellFormed(parameters) && !mayComeInParts(request, parameters) ? cache : null;
  };

  /** Content types by method and `Accept`: yoga's to say, and learned from its first answer. */
  const types = new LRUCache<string, string>({ max: rememberedTypes });

  /** The answer to an operation that has come before, unless yoga has to see to it again. */
  async function runAgain(request: FastifyRequest, parameters: GraphQLParams) {
    const mediaType = types.get(acceptedBy(request));
    const ready = mediaType && !trace && !isTraced(request) ? prepared.find(parameters) : null;
    if (!ready || !mediaType || (ready.isMadeWhole && acceptsParts(request))) return null;
    const { document, operation } = ready;
    const variables = parameters.variables ?? {};
    const budget = operationOf(request);
    const errors = guard({ schema: served, document, operation, variables, budget });
    const operationName = operation.name?.value ?? null;
    const result =
      errors.length > 0
        ? { errors }
        : await execute({
            schema: served,
            document,
            operationName,
            variableValues: variables,
            contextValue: contextOf(request),
          });
    const { report } = request;
    report.name = operationName === null ? null : shownName(operationName);
    noteResult(report, result);
    return { result, mediaType };
  }

  async function run(
    request: FastifyRequest,
    reply: FastifyReply,
    parameters: GraphQLParams,
  ): Promise<Made> {
    const { report } = request;
    const whole = (body: string, type: string) => ({
      answer: answerOf(report, body, type, operationOf(request).usage.age),
    });
    const again = await runAgain(request, parameters);
    if (again && !again.result.errors) {
      return whole(JSON.stringify(again.result), `${again.mediaType}; charset=utf-8`);
    }
    const response = again
      ? processRegularResult(again.result, yoga.fetchAPI, again.mediaType)
      : await yoga.handleNodeRequestAndResponse(asGet(request), reply, {
          incoming: request,
          report,
          parameters,
          whenOver(listener) {
            if (reply.raw.closed) listener();
            else reply.raw.once('close', listener);
          },
        });
    const { status, headers } = response;
    const type = headers.get('content-type') ?? '';
    if (report.isStreamed && status === 406)
      throw badInput('accept', request.headers.accept, inEvents);
    if (type.startsWith('text/event-stream')) {
      // A proxy that collects an answer before it sends it would keep each event back.
      headers.set('x-accel-buffering', 'no');
      // What comes after a stream has no use for its connection, and a closing server none either.
      headers.set('connection', 'close');
      // "none" is no coding that there is.
      headers.delete('content-encoding');
    }
    if (report.isInParts) {
      headers.set('cache-control', 'no-store');
      headers.set('x-accel-buffering', 'no');
    }
    if (report.isStreamed || report.isInParts || !type.includes('json')) return { response };
    const body = await response.text();
    if (status === 200 && report.codes?.length === 0) {
      types.set(acceptedBy(request), type.split(';')[0] as string);
      return whole(body, type);
    }
    headers.forEach((value, name) => void reply.header(name, value));
    if (request.method !== 'POST') reply.header('cache-control', 'no-store');
    return { failed: { status, body } };
  }

  readExactly(app);
  app.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const { report } = request;
      const parameters = readParameters(request);
      const kept = cacheFor(request, parameters);
      let made: Made | undefined;
      const make = async () => {
        made = await run(request, reply, parameters);
        // What is not whole is for who has asked for it, and others may have more luck.
        return made.answer && made.answer.maxAge > 0 ? made.answer : null;
      };
      if (kept) report.cache = 'miss';
      const found = kept && (await kept.answer(keyOf(namespace, request, parameters), make));
      if (found?.answer && !made) {
        const { answer, how } = found;
        Object.assign(report, { cache: how, codes: [], name: answer.name });
        return payloadOf(request, reply, answer);
      }
      if (!kept) await make();
      const { answer, failed, response } = made as Made;
      if (answer) return payloadOf(request, reply, answer, kept !== null && answer.maxAge > 0);
      if (response) return request.method === 'HEAD' ? headOf(reply, response, report) : response;
      if (!failed) return undefined;
      reply.code(failed.status);
      return failed.body;
    },
  });
}

/** HEAD is GET without the body, which the server leaves out. */
const asGet = (request: FastifyRequest): FastifyRequest =>
  request.method === 'HEAD' ? Object.create(request, { method: { value: 'GET' } }) : request;

const acceptedBy = ({ method, headers }: FastifyRequest) => `${method} ${headers.accept ?? ''}`;
