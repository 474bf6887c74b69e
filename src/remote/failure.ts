// What an upstream's refusals and a connection's failures are called in the error table.
import { contractError } from '../contract/query.js';
import { type ErrorCode, type ErrorMessage, LedgerError } from '../errors.js';

/** The error of a status that is neither a success nor a 404; `body` is parsed JSON, if any. */
export function statusError(
  upstreamStatus: number,
  retryAfter: string | string[] | undefined,
  body: unknown,
): LedgerError {
  if (upstreamStatus === 400) {
    const messages = messagesOf(body);
    if (messages.length === 0)
      return new LedgerError('BAD_USER_INPUT', undefined, { upstreamStatus });
    const { message } = contractError(messages);
    return new LedgerError('BAD_USER_INPUT', message, { upstreamStatus, messages });
  }
  const seconds = secondsOf(retryAfter);
  const detail = { upstreamStatus, ...(seconds !== undefined && { retryAfter: seconds }) };
  if (upstreamStatus === 429) return new LedgerError('RATE_LIMITED', undefined, detail);
  // A redirect is no answer of the contract, and its target is not an address of the operator's.
  const code = upstreamStatus < 400 ? 'UPSTREAM_BAD_RESPONSE' : 'UPSTREAM_UNAVAILABLE';
  return new LedgerError(code, undefined, detail);
}

/** Statuses of a host that does not serve us, whatever it is asked. */
export const isAway = (status: number): boolean => [401, 403, 502, 503, 504].includes(status);

/** Whether the same call may be answered a little later. */
export function mayPass({ code, detail, cause }: LedgerError): boolean {
  const status = detail.upstreamStatus;
  if (code === 'RATE_LIMITED') return status === 429;
  if (code === 'UPSTREAM_TIMEOUT') return true;
  if (code === 'UPSTREAM_BAD_RESPONSE') return cause instanceof Garbled || isNotHttp(cause);
  if (code !== 'UPSTREAM_UNAVAILABLE') return false;
  return status === undefined
    ? detail.retryAfter === undefined
    : status === 500 || (isAway(status) && status > 500);
}

/** Whether another mirror node may answer what this one does not. */
export const isUpstreamFault = ({ code }: LedgerError): boolean =>
  code.startsWith('UPSTREAM_') || code === 'RATE_LIMITED';

/** Text that is not what its status promises: a page of a proxy, or JSON that ends too early. */
export class Garbled extends Error {}

/** The messages of an error body of the contract, with its three members and no others. */
function messagesOf(body: unknown): ErrorMessage[] {
  const { messages } = (body as { _status?: { messages?: unknown } } | null)?._status ?? {};
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((entry: unknown): ErrorMessage[] => {
    const { message, detail, data } = (entry ?? {}) as Record<string, unknown>;
    if (typeof message !== 'string') return [];
    return [
      {
        message,
        ...(typeof detail === 'string' && { detail }),
        ...(typeof data === 'string' && { data }),
      },
    ];
  });
}

/** Seconds to wait by a Retry-After header: a count of seconds, or an HTTP date. */
export function secondsOf(given: string | string[] | undefined): number | undefined {
  const header = Array.isArray(given) ? given[0] : given;
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const wait = Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, Math.ceil(wait / 1000));
}

const codes: Readonly<Record<string, ErrorCode>> = {
  UND_ERR_CONNECT_TIMEOUT: 'UPSTREAM_TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'UPSTREAM_TIMEOUT',
  UND_ERR_BODY_TIMEOUT: 'UPSTREAM_TIMEOUT',
  UND_ERR_HEADERS_OVERFLOW: 'UPSTREAM_BAD_RESPONSE',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'UPSTREAM_BAD_RESPONSE',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'UPSTREAM_BAD_RESPONSE',
};

const isNotHttp = (cause: unknown) => (cause as Error | undefined)?.name === 'HTTPParserError';

/** The error of a call that got no whole answer: refused, reset, too slow, not HTTP. */
export function callError(cause: unknown): LedgerError {
  if (cause instanceof LedgerError) return cause;
  const { code } = (cause ?? {}) as { code?: unknown };
  const known = isNotHttp(cause)
    ? 'UPSTREAM_BAD_RESPONSE'
    : (codes[String(code)] ?? 'UPSTREAM_UNAVAILABLE');
  return new LedgerError(known, undefined, {}, cause);
}

export const timedOut = (cause: unknown) =>
  new LedgerError('UPSTREAM_TIMEOUT', undefined, {}, cause);

export const badResponse = (cause: unknown, upstreamStatus?: number) =>
  new LedgerError(
    'UPSTREAM_BAD_RESPONSE',
    undefined,
    upstreamStatus === undefined ? {} : { upstreamStatus },
    cause,
  );

const seconds = (milliseconds: number) => Math.max(1, Math.round(milliseconds / 1000));

/** The host is down, and is asked again in so many milliseconds. */
export const downFor = (wait: number) =>
  new LedgerError(
    'UPSTREAM_UNAVAILABLE',
    undefined,
    { retryAfter: seconds(wait) },
    new Error('the last calls have all failed, so no other is sent for now'),
  );

/** The host takes no call for so many milliseconds, which is longer than there is time. */
export const tooManyFor = (wait: number) =>
  new LedgerError(
    'RATE_LIMITED',
    undefined,
    { retryAfter: seconds(wait) },
    new Error('no call may be sent within the time that is left'),
  );
