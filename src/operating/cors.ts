// Who may read from a browser: the contract's rules (A.13), for any origin or a list of them.
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Origins that may read: all (`*`), none, or those listed. */
export type Origins = '*' | readonly string[];

/** Reads `*`, `none`, or origins with commas between. */
export function readOrigins(text: string): Origins {
  if (text === '*') return '*';
  return text === 'none' ? [] : text.split(',').map((origin) => origin.trim().replace(/\/$/, ''));
}

/** A hook that sets the headers of every answer, and answers a preflight at once. */
export function corsHook(origins: Origins) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { origin } = request.headers;
    const isAllowed = origins === '*' || (origin !== undefined && origins.includes(origin));
    if (isAllowed) reply.header('access-control-allow-origin', origins === '*' ? '*' : origin);
    if (request.method !== 'OPTIONS') {
      if (origins !== '*') reply.header('vary', 'Origin');
      done();
      return;
    }
    const vary = origins === '*' ? [] : ['Origin'];
    const headers = request.headers['access-control-request-headers'];
    reply.header('vary', [...vary, 'Access-Control-Request-Headers'].join(', '));
    if (isAllowed) {
      reply.header('access-control-allow-methods', 'GET,HEAD,PUT,PATCH,POST,DELETE');
      if (headers) reply.header('access-control-allow-headers', headers);
    }
    reply.code(204).send();
  };
}
