// What became of an operation, for the log, the metrics and the cache; filled while it runs.
import { type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';

export interface Report {
  /** Name of the operation; null without one. */
  name: string | null;
  /** Codes of the errors in the answer; null until there is an answer. */
  codes: readonly string[] | null;
  /** Seconds for which the answer may be cached; Infinity while nothing was read. */
  maxAge: number;
  /** Whether the answer comes in parts, or never ends. */
  isStreamed: boolean;
  /** Events of a subscription so far, and the ledger calls that they have cost. */
  events: number;
  spent: number;
  /** How the answer was found. */
  cache: 'off' | 'hit' | 'miss' | 'shared';
}

export const newReport = (): Report => ({
  name: null,
  codes: null,
  maxAge: Number.POSITIVE_INFINITY,
  isStreamed: false,
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

/** Writes down what an operation came to. */
export function noteResult(report: Report, result: object): void {
  const { errors = [] } = result as ExecutionResult;
  if (Array.isArray(result) || Symbol.asyncIterator in result) report.isStreamed = true;
  else report.codes = errors.map(codeOf);
}

function noteName({ contextValue, document, operationName }: ExecutionArgs): void {
  const { report } = contextValue as WithReport;
  report.name = getOperationAST(document, operationName)?.name?.value ?? null;
}

/** Writes name and errors of each operation into the report of its request. */
export const reportPlugin: Plugin<object, WithReport> = {
  onExecute: ({ args }) => noteName(args),
  onSubscribe: ({ args }) => noteName(args),
  onResultProcess({ result, serverContext }) {
    noteResult(serverContext.report, result);
  },
};
