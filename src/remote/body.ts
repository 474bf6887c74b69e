// What an answer of HTTP says: a JSON object, nothing (404), or an error of the table.
import type { Dispatcher } from 'undici';
import { parseJson } from '../contract/json.js';
import { badResponse, Garbled, statusError } from './failure.js';

export type Body = Readonly<Record<string, unknown>>;

/** The body of an answer; null for a 404. @throws LedgerError for all that is not a JSON object. */
export async function readBody({
  statusCode,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<Body | null> {
  if (statusCode >= 200 && statusCode < 300) {
    if (!isJson([headers['content-type']].flat()[0])) {
      // What else comes is given up together with its socket.
      body.on('error', () => {}).destroy();
      throw badResponse(new Garbled('the answer is not JSON'), statusCode);
    }
    const parsed = jsonOf(await body.text());
    if (parsed instanceof Error) throw badResponse(new Garbled(parsed.message), statusCode);
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
      throw badResponse(new Garbled('the body is not an object'), statusCode);
    }
    return parsed as Body;
  }
  if (statusCode === 400) throw statusError(statusCode, undefined, jsonOf(await body.text()));
  // Reads the little that an error says, so that the connection can be used again.
  body.dump({ limit: 16_384, signal: AbortSignal.timeout(1000) }).catch(() => {});
  if (statusCode === 404) return null;
  throw statusError(statusCode, headers['retry-after'], undefined);
}

/** An answer that does not name its type is judged by its text alone. */
const isJson = (type: string | undefined) =>
  type === undefined || /^application\/([\w.-]+\+)?json\b/i.test(type);

/** The value of JSON text, or the error that it is none. */
function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    return error;
  }
}
