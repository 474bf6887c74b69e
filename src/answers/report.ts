// What became of an operation, for the log, the metrics and the cache; filled while it runs.

export interface Report {
  /** When the request came, in milliseconds of this process. */
  readonly began: number;
  /** Name of the operation; null without one. */
  name: string | null;
  /** Codes of the errors in the answer; null until there is an answer. */
  codes: readonly string[] | null;
  /** Seconds for which the answer may be cached; Infinity while nothing was read. */
  maxAge: number;
  /** Whether it is a subscription, whose answer need not end. */
  isStreamed: boolean;
  /** Whether the answer to a query comes in parts. */
  isInParts: boolean;
  /** Events of a subscription so far, and the ledger calls that they have cost. */
  events: number;
  spent: number;
  /** How the answer was found. */
  cache: 'off' | 'hit' | 'miss' | 'shared';
}

/** Characters of a name that operators are shown; clients choose names. */
const longestName = 64;

/** The name of an operation as it is written down. */
export const shownName = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName)}…` : name;

export const newReport = (): Report => ({
  began: performance.now(),
  name: null,
  codes: null,
  maxAge: Number.POSITIVE_INFINITY,
  isStreamed: false,
  isInParts: false,
  events: 0,
  spent: 0,
  cache: 'off',
});

/** What the server hands to yoga with each request. */
export interface WithReport {
  readonly report: Report;
}
