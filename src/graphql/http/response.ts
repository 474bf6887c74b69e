// What yoga's response comes to: an answer that others may have too, one that they may not, a page, or a stream.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, answerOf } from '../../answers/response-cache.js';
import { badInput } from '../../errors.js';
import type { Operation } from '../../ledger.js';

/** What came of a run; one member of the four is there. */
export interface Made {
  /** Whole and without errors. */
  readonly answer?: Answer;
  /** With errors: for who has asked for it. */
  readonly failed?: { readonly status: number; readonly body: string };
  /** The HTML of GraphiQL. */
  readonly page?: string;
  /** A stream, or an answer in parts. */
  readonly response?: Response;
}

const inEvents = 'must take text/event-stream, in which a subscription is answered';
const inJson = 'must take application/json or application/graphql-response+json';

/**
 * Reads a response, and puts the headers of one with errors on the reply.
 * @throws LedgerError BAD_USER_INPUT where the client takes no form in which there is an answer.
 */
export async function readResponse(
  response: Response,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
): Promise<Made> {
  const { report } = request;
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  if (status === 406) {
    const refusal = badInput(
      'accept',
      request.headers.accept,
      report.isStreamed ? inEvents : inJson,
    );
    // The status that says so in HTTP, which Fastify takes from the error.
    throw Object.assign(refusal, { statusCode: status });
  }
  // Yoga would have it kept, whatever its client has asked the server for.
  headers.delete('connection');
  if (type.startsWith('text/event-stream')) {
    // A proxy that collects an answer before it sends it would keep each event back.
    headers.set('x-accel-buffering', 'no');
    // What comes after a stream has no use for its connection, and a closing server none either.
    headers.set('connection', 'close');
    // "none" is no coding that there is.
    headers.delete('content-encoding');
  }
  if (report.isInParts) {
    headers.set('cache-control', 'no-store');
    headers.set('x-accel-buffering', 'no');
  }
  if (type.startsWith('text/html')) return { page: await response.text() };
  if (report.isStreamed || report.isInParts || !type.includes('json')) return { response };
  const body = await response.text();
  if (status === 200 && report.codes?.length === 0) {
    return { answer: answerOf(report, body, type, operation.usage.age) };
  }
  headers.forEach((value, name) => void reply.header(name, value));
  if (request.method !== 'POST') reply.header('cache-control', 'no-store');
  return { failed: { status, body } };
}
