// The operator's routes: alive, ready, metrics.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { causeOf, LedgerError } from '../errors.js';
import type { Ledger } from '../ledger.js';
import { oneForAll } from '../one-for-all.js';
import { startOperation } from '../operation.js';
import type { Metrics } from './metrics.js';
import { lookedAt, type NewestTime } from './newest-time.js';

/** Each by the name that mirror nodes have for it, too (contract A.13). */
const alive = ['/health', '/health/liveness'];
const ready = ['/ready', '/health/readiness'];
const metricsPath = '/metrics';

/** Routes of the operator, which are not written down. */
export const probePaths: ReadonlySet<string> = new Set([...alive, ...ready, metricsPath]);

interface ProbeOptions {
  /** Milliseconds in which the ledger must answer to count as ready. */
  readonly readyWithin: number;
  readonly metrics: Metrics | null;
  readonly newestTime: NewestTime;
  /** Whether the server is about to stop, so that no one should send it more. */
  readonly isClosing: () => boolean;
}

export function probes(
  app: FastifyInstance,
  ledger: Ledger,
  log: Logger,
  options: ProbeOptions,
): void {
  const { readyWithin, metrics, isClosing } = options;
  const tell = changes(log);
  const config = { rateLimit: false } as const;

  for (const path of alive) app.get(path, { config }, async () => ({ status: 'alive' }));

  /** Nothing else bounds how often it may be asked for. */
  const failureNow = oneForAll(() => whyNotReady(ledger, readyWithin));

  const tellReady = async (_request: FastifyRequest, reply: FastifyReply) => {
    const isOver = isClosing();
    const failure = isOver ? null : await failureNow();
    if (!isOver) tell(failure);
    if (!isOver && failure === null) return { status: 'ready' };
    const reason = isOver ? 'closing' : codeOf(failure);
    return reply.code(503).send({ status: 'not ready', reason });
  };
  for (const path of ready) app.get(path, { config }, tellReady);

  if (metrics) {
    const { look, close } = lookedAt(options.newestTime, metrics.cameTo);
    app.addHook('onClose', async () => close());
    app.get(metricsPath, { config }, async (_request, reply) => {
      await look();
      const text = await metrics.text();
      return reply.type(metrics.contentType).send(text);
    });
  }
}

/** Why the ledger can not be asked at present; null when it has answered. */
export async function whyNotReady(ledger: Ledger, timeout: number): Promise<unknown> {
  const operation = startOperation({ timeout, calls: 10 });
  const late = new Promise<never>((_resolve, reject) => {
    const error = new LedgerError('UPSTREAM_TIMEOUT', `no answer within ${timeout} ms`);
    operation.whenOver(() => reject(error));
  });
  try {
    await Promise.race([ledger.ready(operation), late]);
    return null;
  } catch (error) {
    return error;
  } finally {
    operation.end();
  }
}

/** What clients may know of it: hosts, roles and tables are for the log. */
const codeOf = (failure: unknown): string =>
  failure instanceof LedgerError ? failure.code : 'INTERNAL';

/** Logs why the ledger is not ready, once for each reason, and when it is again. */
function changes(log: Logger): (failure: unknown) => void {
  let known: string | null = null;
  return (failure) => {
    const cause = failure === null ? null : causeOf(failure);
    if (cause === known) return;
    known = cause;
    if (cause === null) log.warn('the ledger is ready again');
    else log.error({ code: codeOf(failure), cause }, 'the ledger is not ready');
  };
}
