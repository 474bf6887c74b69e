// Validators of HTTP: a weak ETag on what is sent, and 304 for what the client has already.
import etag from 'etag';
import type { FastifyInstance } from 'fastify';
import fresh from 'fresh';

/** Registers both for successful answers of the routes in a scope. */
export function validators(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload: unknown) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const tag = etag(payload, { weak: true });
    reply.header('etag', tag);
    if (!fresh(request.headers, { etag: tag })) return payload;
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return '';
  });
}
