// How often one client may ask, on all routes but the operator's.
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { LedgerError } from '../errors.js';

export interface RateLimit {
  /** Requests per minute and client address. */
  readonly perMinute: number;
  /** Where several servers count together. */
  readonly redis?: Redis;
  /** Names what they serve: servers of another ledger on the same Redis count for themselves. */
  readonly service?: string;
}

/** Routes that are added after it are limited. */
export async function limitRate(
  app: FastifyInstance,
  { perMinute, redis, service = '' }: RateLimit,
): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    // Without the Redis that they share, servers go on and do not count.
    skipOnError: true,
    keyGenerator: ({ client }) => client,
    ...(redis && { redis, nameSpace: `mirrorql:rate:${service}:` }),
    errorResponseBuilder: (_request, { ttl, max }) =>
      new LedgerError('RATE_LIMITED', `More than ${max} requests in a minute`, {
        retryAfter: Math.ceil(ttl / 1000),
      }),
  });
}
