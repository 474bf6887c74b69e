// The GraphQL face: yoga behind the server's route, with limits, masking, and an offline GraphiQL.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createYoga, type GraphQLParams, type Plugin, processRegularResult } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Ledger, Operation } from '../ledger.js';
import { compiledPlugin } from './compiled.js';
import { type Context, makeContext } from './context.js';
import type { Batching } from './cost.js';
import { DirectRuns } from './direct.js';
import { maskError, nameArguments } from './errors.js';
import { graphiqlOptions, graphiqlPage } from './graphiql.js';
import { limitPlugins, noIntrospection, type QueryLimits } from './limits.js';
import { type PersistedOptions, persistedPlugin } from './persisted.js';
import { newReport, noteResult, type Report, reportPlugin, type WithReport } from './report.js';
import { documentParameters, readParameters } from './request.js';
import { type Answer, type AnswerStore, answerOf, keyOf, ResponseCache } from './response-cache.js';
import { schema } from './schema.js';
import { sendAnswer } from './send.js';
import { exampleTabs } from './tabs.js';
import { isTraced, tracePlugin } from './trace.js';

export interface GraphqlOptions {
  readonly graphiql: boolean;
  /** Whether the schema may be asked for; default yes. */
  readonly introspection?: boolean;
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
  /** Told about each operation before its answer leaves. */
  readonly observe?: (request: FastifyRequest, report: Report) => void;
}

interface ServerContext extends WithReport {
  readonly incoming: FastifyRequest;
  readonly parameters: GraphQLParams;
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

/** Batching of a mirror node with the default chunk. */
const overHttp: Batching = { keys: 20, parents: 1 };
const noDocuments: PersistedOptions = { documents: new Map(), only: false };

/** Registers `/graphql`; `operationOf` starts the operation of a request. */
export function graphqlFace(
  app: FastifyInstance,
  ledger: Ledger,
  options: GraphqlOptions,
  operationOf: (request: FastifyRequest) => Operation,
): void {
  const log = app.log as Logger;
  const { graphiql, introspection = true, maxPage, limits, observe } = options;
  const { batching = overHttp, persisted = noDocuments, trace = false } = options;
  const tabs = exampleTabs();
  const yoga = createYoga<ServerContext, Context>({
    schema,
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
    maskedErrors: { maskError: maskError(log) },
    context: ({ incoming, report }) =>
      makeContext(ledger, operationOf(incoming), maxPage, (maxAge) => {
        report.maxAge = Math.min(report.maxAge, maxAge);
      }),
    plugins: [
      reportPlugin,
      givenParameters,
      persistedPlugin(persisted),
      ...limitPlugins(limits, batching, maxPage),
      ...(introspection ? [] : [noIntrospection]),
      argumentNames,
      tracePlugin(ledger, trace),
      compiledPlugin(),
    ] as Plugin[],
  });

  const direct = new DirectRuns<ServerContext>(yoga);
  const cache = options.cache ? new ResponseCache(options.cache) : null;
  /** The cache, unless the request wants an answer of its own. */
  const cacheFor = (request: FastifyRequest) =>
    trace || isTraced(request) || operationOf(request).fresh ? null : cache;

  async function run(
    request: FastifyRequest,
    reply: FastifyReply,
    context: ServerContext,
  ): Promise<Made> {
    const { report, parameters } = context;
    const whole = (body: string, type: string) => ({
      answer: answerOf(report, body, type, operationOf(request).usage.age),
    });
    const run = await direct.run(request, parameters, context);
    if (run) noteResult(report, run.result);
    if (run && !run.result.errors && !run.result.extensions) {
      observe?.(request, report);
      return whole(JSON.stringify(run.result), `${run.mediaType}; charset=utf-8`);
    }
    const response = run
      ? processRegularResult(run.result, yoga.fetchAPI, run.mediaType)
      : await yoga.handleNodeRequestAndResponse(request, reply, context);
    const { status, headers } = response;
    observe?.(request, report);
    const type = headers.get('content-type') ?? '';
    if (report.isStreamed || !type.includes('json')) return { response };
    const body = await response.text();
    if (status === 200 && report.codes?.length === 0) {
      direct.learn(request, type);
      return whole(body, type);
    }
    headers.forEach((value, name) => void reply.header(name, value));
    if (request.method === 'GET') reply.header('cache-control', 'no-store');
    return { failed: { status, body } };
  }

  app.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const report = newReport();
      const parameters = readParameters(request);
      const context = { incoming: request, report, parameters };
      const kept = cacheFor(request);
      let made: Made | undefined;
      const make = async () => {
        made = await run(request, reply, context);
        return made.answer ?? null;
      };
      if (kept) report.cache = 'miss';
      const found = kept && (await kept.answer(keyOf(request, parameters), make));
      if (found?.answer && !made) {
        const { answer, how } = found;
        Object.assign(report, { cache: how, codes: [], name: answer.name });
        observe?.(request, report);
        return sendAnswer(request, reply, answer);
      }
      if (!kept) await make();
      const { answer, failed, response } = made as Made;
      if (answer) return sendAnswer(request, reply, answer, kept !== null);
      return failed ? reply.code(failed.status).send(failed.body) : response;
    },
  });
}
