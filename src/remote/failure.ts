// What an upstream's refusals and a connection's failures are called in the error table.
import { secondsOf } from '../contract/error-answer.js';
import { type ErrorCode, LedgerError } from '../errors.js';

/** The error of a status that no answer of the contract has. */
export function statusError(
  upstreamStatus: number,
  retryAfter?: string | string[] | undefined,
): LedgerError {
  const seconds = secondsOf(retryAfter);
  const detail = { upstreamStatus, ...(seconds !== undefined && { retryAfter: seconds }) };
  if (upstreamStatus === 429) return new LedgerError('RATE_LIMITED', undefined, detail);
  // A redirect is no answer of the contract, and its target is not an address of the operator's.
  const code = upstreamStatus < 400 ? 'UPSTREAM_BAD_RESPONSE' : 'UPSTREAM_UNAVAILABLE';
  return new LedgerError(code, undefined, detail);
}

/** Statuses that ask for the same call once more (408, 425), and say nothing of the host. */
const isEarly = (status: number): boolean => status === 408 || status === 425;

/**
 * Statuses that say that the host does not serve us: all from 500 on, whatever their number, and
 * those that want other credentials. 500 and 501 may be about one question only, which is why
 * failures are counted by question, and hold back no host that answers others.
 */
export const isNotServing = (status: number): boolean =>
  status >= 500 || [401, 403, 407].includes(status);

/** Statuses whose host is left alone for as long as it says; of others that is about one call alone. */
export const asksForPause = (status: number | undefined): boolean =>
  status === 429 || status === 503;

/** Whether the same call may be answered a little later. */
export function mayPass({ code, detail, cause }: LedgerError): boolean {
  const status = detail.upstreamStatus;
  if (code === 'RATE_LIMITED') return status === 429;
  if (code === 'UPSTREAM_TIMEOUT') return true;
  if (code === 'UPSTREAM_BAD_RESPONSE') return cause instanceof Garbled || isNotHttp(cause);
  if (code !== 'UPSTREAM_UNAVAILABLE') return false;
  return status === undefined ? detail.retryAfter === undefined : status >= 500 || isEarly(status);
}

/** Whether another mirror node may answer what this one does not. */
export const isUpstreamFault = ({ code }: LedgerError): boolean =>
  code.startsWith('UPSTREAM_') || code === 'RATE_LIMITED';

/** Text that is not what its status promises: a page of a proxy, or JSON that ends too early. */
export class Garbled extends Error {}

const codes: Readonly<Record<string, ErrorCode>> = {
  UND_ERR_CONNECT_TIMEOUT: 'UPSTREAM_TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'UPSTREAM_TIMEOUT',
  UND_ERR_BODY_TIMEOUT: 'UPSTREAM_TIMEOUT',
  UND_ERR_HEADERS_OVERFLOW: 'UPSTREAM_BAD_RESPONSE',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'UPSTREAM_BAD_RESPONSE',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'UPSTREAM_BAD_RESPONSE',
};

/** What undici can not read as HTTP, or must not: a change of protocol that nobody asked for. */
function isNotHttp(cause: unknown): boolean {
  const { name, code, message } = (cause ?? {}) as Partial<Error & { code: string }>;
  const isWrong = code === 'UND_ERR_SOCKET' && /^bad (response|upgrade)$/.test(message ?? '');
  return name === 'HTTPParserError' || isWrong;
}

/** Codes of a host that no connection can be made to, whatever it is asked. */
const unreachable =
  /^(ECONNREFUSED|EHOST|ENET|ENOTFOUND|EAI_|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_TLS)/;

export const isUnreachable = (cause: unknown): boolean =>
  unreachable.test(String((cause as { code?: unknown } | undefined)?.code));

/** The error of a call that got no whole answer: refused, reset, too slow, not HTTP. */
export function callError(cause: unknown): LedgerError {
  if (cause instanceof LedgerError) return cause;
  const { code } = (cause ?? {}) as { code?: unknown };
  const known = isNotHttp(cause)
    ? 'UPSTREAM_BAD_RESPONSE'
    : (codes[String(code)] ?? 'UPSTREAM_UNAVAILABLE');
  return new LedgerError(known, undefined, {}, cause);
}

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
