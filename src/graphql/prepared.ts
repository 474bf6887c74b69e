// Operations that come again: checked and compiled once, then run without yoga and its fetch objects.
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Context } from './context.js';
import { inlinedSchema } from './inlined.js';
import { asksForParts, isMadeWhole } from './parts.js';
import { operationIdOf } from './persisted.js';
import { documentParameters } from './request.js';

/** Compiling takes some milliseconds, which an operation that is asked once would never earn. */
const usualAfter = 2;
/** Characters of a text that is compiled at the most: work on the way must stay short. */
const longest = 20_000;
/** Operations that are kept at the most. */
const kept = 1000;

type Variables = Readonly<Record<string, unknown>>;

/** An operation that has passed all checks that are about its text alone. */
interface Prepared {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Whether the answer is in parts for clients that accept them; not here. */
  readonly isMadeWhole: boolean;
  /** Its answer; null for variables that are wrong, of which graphql-js says best what is wrong. */
  run(context: Context, variables: Variables): Promise<ExecutionResult | null>;
}

interface Known {
  runs: number;
  /** Null for what can not be compiled. */
  prepared?: Prepared | null;
}

export interface PreparedOperations {
  /** Learns from operations that yoga runs. */
  readonly plugin: Plugin<object, { readonly parameters: GraphQLParams }>;
  /** The operation that parameters ask for, once it has come often enough. */
  find(parameters: GraphQLParams): Prepared | null;
}

/** Prepares operations when they come for the time `after` + 1, by a schema that is inlined. */
export function preparedOperations(
  schemaOf: () => GraphQLSchema = inlinedSchema,
  after = usualAfter,
): PreparedOperations {
  const known = new WeakMap<OperationDefinitionNode, Known>();
  const ready = new LRUCache<string, Prepared>({ max: kept });

  function learn(args: ExecutionArgs): Prepared | null {
    const { document, operationName } = args;
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== 'query') return null;
    const found = known.get(operation) ?? { runs: 0 };
    if (found.runs === 0) known.set(operation, found);
    found.runs += 1;
    if (found.runs <= after || (document.loc?.end ?? longest) > longest) return null;
    if (found.prepared === undefined) {
      found.prepared = asksForParts(document) ? null : prepare(args, operation, schemaOf());
    }
    return found.prepared;
  }

  return {
    find(parameters) {
      const key = keyOf(parameters);
      return (key !== null && ready.get(key)) || null;
    },
    plugin: {
      onExecute({ args, executeFn, setExecuteFn }) {
        const { parameters } = args.contextValue as unknown as { parameters: GraphQLParams };
        const prepared = learn(args);
        const key = prepared && keyOf(parameters);
        if (!prepared) return;
        if (key !== null) ready.set(key, prepared);
        setExecuteFn(
          async (run: ExecutionArgs) =>
            (await prepared.run(run.contextValue as Context, run.variableValues ?? {})) ??
            executeFn(run),
        );
      },
    },
  };
}

function prepare(
  { document, operationName }: ExecutionArgs,
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
): Prepared | null {
  const compiled = compileQuery(schema, document, operationName ?? undefined);
  if (!isCompiledQuery(compiled)) return null;
  const { query } = compiled as CompiledQuery;
  return {
    document,
    operation,
    isMadeWhole: isMadeWhole(document),
    async run(context, variables) {
      const result = await query(undefined, context, variables);
      if (!result.errors) return result;
      return result.data === undefined ? null : withErrors(result, document);
    },
  };
}

const members = new Set([
  'query',
  'operationName',
  'variables',
  'extensions',
  ...documentParameters,
]);

/** What names an operation, variables aside; null for parameters that yoga must look at. */
function keyOf(parameters: GraphQLParams): string | null {
  for (const name in parameters) if (!members.has(name)) return null;
  const { query, operationName, variables, extensions } = parameters;
  if (!isObject(variables ?? {}) || !isObject(extensions ?? {})) return null;
  if (typeof (operationName ?? '') !== 'string') return null;
  const id = operationIdOf(parameters);
  // A text beside an id is there to be registered.
  if (typeof query === 'string' && id === null) return `${operationName ?? ''} ${query}`;
  return query === undefined && id !== null ? `${operationName ?? ''}#${id}` : null;
}

const isObject = (value: unknown) => typeof value === 'object' && !Array.isArray(value);

/** Errors of the compiler know lines and columns only; those of graphql-js know the source too. */
function withErrors(result: ExecutionResult, document: DocumentNode): ExecutionResult {
  const source = document.loc?.source;
  const lines = source?.body.split(/\r\n|[\n\r]/g) ?? [];
  const offset = ({ line, column }: { line: number; column: number }) =>
    lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, column - 1);
  const errors = result.errors?.map(
    (error) =>
      new GraphQLError(error.message, {
        source: source ?? null,
        positions: error.locations?.map(offset) ?? null,
        path: error.path ?? null,
        originalError: error.originalError ?? null,
      }),
  );
  return { errors: errors ?? [], data: result.data ?? null };
}
