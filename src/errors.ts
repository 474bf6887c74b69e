// The one table of errors: what a code means, its HTTP status, and what an instance carries.

/**
 * Every way in which mirrorql can fail to answer. `status` is what a REST client sees,
 * `message` what a client is told when the error brings no text of its own.
 */
export const errorTable = {
  BAD_USER_INPUT: { status: 400, message: 'The request is not valid' },
  UNAUTHORIZED: { status: 401, message: 'Invalid credentials' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method Not Allowed' },
  NOT_ANSWERABLE: { status: 501, message: 'This ledger can not answer that; the other kind can' },
  COST_LIMIT: { status: 400, message: 'The operation needs more than its budget allows' },
  RATE_LIMITED: { status: 429, message: 'The ledger asks to slow down' },
  UPSTREAM_TIMEOUT: { status: 504, message: 'The ledger did not answer in time' },
  UPSTREAM_UNAVAILABLE: { status: 503, message: 'The ledger can not be reached' },
  UPSTREAM_BUSY: { status: 503, message: 'The ledger has no room for this at present' },
  UPSTREAM_BAD_RESPONSE: { status: 502, message: 'The ledger gave an answer outside its contract' },
  UPSTREAM_BAD_DATA: { status: 502, message: 'The ledger holds data that can not be read' },
  UPSTREAM_PAGINATION: { status: 502, message: 'The ledger has no further page here' },
  MESSAGE_TOO_LARGE: { status: 413, message: 'The message is too large to be put together' },
  MESSAGE_INCOMPLETE: { status: 404, message: 'A part of the message is not there' },
  STREAM_ENDED: { status: 410, message: 'The stream ends here; subscribe again' },
  INTERNAL: { status: 500, message: 'Internal error' },
} as const;

export type ErrorCode = keyof typeof errorTable;

/** One line of the contract's error body, `_status.messages[]`. */
export interface ErrorMessage {
  readonly message: string;
  readonly detail?: string;
  readonly data?: string;
}

export interface ErrorDetail {
  /** The argument or parameter at fault, in the spelling of the face that was asked. */
  readonly argument?: string;
  /** The contract's parameter that a mirror node has called wrong, where it names that one alone. */
  readonly parameter?: string;
  /** The contract's error body, when a mirror node or the contract's own checks gave one. */
  readonly messages?: readonly ErrorMessage[];
  /** HTTP status of the mirror node's answer. */
  readonly upstreamStatus?: number;
  /** Seconds to wait before the next try. */
  readonly retryAfter?: number;
}

/** What a ledger or a check throws; the faces turn it into their own shape at one point each. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';

  constructor(
    readonly code: ErrorCode,
    message: string = errorTable[code].message,
    readonly detail: ErrorDetail = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** Why there is no answer for an operation that is over: the same for all its calls, where it says so itself. */
export const overFor = (reason: unknown): LedgerError =>
  reason instanceof LedgerError
    ? reason
    : new LedgerError('UPSTREAM_TIMEOUT', undefined, {}, reason);

const told = new WeakSet<LedgerError>();

/**
 * What the log says of a ledger's failure: once, however many fields it has emptied, and without
 * a stack, which is the same for all of them, but for what is a fault of ours. Null for what is the client's own doing.
 */
export function failureOf(error: LedgerError): Record<string, unknown> | null {
  const { code, detail, cause = error } = error;
  if ((error.status < 500 && code !== 'RATE_LIMITED') || told.has(error)) return null;
  told.add(error);
  const { upstreamStatus, retryAfter } = detail;
  const fault = code === 'INTERNAL' && { err: cause };
  return { code, upstreamStatus, retryAfter, cause: messageOf(cause), ...fault };
}

/** The deepest reason that an error has, for operators alone: it may name hosts and tables. */
export function causeOf(error: unknown): string {
  const { cause, message } = (error ?? {}) as Partial<Error>;
  return cause === undefined || cause === null ? message || String(error) : causeOf(cause);
}

/** The same, which is no failure of the ledger and nothing for the log. */
export function unlogged(error: LedgerError): LedgerError {
  told.add(error);
  return error;
}

/** Of an operation that nobody waits for any more. */
export const clientLeft = unlogged(new LedgerError('UPSTREAM_TIMEOUT', 'The client has left'));

const messageOf = (cause: unknown) => String((cause as Error)?.message ?? '');

/** An error whose stack nobody reads: to take it down costs more than all else, and there may be thousands. */
export function withoutStack<E extends Error>(make: () => E): E {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** There is no room: whoever waits for a little finds some. */
export const busy = (cause: unknown): LedgerError =>
  new LedgerError('UPSTREAM_BUSY', undefined, { retryAfter: 1 }, cause);

/** The caller's fault: names the argument, the value that came, and the rule it breaks. */
export function badInput(argument: string, value: unknown, rule: string): LedgerError {
  const isText = typeof value === 'string' || typeof value === 'object';
  const shown = cut(value, (part) => (isText ? JSON.stringify(part) : String(part)));
  return withoutStack(
    () => new LedgerError('BAD_USER_INPUT', `${argument}: ${rule}, but got ${shown}`, { argument }),
  );
}

/** Characters of a client's value that a message shows. */
const shownLength = 200;

/** A value as text, cut; of a long text no more is looked at than is shown, since it may come often. */
export function cut(value: unknown, print: (part: unknown) => string): string {
  const text = print(typeof value === 'string' ? value.slice(0, shownLength + 1) : value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
