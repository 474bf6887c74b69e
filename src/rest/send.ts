// An answer of the REST face as it is sent: as JSON, or as plain text where that was asked for.
import type { FastifyReply } from 'fastify';
import { printJson } from '../contract/json.js';

export interface Answer {
  readonly body: unknown;
  readonly maxAge: number;
  readonly next: string | null;
  /** 200 where it is left out. */
  readonly status?: number | undefined;
  /** The body as plain text, where that was asked for. */
  readonly plain?: string | undefined;
}

export function send(reply: FastifyReply, { body, next, status, plain }: Answer): string {
  // First, since half a row is no answer: a member that is none throws itself when it is printed.
  const text = plain ?? printJson(body);
  if (status !== undefined) reply.status(status);
  if (next !== null) reply.header('link', `<${next}>; rel="next"`);
  reply.type(plain === undefined ? 'application/json; charset=utf-8' : 'text/plain; charset=UTF-8');
  return text;
}
