// A call that the EVM of a mirror node runs: what is sent, and what comes of it (contract H.5).
import { type ErrorMessage, LedgerError } from '../../errors.js';
import { messagesIn, secondsOf } from '../error-answer.js';
import { parseJson } from '../json.js';
import { contractError } from '../query.js';
import * as t from '../shape.js';

/** Why a ledger does not run contracts. */
export const noEvm =
  'Only the EVM of a mirror node can run contracts, and there is none behind this server';

/** Hexadecimal digits of the data of a call at the most: 128 KiB, and the two of `0x`. */
export const mostCallData = 262_146;

/** Gas without which nothing can be run. */
export const leastGas = 21_000n;

const hexDigits = (description: string) => t.hex(description, '^(0x)?[0-9a-fA-F]*$');
const address = (description: string) => t.hex(description, '^(0x)?[0-9a-fA-F]{40}$');

export const callBody = t.object(
  'A call to be run.',
  {
    block: t.optional(
      t.text(
        'The block after which it is run: its number in decimal or hex, its hash, or earliest, latest (default), pending, safe or finalized.',
      ),
    ),
    data: t.optional(hexDigits('The function and its arguments, or the code of a new contract.')),
    estimate: t.optional(
      t.boolean('Whether the gas is wanted that the call needs, in place of its result.'),
    ),
    from: t.optional(address('EVM address of the one who calls.')),
    gas: t.optional(t.int64('Gas that may be used at the most.')),
    gasPrice: t.optional(
      t.int64(
        'Price of a unit of gas, passed on as it is: the contract does not say in which unit.',
      ),
    ),
    to: t.optional(hexDigits('EVM address of what is called; empty for a new contract.')),
    value: t.optional(t.int64('Tinybars that come along.')),
  },
  'ContractCallRequest',
);

export type CallBody = t.Static<typeof callBody>;

export const callAnswer = t.object(
  'What came of a call.',
  { result: t.hex('What was returned, or the gas that is needed.', '^0x[0-9a-fA-F]*$') },
  'ContractCallResponse',
);

/** What came of a call: its result, or why the EVM has ended it. */
export type CallOutcome =
  | { readonly result: string; readonly failure?: undefined }
  | { readonly result: null; readonly failure: ErrorMessage };

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Characters of the texts of an error that are taken at the most. */
const longestText = 500;

/** A response code of the network: what the EVM ends a call with, and no other mistake is named so. */
const responseCode = /^[A-Z][A-Z0-9_]{2,99}$/;

/** @throws LedgerError for an answer that says nothing of what came of the call */
export function readCallAnswer({ status, headers, body }: Answer): CallOutcome {
  const parsed = parse(body, status);
  if (status === 200) {
    const { result } = (parsed ?? {}) as Record<string, unknown>;
    if (typeof result === 'string' && /^0x[0-9a-fA-F]*$/.test(result)) return { result };
    throw outside(status, 'the result of a call is not hexadecimal digits behind 0x');
  }
  const messages = messagesIn(parsed, longestText, Number.POSITIVE_INFINITY);
  const [first] = messages;
  if (status === 400 && first && responseCode.test(first.message)) {
    return { result: null, failure: first };
  }
  throw failureOf(status, headers['retry-after'], messages);
}

function parse(body: Buffer, status: number): unknown {
  try {
    return parseJson(body.toString());
  } catch (error) {
    throw outside(status, 'the answer is not JSON', error);
  }
}

const outside = (upstreamStatus: number, message: string, cause?: unknown) =>
  new LedgerError(
    'UPSTREAM_BAD_RESPONSE',
    undefined,
    { upstreamStatus },
    new Error(message, { cause }),
  );

/**
 * What a mirror node without an EVM says: it has no such route. An EVM's messages have a detail
 * always, if it is empty (contract H.5).
 */
const isOfNoRoute = ([first]: readonly ErrorMessage[]): boolean =>
  first?.message === 'Not found' && first.detail === undefined;

function failureOf(
  upstreamStatus: number,
  wait: string | undefined,
  messages: readonly ErrorMessage[],
): LedgerError {
  const retryAfter = secondsOf(wait);
  const detail = { upstreamStatus, ...(retryAfter !== undefined && { retryAfter }) };
  if (upstreamStatus === 404 && isOfNoRoute(messages)) {
    return new LedgerError('NOT_ANSWERABLE', noEvm, detail);
  }
  if ((upstreamStatus === 400 || upstreamStatus === 404) && messages.length > 0) {
    const { message, detail: own } = contractError(messages);
    const code = upstreamStatus === 400 ? 'BAD_USER_INPUT' : 'NOT_FOUND';
    return new LedgerError(code, message, { ...own, upstreamStatus });
  }
  if (upstreamStatus === 429) return new LedgerError('RATE_LIMITED', undefined, detail);
  if (upstreamStatus === 501)
    return new LedgerError('NOT_ANSWERABLE', messages[0]?.message, detail);
  const isAway = upstreamStatus >= 500;
  const code = isAway ? 'UPSTREAM_UNAVAILABLE' : 'UPSTREAM_BAD_RESPONSE';
  return new LedgerError(code, undefined, detail);
}
