// The HTTP server: both faces over one ledger, and nothing else.
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { errorTable, failureOf, LedgerError } from './errors.js';
import { reached, readFreshness } from './freshness.js';
import { extensionsOf } from './graphql/errors.js';
import { type GraphqlOptions, graphqlFace } from './graphql/yoga.js';
import type { Ledger, Operation } from './ledger.js';
import { type OperationLimits, type RunningOperation, startOperation } from './operation.js';
import { validators } from './rest/caching.js';
import { docsFace } from './rest/docs.js';
import { errorAnswer } from './rest/errors.js';
import { type RestOptions, restFace } from './rest/rest.js';

export interface ServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly operation: OperationLimits;
  readonly rest: RestOptions;
  readonly graphql: GraphqlOptions;
  /** Bytes of a request body at the most. */
  readonly bodyLimit: number;
  readonly log: Logger;
  /** Milliseconds for which a request may wait for the ledger to come to an instant. */
  readonly patience?: number;
}

export interface Server {
  /** Address with scheme and port. */
  readonly url: string;
  close(): Promise<void>;
}

const defaultPatience = 5000;

/** Whether a request asks the ledger for something. */
const isRead = ({ routeOptions: { url = '' } }: FastifyRequest): boolean =>
  url === '/graphql' || url.startsWith('/api/v1/');

/** Starts to listen; resolves when requests are answered. */
export async function startServer(ledger: Ledger, options: ServerOptions): Promise<Server> {
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 1000 },
    clientErrorHandler: refuseConnection,
    frameworkErrors: (_error, _request, reply) => sendError(reply, new LedgerError('NOT_FOUND')),
  }) as unknown as FastifyInstance;

  const running = new WeakMap<FastifyRequest, RunningOperation>();
  const operationOf = (request: FastifyRequest): Operation => {
    const known = running.get(request);
    if (known) return known;
    const operation = startOperation(options.operation, readFreshness(request.headers));
    running.set(request, operation);
    return operation;
  };
  app.addHook('preHandler', async (request) => {
    const { instant } = readFreshness(request.headers);
    if (instant === null || !isRead(request)) return;
    await reached(ledger, instant, operationOf(request), options.patience ?? defaultPatience);
  });
  app.addHook('onResponse', async (request, reply) => {
    const operation = running.get(request);
    if (!operation) return;
    operation.end();
    const { statusCode: status, elapsedTime } = reply;
    const route = `${request.method} ${request.routeOptions.url}`;
    const ms = Math.round(elapsedTime);
    // Neither queries nor addresses: they may hold what is nobody else's business.
    app.log.info({ route, status, ms, ledger: ledger.description, ...operation.usage }, 'answered');
  });
  app.addHook('onRequestAbort', async (request) => running.get(request)?.end('client left'));

  app.addHook('onRequest', async (request, reply) => allowEveryOrigin(request, reply));
  app.setErrorHandler((error, request, reply) => {
    const known = toLedgerError(error, app);
    return isGraphql(request) ? sendGraphqlError(reply, known) : sendError(reply, known);
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, new LedgerError('NOT_FOUND')));

  // What is under way when the server closes is answered; its connection ends with the answer.
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });

  app.get('/health', async () => ({ status: 'alive' }));
  app.get('/ready', async (request) => {
    await ledger.ready(operationOf(request));
    return { status: 'ready' };
  });
  await app.register(async (scope) => {
    await scope.register(compress, { encodings: ['gzip'] });
    validators(scope);
    restFace(scope, ledger, options.rest, operationOf);
    docsFace(scope, options.rest.limits);
  });
  graphqlFace(app, ledger, options.graphql, operationOf);

  await app.listen({ host: options.host, port: options.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    close: () => app.close(),
  };
}

const isGraphql = ({ url }: FastifyRequest) => /^\/graphql\/?(?:\?|$)/i.test(url);

/** Cross-origin rules of the contract (A.13): anyone may read, and a preflight is answered at once. */
async function allowEveryOrigin(request: FastifyRequest, reply: FastifyReply) {
  reply.header('access-control-allow-origin', '*');
  if (request.method !== 'OPTIONS') {
    // Nothing but GraphQL takes a body; whatever comes in it, there is no such route.
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && !isGraphql(request)) throw new LedgerError('NOT_FOUND');
    return undefined;
  }
  const headers = request.headers['access-control-request-headers'];
  reply.header('access-control-allow-methods', 'GET,HEAD,PUT,PATCH,POST,DELETE');
  reply.header('vary', 'Access-Control-Request-Headers');
  if (headers) reply.header('access-control-allow-headers', headers);
  return reply.code(204).send();
}

/** What is no HTTP request, or too large a one, is told so in the contract's shape. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const [status, message] = isLarge
    ? ['431 Request Header Fields Too Large', 'Request too large']
    : ['400 Bad Request', 'Bad request'];
  const body = JSON.stringify({ _status: { messages: [{ message }] } });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function toLedgerError(error: unknown, { log }: FastifyInstance): LedgerError {
  if (error instanceof LedgerError) {
    const failure = failureOf(error);
    if (failure) log.warn(failure, 'ledger failed');
    return error;
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500) return new LedgerError('BAD_USER_INPUT', (error as Error).message);
  log.error({ err: error }, errorTable.INTERNAL.message);
  return new LedgerError('INTERNAL', undefined, {}, error);
}

/** What goes wrong before GraphQL sees the request, such as a body that is no JSON. */
function sendGraphqlError(reply: FastifyReply, error: LedgerError): FastifyReply {
  const { status, message } = error;
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
