// What is written down about each request: a log line, metrics, a span; never what it asked for.
import { type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Report } from '../graphql/report.js';
import type { Ledger } from '../ledger.js';
import type { RunningOperation } from '../operation.js';
import type { Metrics } from './metrics.js';

const tracer = trace.getTracer('mirrorql');

/** Routes of the operator, which are not written down. */
const silent = new Set(['/health', '/ready', '/metrics']);

/**
 * Adds the hooks that observe. `operationOf` finds the operation that ran for a request; the
 * returned function takes the report of one at /graphql.
 */
export function observe(
  app: FastifyInstance,
  { description: ledger }: Ledger,
  metrics: Metrics | null,
  operationOf: (request: FastifyRequest) => RunningOperation | undefined,
): (request: FastifyRequest, report: Report) => void {
  const reports = new WeakMap<FastifyRequest, Report>();
  const spans = new WeakMap<FastifyRequest, Span>();

  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers['x-request-id'] === request.id) reply.header('x-request-id', request.id);
    metrics?.running.inc();
    tracer.startActiveSpan(request.method, { kind: 1 }, (span) => {
      spans.set(request, span);
      done();
    });
  });

  /** The span of a request that is over now; a client that leaves ends it before the answer does. */
  const over = (request: FastifyRequest): Span | undefined => {
    const span = spans.get(request);
    if (spans.delete(request)) metrics?.running.dec();
    return span;
  };

  app.addHook('onRequestAbort', async (request) => over(request)?.end());

  app.addHook('onResponse', async (request, reply) => {
    const span = over(request);
    const route = request.routeOptions.url ?? null;
    if (route !== null && silent.has(route)) return span?.end();
    const report = reports.get(request);
    const operation = operationOf(request);
    const face = report || route === '/graphql' ? ('graphql' as const) : ('rest' as const);
    const name = report ? report.name : route;
    const status = reply.statusCode;
    const codes = report?.codes ?? [];
    const { usage, rows = 0 } = operation ?? {};
    const cache = report?.cache ?? 'off';
    const seconds = reply.elapsedTime / 1000;
    metrics?.finished({ name, face, status, seconds, codes, rows, cache });
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    if (operation || report) {
      // Neither queries nor addresses: they may hold what is nobody else's business.
      const asked = { route: `${request.method} ${route}`, operation: report?.name };
      const line = { ...asked, status, ms, ledger, ...usage, rows, codes, cache };
      request.log.info(line, 'answered');
    }
    span?.updateName(`${face} ${name ?? 'anonymous'}`);
    span?.setAttributes({
      'http.response.status_code': status,
      'mirrorql.ledger_calls': usage?.calls ?? 0,
    });
    if (status >= 500 || codes.length > 0) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    return undefined;
  });

  return (request, report) => reports.set(request, report);
}
