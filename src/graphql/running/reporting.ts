// Writes down what became of an operation, or of one more part of its answer, while it runs.
import { type ExecutionArgs, getOperationAST } from 'graphql';
import { isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga';
import { type Report, shownName, type WithReport } from '../../answers/report.js';
import { type Delivery, errorsOf } from './parts.js';

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
