// How a whole answer leaves: with its age and a tag for a GET, so that browsers and CDNs can keep it.
import etag from 'etag';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import type { Report } from '../../answers/report.js';
import type { Answer } from '../../answers/response-cache.js';
import { notModified, tellVary } from '../../freshness.js';
import { traceHeader } from '../running/trace.js';
import { packedFor } from './packed.js';

/**
 * The body to send, with its headers set on the reply; undefined (304) for someone who has it.
 * `mayKeep` false asks everyone to forget it. To return the reply itself would make Fastify listen
 * for the end of the response, which costs more than all of this.
 */
export function payloadOf(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  mayKeep = true,
): string | Promise<string | Buffer> | undefined {
  reply.header('content-type', answer.contentType);
  if (request.method !== 'POST' && isHad(request, reply, answer, mayKeep)) {
    return notModified(request, reply, answer.body);
  }
  return packedFor(request, reply, answer.body, mayKeep ? answer : undefined);
}

/** Tells caches how long they may keep an answer to a GET; whether its client has it already. */
function isHad(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, made, maxAge }: Answer,
  mayKeep: boolean,
): boolean {
  if (!mayKeep) {
    reply.header('cache-control', 'no-store');
    return false;
  }
  const age = Math.round((Date.now() - made) / 1000);
  reply.header('cache-control', `public, max-age=${maxAge}`);
  if (age > 0) reply.header('age', String(age));
  return isTagged(headers, reply, body);
}

/** Tells caches the tag of a body; whether the client has it already. */
function isTagged(headers: FastifyRequest['headers'], reply: FastifyReply, body: string): boolean {
  // Weak, since it is the same for one that leaves packed.
  const tag = etag(body, { weak: true });
  reply.header('etag', tag);
  tellVary(reply, 'Accept', 'Accept-Encoding', traceHeader);
  return fresh(headers, { etag: tag });
}

/** The page that was given last: nearly everybody is given the same one. */
let lastPage = { html: '' };

/** GraphiQL's page, which is asked for each time: it names its files by what is in them. */
export function pageOf(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): string | Promise<string | Buffer> | undefined {
  reply.headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  if (isTagged(request.headers, reply, html)) return notModified(request, reply, html);
  if (html !== lastPage.html) lastPage = { html };
  return packedFor(request, reply, html, lastPage);
}

/** A stream for someone who wants nothing of it but its headers. */
export async function headOf(
  reply: FastifyReply,
  response: Response,
  { isStreamed, isInParts }: Report,
): Promise<string> {
  response.headers.forEach((value, name) => void reply.header(name, value));
  reply.code(response.status);
  // A stream ends with the reply.
  return isStreamed || isInParts ? '' : response.text();
}
