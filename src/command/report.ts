// What `mirrorql query` says beside what it writes: which parts have failed, and why.
import type { ExecutionResult } from 'graphql';
import { causeOf, LedgerError } from '../errors.js';
import type { StoppedList } from '../graphql/reading/stopped-lists.js';
import { type Row, valueAt } from './rows.js';

/** An answer, and the lists in it that stop early. */
export interface Answered extends ExecutionResult {
  readonly stops: readonly StoppedList[];
}

type Tell = (text: string) => void;

/** Says what has failed, and which lists may not be whole; 0 when nothing has. */
export function report({ errors = [], stops }: Answered, tell: Tell): number {
  for (const { message, path, originalError } of errors) {
    tell(`${at(path)}${reason(originalError ?? new Error(message))}`);
  }
  for (const { path, error } of stops) {
    tell(`${at(path)}${reason(error as Error)}; there may be more of it`);
  }
  return errors.length + stops.length > 0 ? 1 : 0;
}

const at = (path: StoppedList['path'] | undefined) => (path ? `${path.join('.')}: ` : '');

/** What a client is told, and what is behind it, which who runs the command has to know. */
function reason(error: Error): string {
  const { message } = error;
  if (!(error instanceof LedgerError)) return message;
  const cause = causeOf(error);
  const isBehind = error.status >= 500 && cause !== message;
  return `${message}${isBehind ? `: ${cause}` : ''} (${error.code})`;
}

/** Whether a list that stops is the one that is followed, and each page has a budget of its own. */
export const goesOn = ({ path, error }: StoppedList, followed: readonly string[]): boolean =>
  error instanceof LedgerError &&
  error.code === 'COST_LIMIT' &&
  path.join('.') === followed.join('.');

/** Names the outermost value that is not there on the way to a connection. */
export function nothingThere(data: unknown, path: readonly string[]): string {
  const depth = path.findIndex((_, index) => valueAt(data, path.slice(0, index + 1)) === null);
  return `${path.slice(0, depth + 1).join('.')}: there is none, and so there are no rows`;
}

/** Why `--format lines` stops at a row. */
export const noLine = (column: readonly string[], row: Row): string =>
  `${column.join('.')}: no line can hold ${JSON.stringify(valueAt(row, column))}; take --format ndjson, or a field without null and line breaks`;
