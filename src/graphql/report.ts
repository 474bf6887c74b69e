// What became of an operation, for the log, the metrics and the cache; filled while it runs.
import { type ExecutionArgs, getOperationAST } from 'graphql';
import { isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga';
import { type Delivery, errorsOf } from './parts.js';

export interface Report {
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

/** Code of an error that brings none: the query itself can not be read or is not of the schema. */
const unnamedCode = 'GRAPHQL_VALIDATION_FAILED';

const codeOf = (error: { readonly extensions?: Readonly<Record<string, unknown>> }): string =>
  typeof error.extensions?.['code'] === 'string' ? error.extensions['code'] : unnamedCode;

/** Writes down what an operation, or one more part of its answer, came to. */
export function noteResult(report: Report, result: Delivery): void {
  report.codes = [...(report.codes ?? []), ...errorsOf(result).map(codeOf)];
}

function noteName({ contextValue, document, operationName }: ExecutionArgs): void {
  const { report } = contextValue as WithReport;
  const name = getOperationAST(document, operationName)?.name;
  report.name = name ? shownName(name.value) : null;
}

/** Writes name and errors of each operation into the report of its request. */
export const reportPlugin: Plugin<object, WithReport> = {
  onExecute({ args }) {
    noteName(args);
    const { report } = args.contextValue as unknown as WithReport;
    return {
      onExecuteDone({ result }) {
        report.isInParts = isAsyncIterable(result);
      },
    };
  },
  onSubscribe: ({ args }) => noteName(args),
  onResultProcess({ result, setResult, serverContext: { report } }) {
    if (!isAsyncIterable(result)) return noteResult(report, result as Delivery);
    report.isStreamed = !report.isInParts;
    if (report.isStreamed) return;
    const noted = mapAsyncIterator(result, (part) => {
      noteResult(report, part as Delivery);
      return part;
    });
    setResult(noted);
  },
};
