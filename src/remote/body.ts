// What an answer of HTTP says: a JSON object, nothing (the contract's own 404), or an error of the table.
import { isUtf8 } from 'node:buffer';
import { parseJson } from '../contract/json.js';
import { partial } from '../contract/partial.js';
import type { LedgerError } from '../errors.js';
import { badResponse, Garbled, statusError } from './failure.js';
import { isMiss, refusedCall } from './refusal.js';

export type Body = Readonly<Record<string, unknown>>;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Types of an answer that is JSON. */
export const jsonType = /^application\/([\w.-]+\+)?json\b/i;

const isSuccess = (status: number) => status >= 200 && status < 300;

/** Whether an answer's body matters; of others the status says all, and the body may be late. */
export const isWhole = (status: number, headers: Headers): boolean =>
  isSuccess(status) || ((status === 400 || status === 404) && isJson(headers));

/** Why a body need not be read at all: it is none of the contract. */
export function refusalOf(status: number, headers: Headers): LedgerError | null {
  if (!isSuccess(status) || isJson(headers)) return null;
  return badResponse(new Garbled('the answer is not JSON'), status);
}

/**
 * The body of an answer; null where the contract's own 404 says that there is nothing.
 * @throws LedgerError for all that is not a JSON object.
 */
export function readBody(status: number, headers: Headers, bytes: Buffer): Body | null {
  const parsed = isWhole(status, headers) ? jsonOf(bytes) : null;
  if (status === 400) throw refusedCall(parsed);
  if (status === 404) {
    if (isMiss(parsed)) return null;
    // A proxy's page, or a route that the node does not have: neither says that there is nothing.
    throw badResponse(new Error('a 404 that is not the contract\'s "not found"'), status);
  }
  if (!isSuccess(status)) throw statusError(status, headers['retry-after']);
  if (parsed instanceof Error) throw badResponse(new Garbled(parsed.message), status);
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    throw badResponse(new Garbled('the body is not an object'), status);
  }
  // An answer that says of itself that something is missing.
  return status === 206 ? partial(parsed as Body) : (parsed as Body);
}

/** An answer that does not name its type is judged by its text alone. */
function isJson(headers: Headers): boolean {
  const given = headers['content-type'];
  const type = Array.isArray(given) ? given[0] : given;
  return type === undefined || jsonType.test(type);
}

/** Text without a byte order mark, which JSON may be sent with and is no part of it. */
const textOf = (bytes: Buffer): string =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    ? bytes.toString('utf8', 3)
    : bytes.toString('utf8');

/** The value of JSON text, or the error that it is none. Bytes that are no UTF-8 would be lost. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return isUtf8(bytes) ? parseJson(textOf(bytes)) : new SyntaxError('bytes that are no UTF-8');
  } catch (error) {
    return error;
  }
}
