// The one place where an error becomes an error body of the contract.
import type { ErrorMessage, LedgerError } from '../errors.js';

export interface ErrorAnswer {
  readonly status: number;
  readonly body: { readonly _status: { readonly messages: readonly ErrorMessage[] } };
  readonly retryAfter?: number;
}

export const notFound = 'Not found';

/** What the contract calls a failure of the service, by status (contract A.12). */
function serviceMessage(status: number): [number, string] {
  if (status === 401) return [401, 'Invalid credentials'];
  if (status === 404) return [404, notFound];
  if (status === 429) return [429, 'Too many requests'];
  if (status === 500) return [500, 'Internal error'];
  return [503, 'Service unavailable'];
}

/** Status and body for an error; nothing of its cause reaches the client. */
export function errorAnswer(error: LedgerError): ErrorAnswer {
  const { messages, retryAfter } = error.detail;
  const again = retryAfter === undefined ? {} : { retryAfter };
  // Below 500 they are the contract's own words; above, an upstream's, which are for the log.
  if (messages && error.status < 500)
    return { status: error.status, body: { _status: { messages } }, ...again };
  if (error.code === 'BAD_USER_INPUT') {
    return { status: 400, body: { _status: { messages: [{ message: error.message }] } } };
  }
  // The reason is the declaration's own, and the same for all who ask.
  if (error.code === 'NOT_ANSWERABLE') {
    return { status: 501, body: { _status: { messages: [{ message: error.message }] } } };
  }
  const [status, message] = serviceMessage(error.status);
  return { status, body: { _status: { messages: [{ message }] } }, ...again };
}
