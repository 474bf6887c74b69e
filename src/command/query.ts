// `mirrorql query`: runs an operation without a server, follows a connection, writes rows as they come.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type DocumentNode, type ExecutionResult, getOperationAST, parse, validate } from 'graphql';
import { OptionError } from '../config.js';
import { LedgerError } from '../errors.js';
import { parseExactJson } from '../graphql/build/exact-json.js';
import { makeContext } from '../graphql/reading/context.js';
import type { StoppedList } from '../graphql/reading/stopped-lists.js';
import { execute } from '../graphql/running/execute.js';
import { schema } from '../graphql/schema.js';
import type { Ledger } from '../ledger.js';
import { type OperationLimits, startOperation } from '../operation.js';
import { findConnection, pageName } from './follow.js';
import type { Format, QueryLine } from './program.js';
import type { Progress } from './progress.js';
import { csvHeader, csvRow, lineOf, nameOfColumn, type Row, readRows, valueAt } from './rows.js';

export interface QueryOptions {
  /** The operation, or a file that holds it. */
  readonly source: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Whether to follow the connection to its end. */
  readonly all: boolean;
  readonly format: Format;
}

/** The options of the command, checked. @throws OptionError */
export const readQueryOptions = (source: string, line: QueryLine): QueryOptions => ({
  source,
  format: line.format,
  all: line.all === true,
  variables: readVariables(line.variables),
});

function readVariables(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parseExactJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row;
  } catch {}
  throw new OptionError(`--variables must be a JSON object, but is ${JSON.stringify(text)}`);
}

function readDocument(source: string): DocumentNode {
  const text = existsSync(source) ? readFileSync(source, 'utf8') : source;
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    throw new OptionError(`the operation can not be read: ${(error as Error).message}`);
  }
  const errors = validate(schema, document);
  if (errors.length > 0) throw new OptionError(errors.map(({ message }) => message).join('\n'));
  return document;
}

/** An answer, and the lists in it that stop early. */
interface Answered extends ExecutionResult {
  readonly stops: readonly StoppedList[];
}

interface Output {
  write(text: string): boolean;
  once(event: string, listener: () => void): unknown;
}

/** Runs the operation and writes its answer. @returns the exit code: 1 when a part has failed */
export async function runQuery(
  ledger: Ledger,
  { source, variables, all, format }: QueryOptions,
  limits: OperationLimits & { readonly maxPage: number },
  output: Output,
  tell: (text: string) => void,
  progress?: Progress,
): Promise<number> {
  const document = readDocument(source);
  const operation = getOperationAST(document);
  if (!operation) throw new OptionError('there must be one operation, and no more');
  if (operation.operation === 'subscription') {
    throw new OptionError('a subscription never ends; ask a server for it (docs/live.md)');
  }
  const wantsRows = all || format !== 'json';
  const followed = wantsRows ? findConnection(document, operation, limits.maxPage) : null;
  if (wantsRows && !followed) throw new OptionError('the operation has no connection to follow');
  if (followed?.insideList) {
    throw new OptionError(`${followed.path.join('.')} is inside a list: there are many of it`);
  }
  if (all && followed?.field.arguments?.some(({ name }) => name.value === 'last')) {
    throw new OptionError('--all follows first and after; take last out, or turn the order');
  }
  const write = async (text: string) =>
    void (output.write(text) || (await once(output as never, 'drain')));

  async function answer(asked: DocumentNode, values: Row): Promise<Answered> {
    const running = startOperation(limits);
    try {
      const contextValue = makeContext(ledger, running, limits.maxPage);
      const result = await execute({
        schema,
        document: asked,
        variableValues: values,
        contextValue,
      });
      return { ...result, stops: contextValue.warnings.take() };
    } finally {
      running.end();
    }
  }

  if (!followed) {
    const result = await answer(document, variables);
    await write(`${JSON.stringify(result.data ?? null, null, 2)}\n`);
    return report(result, tell);
  }
  const reader = readRows(document, followed.field, followed.type);
  if (!reader)
    throw new OptionError(`${followed.path.join('.')} must select nodes, or edges { node }`);
  const [column, ...others] = reader.columns;
  const { path = [] } = column ?? {};
  if (format === 'lines' && others.length > 0) {
    throw new OptionError(
      `--format lines writes one field of each row, but there are ${reader.columns.length}: ${reader.columns.map(nameOfColumn).join(', ')}`,
    );
  }
  if (format === 'csv') await write(csvHeader(reader));

  const collected: Row[] = [];
  const seen = new Set<unknown>();
  let cursor: unknown = variables[followed.variable] ?? followed.start;
  for (;;) {
    seen.add(cursor ?? null);
    const result = await answer(followed.document, { ...variables, [followed.variable]: cursor });
    const connection = valueAt(result.data, followed.path) as Row | null;
    const rows = connection ? reader.rows(connection) : [];
    for (const row of rows) {
      if (format === 'csv') await write(csvRow(reader, row));
      else if (format === 'ndjson') await write(`${JSON.stringify(row)}\n`);
      else if (format === 'lines') {
        const line = lineOf(valueAt(row, path));
        if (line === null) {
          progress?.end();
          tell(noLine(path, row));
          return 1;
        }
        await write(line);
      } else collected.push(row);
    }
    progress?.add(rows.length);
    const page = connection?.[pageName] as { hasNextPage: boolean; endCursor: string } | undefined;
    const stops = result.stops.filter((stop) => !goesOn(stop, followed.path));
    const hasFailed = result.errors !== undefined || stops.length > 0;
    const isStuck = all && page?.hasNextPage === true && seen.has(page.endCursor ?? null);
    if (!hasFailed && all && page?.hasNextPage && !isStuck) {
      cursor = page.endCursor;
      continue;
    }
    progress?.end();
    if (format === 'json') await write(`${JSON.stringify(collected, null, 2)}\n`);
    if (hasFailed || !isStuck) return report({ ...result, stops }, tell);
    tell(
      `${followed.path.join('.')}: there is more, but its cursor does not move on; a page must have room for a row (first)`,
    );
    return 1;
  }
}

const noLine = (column: readonly string[], row: Row) =>
  `${column.join('.')}: no line can hold ${JSON.stringify(valueAt(row, column))}; take --format ndjson, or a field without null and line breaks`;

/** Says what has failed, and which lists stop early; 0 when nothing has. */
function report({ errors = [], stops }: Answered, tell: (text: string) => void): number {
  const say = (
    path: StoppedList['path'] | undefined,
    message: string,
    error: unknown,
    after = '',
  ) => {
    const code = error instanceof LedgerError ? ` (${error.code})` : '';
    tell(`${path ? `${path.join('.')}: ` : ''}${message}${code}${after}`);
  };
  for (const { message, path, originalError } of errors) say(path, message, originalError);
  for (const { path, error } of stops) {
    say(path, (error as Error).message, error, '; the list stops here, and there is more');
  }
  return errors.length + stops.length > 0 ? 1 : 0;
}

/** Whether a list that stops is the one that is followed, and each page has a budget of its own. */
const goesOn = ({ path, error }: StoppedList, followed: readonly string[]): boolean =>
  error instanceof LedgerError &&
  error.code === 'COST_LIMIT' &&
  path.join('.') === followed.join('.');
