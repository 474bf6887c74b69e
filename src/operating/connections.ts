// Connections before there is a request: who is sent away, and the id by which a request is found in the log.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { badInput } from '../errors.js';

/** The id that a proxy has given, or a new one; clients must not write into the log. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given)
    ? given
    : `${origin}${(count++).toString(36).padStart(6, '0')}`;
}

/** Tells processes apart, and those of one machine in time. */
const origin = randomBytes(5).toString('hex');
let count = 0;

const refusals: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'Request too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'Request too slow'],
};
const unreadable = ['400 Bad Request', 'Bad request'] as const;

/** Milliseconds for which someone who is sent away may still read why. */
const lastWords = 500;

/**
 * What is no HTTP request, too large or too slow a one, is told so in the contract's shape. Its
 * connection ends soon after, whatever else is sent on it: to end our side alone would leave the
 * other open for as long as something drips in.
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message] = refusals[error.code ?? ''] ?? unreadable;
  const body = JSON.stringify({ _status: { messages: [{ message }] } });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), lastWords).unref();
}

/** Hosts that were found to be some, so many characters of them: most requests name one of few. */
const knownHosts = new LRUCache<string, true>({
  maxSize: 10_000,
  sizeCalculation: (_known, host) => host.length,
});

function isHost(host: string): boolean {
  if (knownHosts.get(host)) return true;
  const isOne = /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`);
  if (isOne) knownHosts.set(host, true);
  return isOne;
}

/** A host that is none makes no address of what is asked for (RFC 9112, 3.2). */
export function refuseHosts(
  { headers: { host } }: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const rule = 'must be a host name or address, with a port or without';
  done(!host || isHost(host) ? undefined : badInput('Host', host, rule));
}
