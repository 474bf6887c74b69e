// What caches are told: for how long an answer may be kept, how old it is, and a weak ETag, with 304 for what the client has already.
import etag from 'etag';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fresh from 'fresh';
import { notModified, tellVary, varyBy } from '../freshness.js';
import type { Operation } from '../ledger.js';

/** All that was found, or the part of it that is known. */
const isFound = (status: number) => status === 200 || status === 206;

/** Registers both for successful answers of the routes in a scope. */
export function validators(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!isFound(reply.statusCode) || typeof payload !== 'string') return payload;
    const tag = etag(payload, { weak: true });
    reply.header('etag', tag);
    // What is kept may have left packed: said of each answer, since a 304 takes the place of what was said.
    varyBy(reply, 'accept-encoding');
    if (!fresh(request.headers, { etag: tag })) return payload;
    reply.removeHeader('content-length').removeHeader('content-type');
    return notModified(request, reply, payload) ?? null;
  });
}

/** Says for how long an answer may be kept, of which the upstream's own cache has taken its part. */
export function tellAge(
  reply: FastifyReply,
  maxAge: number,
  { fresh: isFresh, usage }: Operation,
  isKept: boolean,
): void {
  // Whoever asks for a fresh one the next time must not be given this one.
  if (isFresh || !isKept) return void reply.header('cache-control', 'no-store');
  tellVary(reply);
  reply.header('cache-control', `public, max-age=${maxAge}`);
  if (usage.age > 0) reply.header('age', String(Math.floor(usage.age)));
}
