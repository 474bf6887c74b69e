// Operations that come again are compiled: graphql-jit runs them, and answers as graphql-js does.
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';

/** Compiling takes some milliseconds, which an operation that is asked once would never earn. */
const usualAfter = 2;
/** Characters of a text that is compiled at the most: work on the way must stay short. */
const longest = 20_000;

interface Known {
  runs: number;
  /** Null for what can not be compiled. */
  compiled?: CompiledQuery | null;
}

/** Runs operations compiled from their run number `after` + 1 on. */
export function compiledPlugin(after = usualAfter): Plugin {
  const known = new WeakMap<OperationDefinitionNode, Known>();

  function find({ schema, document, operationName }: ExecutionArgs): CompiledQuery | null {
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== 'query') return null;
    const found = known.get(operation) ?? { runs: 0 };
    if (found.runs === 0) known.set(operation, found);
    found.runs += 1;
    if (found.runs <= after || (document.loc?.end ?? longest) > longest) return null;
    if (found.compiled === undefined) {
      const compiled = compileQuery(schema, document, operationName ?? undefined);
      found.compiled = isCompiledQuery(compiled) ? compiled : null;
    }
    return found.compiled;
  }

  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const compiled = find(args);
      if (!compiled) return;
      setExecuteFn(async (run: ExecutionArgs) => {
        const { rootValue, contextValue, variableValues } = run;
        const result = await compiled.query(rootValue, contextValue, variableValues ?? {});
        if (!result.errors) return result;
        // Without data nothing has run: the variables are wrong, and graphql-js says it best.
        return result.data === undefined ? executeFn(run) : withErrors(result, run.document);
      });
    },
  };
}

/** Errors of the compiler know lines and columns only; those of graphql-js know the source too. */
function withErrors(result: ExecutionResult, document: DocumentNode): ExecutionResult {
  const { errors } = result;
  if (!errors) return result;
  const source = document.loc?.source;
  const lines = source?.body.split(/\r\n|[\n\r]/g) ?? [];
  const offset = ({ line, column }: { line: number; column: number }) =>
    lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, column - 1);
  return {
    errors: errors.map(
      (error) =>
        new GraphQLError(error.message, {
          source: source ?? null,
          positions: error.locations?.map(offset) ?? null,
          path: error.path ?? null,
          originalError: error.originalError ?? null,
        }),
    ),
    ...(result.data !== undefined && { data: result.data }),
  };
}
