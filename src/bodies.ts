// What a request may be, and its body: of GraphQL, as JSON, and of what is passed on; each as it was sent.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badInput, LedgerError } from './errors.js';
import { methodError } from './rest/methods.js';
import { isPassedOn } from './rest/passing.js';

export const isGraphql = ({ url }: FastifyRequest) => /^\/graphql\/?(?:\?|$)/i.test(url);

/** Nothing but GraphQL takes a body, and what is passed on, whatever comes in it. */
export function refuseWrites(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isQuery = request.method === 'POST' && isGraphql(request);
  const isTaken = isRead || isQuery || isPassedOn(request);
  done(isTaken ? undefined : refusedWrite(request, reply));
}

function refusedWrite(request: FastifyRequest, reply: FastifyReply): LedgerError {
  if (!isGraphql(request)) return methodError(request, reply);
  // Whatever it is called: a method that is not known here has no route.
  reply.header('allow', 'GET, POST');
  return new LedgerError('METHOD_NOT_ALLOWED');
}

/** The status for bodies of another media type, or in a coding. */
export const unsupported = 415;

/** Bodies are read, and passed on, as they are sent: of one that is packed nobody would know. */
export function refusePacked(
  { method, headers }: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const coding = headers['content-encoding'] ?? '';
  const isPacked = method === 'POST' && !/^(?:identity)?$/i.test(coding);
  done(isPacked ? packed(coding) : undefined);
}

function packed(coding: string): Error {
  const rule = 'must be left out, for bodies are not unpacked';
  const refusal = badInput('content-encoding', coding, rule);
  return Object.assign(refusal, { statusCode: unsupported });
}

/** What curl sends as a form where it is not told otherwise. */
export const noJson = ({ headers }: FastifyRequest): LedgerError =>
  badInput('content-type', headers['content-type'], 'must be application/json');
