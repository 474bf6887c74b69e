// Long answers leave packed (gzip), where their client takes that.
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { packedFrom } from '../../answers/response-cache.js';

/** Most of what there is to gain, in a fifth of the time that the usual level takes. */
const options = { level: constants.Z_BEST_SPEED };
const pack = promisify<string, typeof options, Buffer>(gzip);

/** Of what is kept: packed once, however many it is given to. */
const packed = new WeakMap<object, Promise<Buffer>>();

/**
 * What leaves for a body: itself, or its bytes packed as a whole, so that whoever counts what a connection
 * holds counts all of it. `kept` is what it is the body of, where others are given that too.
 */
export function packedFor(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  body: string,
  kept?: object,
): string | Promise<string | Buffer> {
  if (body.length < packedFrom) return body;
  if (negotiate(headers['accept-encoding'] ?? '', ['identity', 'gzip']) !== 'gzip') return body;
  const making = (kept && packed.get(kept)) ?? pack(body, options);
  if (kept) packed.set(kept, making);
  // Not before it is packed: an error would say that it is, too.
  return making.then(
    (bytes) => {
      reply.header('content-encoding', 'gzip');
      return bytes;
    },
    () => body,
  );
}
