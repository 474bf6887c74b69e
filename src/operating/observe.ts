// What is written down about each request: a log line, metrics, a span; never what it asked for.
import { type Span, SpanStatusCode } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { newReport, type Report } from '../answers/report.js';
import { clientLeft, errorTable } from '../errors.js';
import type { RunningOperation } from '../operation.js';
import type { Metrics } from './metrics.js';
import { probePaths } from './probes.js';
import { activeTracer } from './tracing.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation that runs for the request, once there is one. */
    operation: RunningOperation | null;
    /** What becomes of it. */
    report: Report;
    span: Span | null;
  }
}

/** What is the ledger's fault, or ours, and not that of who asked. */
const isFailure = (code: string): boolean =>
  Object.hasOwn(errorTable, code) && errorTable[code as keyof typeof errorTable].status >= 500;

/** Of a request for which nothing ran. */
const noUsage: RunningOperation['usage'] = { calls: 0, retries: 0, cached: 0, shared: 0, age: 0 };

const tenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

interface Observing {
  /** What the ledger is called. */
  readonly ledger: string;
  readonly log: Logger;
  readonly metrics: Metrics | null;
  /** Milliseconds. */
  readonly slow: number;
}

/**
 * Adds the hooks that observe, and that end the operation of a request together with it. A request
 * that takes `slow` milliseconds, or fails, is a warning.
 */
export function observe(app: FastifyInstance, { ledger, log, metrics, slow }: Observing): void {
  const isEachLogged = log.isLevelEnabled('info');
  app.decorateRequest('operation', null);
  app.decorateRequest('report', null as unknown as Report);
  app.decorateRequest('span', null);

  app.addHook('onRequest', (request, reply, done) => {
    request.report = newReport();
    if (request.headers['x-request-id'] === request.id) reply.header('x-request-id', request.id);
    metrics?.began();
    reply.raw.on('close', () => closed(request, reply));
    const tracer = activeTracer();
    if (!tracer) return done();
    tracer.startActiveSpan(request.method, { kind: 1 }, (span) => {
      request.span = span;
      done();
    });
  });

  /** A client that leaves has had no answer; of a subscription it is the usual end. */
  function closed(request: FastifyRequest, reply: FastifyReply): void {
    const isAnswered = reply.raw.writableFinished;
    metrics?.ended();
    request.operation?.end(isAnswered ? undefined : clientLeft);
    if (isAnswered || request.report.isStreamed) {
      const route = request.routeOptions.url ?? null;
      if (route === null || !probePaths.has(route)) write(request, reply, route);
    }
    request.span?.end();
  }

  function write(request: FastifyRequest, reply: FastifyReply, route: string | null): void {
    const { operation, report, span } = request;
    const { cache } = report;
    const codes = report.codes ?? [];
    const isGraphql = route === '/graphql';
    const face = isGraphql ? 'graphql' : 'rest';
    const name = isGraphql ? report.name : route;
    const { statusCode: status } = reply;
    const rows = operation?.rows ?? 0;
    const { isStreamed } = report;
    const time = performance.now() - report.began;
    const seconds = time / 1000;
    metrics?.finished({ name, face, status, seconds, codes, rows, cache, isStreamed });
    const isFailed = status >= 500 || codes.some(isFailure);
    const isSlow = !isStreamed && time >= slow;
    if (isEachLogged || isFailed || isSlow) {
      // Neither queries nor addresses: they may hold what is nobody else's business.
      const { calls, rows: most, values } = operation?.estimate ?? {};
      const line = {
        reqId: request.id,
        route: `${request.method} ${route}`,
        operation: isGraphql ? name : undefined,
        status,
        ms: tenths(time),
        waited: tenths(operation?.waited ?? 0),
        ledger,
        ...(operation?.usage ?? noUsage),
        rows,
        ...(isStreamed && { events: report.events, calls: report.spent }),
        cost: operation?.estimate && { calls, rows: most, values },
        codes,
        cache,
      };
      if (isFailed) log.warn(line, 'answered with a failure');
      else if (isSlow) log.warn(line, 'answered slowly');
      else log.info(line, 'answered');
    }
    if (!span) return;
    span.updateName(`${face} ${name ?? 'anonymous'}`);
    span.setAttributes({
      'http.response.status_code': status,
      'mirrorql.ledger_calls': operation?.usage.calls ?? 0,
    });
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  }
}
