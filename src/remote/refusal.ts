// What a mirror node's own error body says: that there is nothing, or that something is wrong with the call.
import { messagesIn, textOf } from '../contract/error-answer.js';
import { contractError } from '../contract/query.js';
import { type ErrorMessage, LedgerError } from '../errors.js';

/** Characters of each text of an error body that are taken at the most. */
const longestText = 200;

const messagesOf = (body: unknown) => messagesIn(body, longestText);

const things =
  'account|alias|contract|entity|token|schedule|block|transaction|topic|file|network|custom fee';
/**
 * The texts by which mirror nodes say that a thing does not exist. That a route does not ("No static
 * resource …", "No endpoint …") is none of them.
 */
const missing = new RegExp(
  `^(not found|timestamp range is empty|no (such )?(${things})\\b.*|(${things})\\b.* not found)$`,
  'i',
);

/** Whether a 404 is the contract's own: what was asked for does not exist. */
export function isMiss(body: unknown): boolean {
  const messages = messagesOf(body);
  const says = (text: string | undefined) => !text || missing.test(text);
  return (
    messages.length > 0 &&
    messages.every(({ message, detail }) => missing.test(message) && says(detail))
  );
}

/** A call that a mirror node calls wrong (400), in its own words; none where it is not its own. */
class Refused extends Error {
  constructor(readonly messages: readonly ErrorMessage[]) {
    super(`refuses the call: ${messages.length > 0 ? textOf(messages) : 'without a word on it'}`);
  }
}

/** The error of a 400, as long as nobody knows whose fault it is. */
export function refusedCall(body: unknown): LedgerError {
  const cause = new Refused(messagesOf(body));
  const { messages } = cause;
  const detail = { upstreamStatus: 400, ...(messages.length > 0 && { messages }) };
  return new LedgerError('UPSTREAM_BAD_RESPONSE', undefined, detail, cause);
}

/** What of a call its client has typed, by the names that the contract has for it. */
export interface Typed {
  readonly parameters: readonly string[];
  /** Whether the call is about a key of the client's, so that all but our own parameters are its. */
  readonly isKey: boolean;
  /** Parameters of the call that we have added. */
  readonly own: readonly string[];
}

/** The client's own mistake in a refusal of a call; null where the call is not as it was typed. */
export function mistakeIn(error: unknown, typedIn: () => Typed): LedgerError | null {
  if (!(error instanceof LedgerError) || !(error.cause instanceof Refused)) return null;
  const typed = typedIn();
  const { messages } = error.cause;
  const words = new Set(
    textOf(messages)
      .toLowerCase()
      .match(/[\w.]*\w/g) ?? [],
  );
  const named = (parameters: readonly string[]) =>
    new Set(parameters.filter((parameter) => words.has(parameter.toLowerCase())));
  const [theirs, own] = [named(typed.parameters), named(typed.own)];
  const isAboutKey = typed.isKey && messages.length > 0 && own.size === 0;
  if (!isAboutKey && theirs.size === 0) return null;
  const { message, detail } = contractError(messages);
  const [parameter] = theirs.size === 1 && own.size === 0 ? theirs : [];
  return new LedgerError('BAD_USER_INPUT', message, {
    ...detail,
    upstreamStatus: 400,
    ...(parameter !== undefined && { parameter }),
  });
}
