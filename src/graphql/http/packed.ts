// Long answers leave packed (gzip), where their client takes that.
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Characters from which it pays: what the first ten segments of a connection hold comes as soon unpacked. */
const packedFrom = 14_000;

/** Most of what there is to gain, in a fifth of the time that the usual level takes. */
const options = { level: constants.Z_BEST_SPEED };
const pack = promisify<string, typeof options, Buffer>(gzip);

/** Of answers that are kept: packed once, however many they are given to. */
const packed = new WeakMap<object, Promise<Buffer>>();

/**
 * What leaves for a body: itself, or its bytes packed as a whole, so that whoever counts what a connection
 * holds counts all of it. `owner` is the answer that it is the body of, where others are given that too.
 */
export function packedFor(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  body: string,
  owner?: object,
): string | Promise<Buffer> {
  if (body.length < packedFrom) return body;
  if (negotiate(headers['accept-encoding'] ?? '', ['identity', 'gzip']) !== 'gzip') return body;
  reply.header('content-encoding', 'gzip');
  const known = owner && packed.get(owner);
  if (known) return known;
  const made = pack(body, options);
  if (owner) packed.set(owner, made);
  return made;
}
