// How often one client may ask, on all routes but the operator's.
import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { LedgerError, unlogged } from '../errors.js';

export interface RateLimit {
  /** Requests per minute and client address. */
  readonly perMinute: number;
  /** Where several servers count together. */
  readonly redis?: Redis;
  /** Names what they serve: servers of another ledger on the same Redis count for themselves. */
  readonly service?: string;
}

/** Milliseconds. */
const minute = 60_000;
/** Clients that are counted at the most. */
const most = 5_000;

/** Routes that are added after it are limited. */
export async function limitRate(
  app: FastifyInstance,
  { perMinute, redis, service = '' }: RateLimit,
): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: minute,
    // Without the Redis that they share, servers go on and do not count.
    skipOnError: true,
    keyGenerator: ({ client }) => client,
    ...(redis
      ? { redis, nameSpace: `mirrorql:rate:${service}:` }
      : { store: Counts as FastifyRateLimitStoreCtor }),
    errorResponseBuilder: (_request, { ttl, max }) =>
      unlogged(
        new LedgerError('RATE_LIMITED', `More than ${max} requests in a minute`, {
          retryAfter: Math.ceil(ttl / 1000),
        }),
      ),
  });
}

/**
 * Requests of each client in a minute of its own. The plugin's store goes by the clock of the day: where
 * that is set back, no minute ends until it has caught up.
 */
class Counts implements FastifyRateLimitStore {
  readonly #minutes = new LRUCache<string, { current: number; readonly since: number }>({
    max: most,
  });

  incr(client: string, done: Parameters<FastifyRateLimitStore['incr']>[1]): void {
    const now = performance.now();
    const known = this.#minutes.get(client);
    const own = known && now - known.since < minute ? known : { current: 0, since: now };
    own.current += 1;
    this.#minutes.set(client, own);
    done(null, { current: own.current, ttl: minute - (now - own.since) });
  }

  child(): this {
    return this;
  }
}
