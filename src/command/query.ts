// `mirrorql query`: runs an operation without a server, follows a connection, writes rows as they come.
import { once } from 'node:events';
import { type DocumentNode, getVariableValues, Kind } from 'graphql';
import { OptionError } from '../config.js';
import { parseExactJson } from '../graphql/build/exact-json.js';
import { makeContext } from '../graphql/reading/context.js';
import { execute } from '../graphql/running/execute.js';
import { schema } from '../graphql/schema.js';
import type { Ledger } from '../ledger.js';
import { type OperationLimits, startOperation } from '../operation.js';
import { readOperation } from './document.js';
import { findConnection, pageName } from './follow.js';
import type { Format, QueryLine } from './program.js';
import type { Progress } from './progress.js';
import { type Answered, goesOn, noLine, nothingThere, report } from './report.js';
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
    const value: unknown = parseExactJson(text.replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row;
  } catch {}
  throw new OptionError(`--variables must be a JSON object, but is ${JSON.stringify(text)}`);
}

interface Output {
  write(text: string): boolean;
  once(event: string, listener: () => void): unknown;
}

interface Run {
  readonly ledger: Ledger;
  readonly limits: OperationLimits & { readonly maxPage: number };
  readonly output: Output;
  /** Says something beside what is written. */
  readonly tell: (text: string) => void;
  readonly progress?: Progress | undefined;
}

/** Runs the operation and writes its answer. @returns the exit code: 1 when a part has failed */
export async function runQuery(
  { source, variables, all, format }: QueryOptions,
  { ledger, limits, output, tell, progress }: Run,
): Promise<number> {
  const operation = readOperation(source);
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (errors) throw new OptionError(errors.map(({ message }) => message).join('\n'));
  const followed = all || format !== 'json' ? findConnection(operation, limits.maxPage) : null;
  const isBackwards = followed?.fields.some((field) =>
    field.arguments?.some(({ name }) => name.value === 'last'),
  );
  if (all && isBackwards) {
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
    const document = { kind: Kind.DOCUMENT, definitions: [operation] } as const;
    const result = await answer(document, variables);
    await write(`${JSON.stringify(result.data ?? null, null, 2)}\n`);
    return report(result, tell);
  }
  const reader = readRows(followed);
  const [column, ...others] = reader.columns;
  const { path = [] } = column ?? {};
  if (format === 'lines' && others.length > 0) {
    throw new OptionError(
      `--format lines writes one field of each row, but there are ${reader.columns.length}: ${reader.columns.map(nameOfColumn).join(', ')}`,
    );
  }
  if (format === 'csv') await write(csvHeader(reader));

  const collected: Row[] = [];
  const { path: place, start, variable } = followed;
  let values = start === undefined ? variables : { ...variables, [variable]: start };
  const seen = new Set<unknown>();
  for (;;) {
    const cursor = values[variable] ?? null;
    seen.add(cursor);
    const result = await answer(followed.document, values);
    const connection = valueAt(result.data, place) as Row | null;
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
    const page = connection?.[pageName] as Page | undefined;
    const stops = result.stops.filter((stop) => !goesOn(stop, place));
    const hasFailed = result.errors !== undefined || stops.length > 0;
    const hasMore = all && page?.hasNextPage === true;
    const isStuck = hasMore && seen.has(page.endCursor);
    if (hasMore && !hasFailed && !isStuck) {
      values = { ...variables, [variable]: page.endCursor };
      continue;
    }
    progress?.end();
    if (format === 'json') await write(`${JSON.stringify(collected, null, 2)}\n`);
    if (!connection && !hasFailed) tell(nothingThere(result.data, place));
    if (!hasFailed && isStuck) {
      tell(
        `${place.join('.')}: there is more, but its cursor does not move on; a page must have room for a row (first)`,
      );
      return 1;
    }
    const code = report({ ...result, stops }, tell);
    // Errors name what the last page lacks, and not that others are missing altogether.
    const rest = connection ? hasMore && page.endCursor : all && cursor;
    if (hasFailed && rest)
      tell(`${place.join('.')}: what follows the cursor ${rest} is not written`);
    return code;
  }
}

interface Page {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}
