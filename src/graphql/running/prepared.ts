// Operations that come again: found by what names them, and run without yoga and its fetch objects.
import {
  type DocumentNode,
  type ExecutionArgs,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { sizeOfDocument } from './documents.js';
import type { Execute } from './execute.js';
import { asksForParts, isStripped } from './parts.js';
import { operationIdOf } from './persisted.js';
import { isWellFormed } from './request.js';

/** Runs after which an operation is kept: most texts that come once never come again. */
const usualAfter = 2;
/** Bytes of all kept documents at the most, roughly; most of them are kept for their texts anyway. */
const keptSize = 32_000_000;

/** An operation that has passed all checks that are about its text alone. */
interface Prepared {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Whether `@defer` and `@stream` were taken out of it: clients that accept parts have another answer. */
  readonly isStripped: boolean;
}

export interface PreparedOperations {
  /** Has operations run by `execute`, and learns which come again. */
  readonly plugin: Plugin<object, { readonly parameters: GraphQLParams }>;
  /** The operation that parameters ask for, once it has come often enough. */
  find(parameters: GraphQLParams): Prepared | null;
}

/** Both ways of an operation, through yoga and without it, lead to the same `execute`. */
export function preparedOperations(execute: Execute): PreparedOperations {
  const runs = new WeakMap<OperationDefinitionNode, number>();
  const ready = new LRUCache<string, Prepared>({
    maxSize: keptSize,
    // A plan takes no more than its document, and what is known of its selections no more than the plan.
    sizeCalculation: ({ document }, key) => 3 * sizeOfDocument(document) + 2 * key.length,
  });

  function learn({ document, operationName, contextValue }: ExecutionArgs): void {
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== 'query') return;
    const run = (runs.get(operation) ?? 0) + 1;
    runs.set(operation, run);
    if (run <= usualAfter) return;
    const { parameters } = contextValue as { readonly parameters: GraphQLParams };
    const key = keyOf(parameters);
    if (key === null) return;
    ready.set(key, { document, operation, isStripped: isStripped(document) });
  }

  return {
    find(parameters) {
      const key = keyOf(parameters);
      return (key !== null && ready.get(key)) || null;
    },
    plugin: {
      onExecute({ args, setExecuteFn }) {
        // Answers in parts are those of yoga's own executor.
        if (asksForParts(args.document)) return;
        learn(args);
        setExecuteFn(execute);
      },
    },
  };
}

/** What names an operation, variables aside; null for parameters that yoga must look at. */
function keyOf(parameters: GraphQLParams): string | null {
  if (!isWellFormed(parameters)) return null;
  const { query, operationName } = parameters;
  const id = operationIdOf(parameters);
  // No name is not the empty name, and the length tells where a name ends.
  const name = typeof operationName === 'string' ? `${operationName.length}:${operationName}` : '';
  // A text beside an id is there to be registered.
  if (typeof query === 'string' && id === null) return `${name} ${query}`;
  return query === undefined && id !== null ? `${name}#${id}` : null;
}
