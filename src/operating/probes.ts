// The operator's routes: alive, ready, metrics.
import type { FastifyInstance } from 'fastify';
import { LedgerError } from '../errors.js';
import type { Ledger } from '../ledger.js';
import { startOperation } from '../operation.js';
import type { Metrics } from './metrics.js';

interface ProbeOptions {
  /** Milliseconds in which the ledger must answer to count as ready. */
  readonly readyWithin: number;
  readonly metrics: Metrics | null;
  /** Whether the server is about to stop, so that no one should send it more. */
  readonly isClosing: () => boolean;
}

export function probes(app: FastifyInstance, ledger: Ledger, options: ProbeOptions): void {
  const { readyWithin, metrics, isClosing } = options;
  const config = { rateLimit: false };

  app.get('/health', { config }, async () => ({ status: 'alive' }));

  app.get('/ready', { config }, async (_request, reply) => {
    const reason = isClosing() ? 'closing' : await reasonNotReady(ledger, readyWithin);
    if (reason === null) return { status: 'ready' };
    return reply.code(503).send({ status: 'not ready', reason });
  });

  if (metrics) {
    app.get('/metrics', { config }, async (_request, reply) => {
      const text = await metrics.text();
      return reply.type(metrics.contentType).send(text);
    });
  }
}

/** Why the ledger can not be asked at present, as a code; null when it has answered. */
async function reasonNotReady(ledger: Ledger, timeout: number): Promise<string | null> {
  const operation = startOperation({ timeout, calls: 10 });
  const late = new Promise<string>((resolve) => {
    operation.whenOver(() => resolve('UPSTREAM_TIMEOUT'));
  });
  try {
    return await Promise.race([ledger.ready(operation).then(() => null), late]);
  } catch (error) {
    return error instanceof LedgerError ? error.code : 'INTERNAL';
  } finally {
    operation.end();
  }
}
