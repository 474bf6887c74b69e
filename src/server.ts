// The HTTP server: both faces over one ledger, and nothing else.
import compress from '@fastify/compress';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { isGraphql, noJson, refusePacked, refuseWrites, unsupported } from './bodies.js';
import { clientLeft, errorTable, failureOf, LedgerError } from './errors.js';
import { arrivals, newestTime, readFreshness } from './freshness.js';
import type { GraphqlOptions } from './graphql/http/options.js';
import { graphqlFace } from './graphql/http/route.js';
import { schemaDocument } from './graphql/http/sdl.js';
import { extensionsOf } from './graphql/running/errors.js';
import type { InTurn } from './in-turn.js';
import { keptLedger } from './kept-ledger.js';
import type { Ledger, Operation } from './ledger.js';
import { type LiveLimits, openLive } from './live/live.js';
import { nameClients, readTrust } from './operating/client.js';
import { clientTurns } from './operating/client-turns.js';
import {
  type ConnectionMemoryLimits,
  defaultConnectionMemory,
  limitConnectionMemory,
} from './operating/connection-memory.js';
import { refuseHosts, requestId } from './operating/connections.js';
import { corsHook, type Origins } from './operating/cors.js';
import { Listener } from './operating/listener.js';
import type { Metrics } from './operating/metrics.js';
import { observe } from './operating/observe.js';
import { observedLedger } from './operating/observed-ledger.js';
import { probes } from './operating/probes.js';
import { limitRate, type RateLimit } from './operating/rate-limit.js';
import { readingRoom } from './operating/reading-room.js';
import { type OperationLimits, startOperation } from './operation.js';
import { documentPages } from './pages/documents.js';
import { landingPage } from './pages/landing.js';
import { validators } from './rest/caching.js';
import { docsFace } from './rest/docs.js';
import { errorAnswer } from './rest/errors.js';
import { passingFace } from './rest/passing.js';
import { type RestOptions, restFace } from './rest/rest.js';

export interface ServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly operation: OperationLimits;
  /** Bytes that running operations may hold of what they have read; default a part of the heap. */
  readonly room?: number;
  readonly rest: RestOptions;
  readonly graphql: GraphqlOptions;
  /** Subscriptions: how often the ledger is asked for them, and how many there may be. */
  readonly live: LiveLimits;
  /** Bytes of a request body at the most. */
  readonly bodyLimit: number;
  readonly log: Logger;
  /** Milliseconds for which a request may wait for the ledger to come to an instant. */
  readonly patience: number;
  /** Origins that may read from a browser; default any. */
  readonly origins?: Origins;
  /** How often one client may ask; without it as often as it likes. */
  readonly rateLimit?: RateLimit;
  /** Proxies in front that may tell the client's address: how many, or their networks; default none. */
  readonly trustProxy?: boolean | number | string;
  readonly metrics?: Metrics;
  /** Milliseconds from which a request is logged as slow. */
  readonly slow?: number;
  /** Milliseconds in which the ledger must answer to count as ready. */
  readonly readyWithin: number;
  /** Milliseconds that running operations get when the server closes. */
  readonly closeWithin: number;
  /** Milliseconds in which a client must have sent its headers, and its whole request. */
  readonly slowest?: { readonly headers: number; readonly request: number };
  /** Requests that may wait on one connection for their turn. */
  readonly pipelined?: number;
  /** Connections at the most; default any number. */
  readonly connections?: number;
  /** What connections may hold of the memory, and for how long. */
  readonly connectionMemory?: Partial<ConnectionMemoryLimits>;
}

export interface Server {
  /** Address with scheme and port. */
  readonly url: string;
  /** Takes no more requests, and resolves when the running ones are answered or out of time. */
  close(): Promise<void>;
}

const mostPipelined = 100;
/** Milliseconds for which an idle connection stays; longer than the usual load balancer's 60 s. */
const keepAlive = 72_000;

/** Milliseconds that what has come by the end has to be read, while more comes. */
const longestReading = 2000;

/** Whether a request asks the ledger for something. */
const isRead = ({ routeOptions: { url = '' } }: FastifyRequest): boolean =>
  url === '/graphql' || url.startsWith('/api/v1/');

/** Starts to listen; resolves when requests are answered. */
export async function startServer(given: Ledger, options: ServerOptions): Promise<Server> {
  const { metrics = null, slowest = { headers: 10_000, request: 30_000 } } = options;
  const ledger = keptLedger(observedLedger(given, metrics), options.rest.now);
  const listener = new Listener({
    ...slowest,
    idle: keepAlive,
    // An operation may take its time, and a reader must not stall.
    silence: options.operation.timeout + 15_000,
    connections: options.connections,
    waiting: options.pipelined ?? mostPipelined,
  });
  const tellOrigins = corsHook(options.origins ?? '*');
  const app = fastify({
    // It has no logger but that of its requests: with one it would listen for the end of each of them.
    childLoggerFactory: () => options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit,
    genReqId: requestId,
    serverFactory: (handler) => listener.make(handler),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 1000 },
    // The listener sees to them, on each of its addresses.
    clientErrorHandler: () => {},
    // No hook has seen these.
    frameworkErrors: (_error, request, reply) =>
      tellOrigins(request, reply, () => sendError(reply, new LedgerError('NOT_FOUND'))),
  }) as unknown as FastifyInstance;
  app.removeContentTypeParser('text/plain');

  const limits = { ...options.operation, room: readingRoom(options.room) };
  const operationOf = (request: FastifyRequest): Operation => {
    request.operation ??= startOperation(limits, readFreshness(request.headers), request.client);
    // Its client may have left before it began, as while it waited for another's answer.
    if (request.raw.socket.destroyed) request.operation.end(clientLeft);
    return request.operation;
  };
  nameClients(app, readTrust(String(options.trustProxy ?? false)));
  observe(app, {
    ledger: ledger.description,
    log: options.log,
    metrics,
    slow: options.slow ?? Number.POSITIVE_INFINITY,
  });
  limitConnectionMemory(app, {
    ...defaultConnectionMemory,
    ...options.connectionMemory,
  });
  const begin = () => startOperation(limits, { fresh: true });
  const reached = arrivals(ledger, begin, options.patience);
  app.addHook('preHandler', (request, _reply, done) => {
    const instant = isRead(request) ? readFreshness(request.headers).instant : null;
    if (instant === null) return void done();
    reached(instant, operationOf(request)).then(() => done(), done);
  });

  app.addHook('onRequest', refuseHosts);
  app.addHook('onRequest', tellOrigins);
  app.addHook('onRequest', refuseWrites);
  app.addHook('onRequest', refusePacked);
  app.setErrorHandler((error, request, reply) => {
    const { statusCode } = error as { statusCode?: number };
    const isNoJson = statusCode === unsupported && isGraphql(request);
    const isKnown = error instanceof LedgerError || !isNoJson;
    const known = isKnown ? toLedgerError(error, options.log, request) : noJson(request);
    request.report.codes = [known.code];
    if (!isGraphql(request)) return sendError(reply, known);
    return sendGraphqlError(reply, known, known.status < 500 ? statusCode : undefined);
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, new LedgerError('NOT_FOUND')));
  if (options.rateLimit) await limitRate(app, options.rateLimit);

  // What is under way when the server closes is answered; its connection ends with the answer.
  let isClosing = false;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });

  const turns = clientTurns();
  const inTurn: InTurn = (request, work) => {
    const operation = operationOf(request);
    return turns(request.client, operation, () => work(operation));
  };
  const { readyWithin, closeWithin } = options;
  probes(app, ledger, options.log, {
    readyWithin,
    metrics,
    newestTime: (operation) => newestTime(ledger, operation),
    isClosing: () => isClosing,
  });
  await app.register(async (scope) => {
    await scope.register(compress, { encodings: ['gzip'] });
    validators(scope);
    await scope.register((inner) => passingFace(inner, ledger, inTurn));
    restFace(scope, ledger, options.rest, inTurn);
    docsFace(scope, options.rest.limits, ledger.kind);
    documentPages(scope);
    const { title, graphiql, introspection = true } = options.graphql;
    // Where no one may ask for the schema, no one may read it.
    if (introspection) schemaDocument(scope);
    landingPage(scope, title, {
      graphiql,
      schema: introspection,
      metrics: metrics !== null,
    });
  });
  const live = openLive(ledger, limits, options.live, metrics?.live);
  graphqlFace(app, options.graphql, { ledger, live, log: options.log, operationOf, inTurn });

  await app.listen({ host: options.host, port: options.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
  options.log.info(`Server listening at ${url}`);
  return {
    url,
    async close() {
      isClosing = true;
      const force = setTimeout(() => listener.endAll(), closeWithin);
      // What has come by now is answered, too.
      await listener.caughtUp(Math.min(longestReading, closeWithin / 2));
      live.close();
      listener.drain();
      await app.close();
      clearTimeout(force);
    },
  };
}

/** Characters of a message about a request that can not be read. */
const longestMessage = 300;

function toLedgerError(error: unknown, log: Logger, { id: reqId }: FastifyRequest): LedgerError {
  if (error instanceof LedgerError) {
    const failure = failureOf(error);
    if (failure) log.warn({ reqId, ...failure }, 'ledger failed');
    return error;
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  // What is wrong with a request may be said in its own words, of which there may be many.
  if (status < 500) {
    return new LedgerError('BAD_USER_INPUT', (error as Error).message.slice(0, longestMessage));
  }
  log.error({ reqId, err: error }, errorTable.INTERNAL.message);
  return new LedgerError('INTERNAL', undefined, {}, error);
}

/** What goes wrong before GraphQL sees the request, such as a body that is no JSON. */
function sendGraphqlError(
  reply: FastifyReply,
  error: LedgerError,
  status = error.status,
): FastifyReply {
  const { message } = error;
  const errors = [{ message, extensions: extensionsOf(error) }];
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ errors }));
}

function sendError(reply: FastifyReply, error: LedgerError): FastifyReply {
  const { status, body, retryAfter } = errorAnswer(error);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  reply.removeHeader('cache-control');
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}
