// What a page shows while it has nothing to show: loading, an error, or that there is no such thing.
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import type { ReactNode } from 'react';

/** Grey lines in the place of what is being loaded. */
export const Loading = ({ lines = 5 }: { lines?: number }) => (
  <div className="loading" role="status" aria-label="Loading">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
      <span key={line} />
    ))}
  </div>
);

/** What the codes of mirrorql mean to a reader. Codes are stable, messages are for people. */
const advice: Record<string, string> = {
  BAD_USER_INPUT: 'This is not something that the ledger could know.',
  RATE_LIMITED: 'The ledger is asked too much at the moment. Try again in a little while.',
  COST_LIMIT: 'This page asks for more than the server allows.',
  UPSTREAM_TIMEOUT: 'The ledger did not answer in time. Try again.',
  UPSTREAM_UNAVAILABLE: 'The ledger can not be reached at the moment. Try again.',
};

/** The first error of an answer: its code, or NETWORK where none came. */
function codeOf(error: Error): string {
  const first = CombinedGraphQLErrors.is(error) ? error.errors[0] : undefined;
  return first ? String(first.extensions?.['code'] ?? 'INTERNAL') : 'NETWORK';
}

/** Whether one of the errors of an answer has this code. */
export const hasCode = (error: Error | undefined, code: string): boolean =>
  CombinedGraphQLErrors.is(error) &&
  error.errors.some(({ extensions }) => extensions?.['code'] === code);

export function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const code = codeOf(error);
  const text = code === 'NETWORK' ? 'The server can not be reached.' : advice[code];
  return (
    <div className="failure" role="alert">
      <strong>{text ?? 'Something went wrong.'}</strong>
      <p className="faint">
        {error.message} <code>{code}</code>
      </p>
      <button type="button" onClick={() => retry()}>
        Try again
      </button>
    </div>
  );
}

/** Above a page of which a part is missing: the rest is right, and stays. */
export const PartlyFailed = ({ error, retry }: { error: Error; retry: () => void }) => (
  <div className="failure small" role="alert">
    <span>
      A part of this page could not be loaded. <code>{codeOf(error)}</code>
    </span>
    <button type="button" onClick={() => retry()}>
      Try again
    </button>
  </div>
);

/** The errors of an answer that `isMeant` takes; what is no answer at all is meant always. */
function only(
  error: Error | undefined,
  isMeant: (path: readonly (string | number)[]) => boolean,
): Error | undefined {
  if (!CombinedGraphQLErrors.is(error)) return error;
  const errors = error.errors.filter(({ path = [] }) => isMeant(path));
  return errors.length > 0 ? new CombinedGraphQLErrors({ data: null, errors }, errors) : undefined;
}

/** What has gone wrong outside of fields that tell of their errors themselves. */
export const besides = (error: Error | undefined, ...fields: string[]) =>
  only(error, (path) => !fields.some((field) => path.includes(field)));

type LaterProps<T> = {
  /** Name of the deferred field, by which its errors are found. */
  field: string;
  /** Undefined until it has come, null when it has failed. */
  value: T | null | undefined;
  error: Error | undefined;
  retry: () => void;
  children: (value: T) => ReactNode;
};

/** A part of a page that comes later than the rest: on its way, failed by itself, or there. */
export function Later<T>({ field, value, error, retry, children }: LaterProps<T>) {
  if (value) return children(value);
  const own = only(error, (path) => path.includes(field));
  return own ? <Failure error={own} retry={retry} /> : <Loading lines={3} />;
}

export const Missing = ({ children }: { children: ReactNode }) => (
  <div className="missing">
    <title>Not there · ledger explorer</title>
    <span aria-hidden="true">∅</span>
    <h1>{children}</h1>
  </div>
);
