// How a whole answer leaves: with its age and a tag for a GET, so that browsers and CDNs can keep it.
import etag from 'etag';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import type { Answer } from './response-cache.js';

/** Sends an answer, or 304 to someone who has it. `mayKeep` false asks everyone to forget it. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, contentType, made, maxAge }: Answer,
  mayKeep = true,
): FastifyReply {
  reply.header('content-type', contentType);
  if (request.method !== 'GET') return reply.send(body);
  if (!mayKeep) return reply.header('cache-control', 'no-store').send(body);
  const age = Math.round((Date.now() - made) / 1000);
  reply.header('cache-control', `public, max-age=${maxAge}`);
  const tag = etag(body);
  reply.header('etag', tag);
  const vary = reply.getHeader('vary');
  reply.header('vary', vary ? `${vary}, Accept` : 'Accept');
  if (age > 0) reply.header('age', String(age));
  return fresh(request.headers, { etag: tag }) ? reply.code(304).send() : reply.send(body);
}
