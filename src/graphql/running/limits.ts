// Limits on the shape and the cost of a query, checked before anything runs; a refusal says limit and size.
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Batching, Operation } from '../../ledger.js';
import { type Cost, costOf } from '../costing/cost.js';
import { KnownCosts } from '../costing/known-costs.js';
import type { Context } from '../reading/context.js';

export interface QueryLimits {
  /** Levels of nested fields; introspection is not counted. */
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  /** Words and punctuation marks of the query text. */
  readonly tokens: number;
  /** Cost before execution at the most. */
  readonly cost: Cost;
  /** Characters of an answer. */
  readonly answer: number;
}

export const defaultQueryLimits: QueryLimits = {
  depth: 20,
  aliases: 200,
  directives: 50,
  tokens: 5000,
  // A part that waits costs work for each one that does not: some thousands are seconds.
  // Pages of 25 below one of 25 may have a read of each item, and one of a hundred six: over a public
  // mirror node, which is asked 50 times a second, so many take 14 of the 15 seconds that there are.
  // So many values are about a tenth of a second in which nobody else is answered.
  cost: { calls: 700, rows: 10_000, values: 50_000, parts: 2000 },
  answer: 10_000_000,
};

/** Plugins that refuse a query beyond the limits with the code COST_LIMIT. */
export function limitPlugins(
  { depth, aliases, directives, tokens }: QueryLimits,
  guard: CostGuard,
): Plugin[] {
  const onReject = [
    (_context: unknown, error: GraphQLError) => {
      error.extensions['code'] = 'COST_LIMIT';
    },
  ];
  return [
    maxLinesPlugin(tokens),
    maxTokensPlugin({ n: tokens, onReject }),
    maxDepthPlugin({ n: depth, ignoreIntrospection: true, flattenFragments: true, onReject }),
    maxAliasesPlugin({ n: aliases, onReject }),
    maxDirectivesPlugin({ n: directives, onReject }),
    costPlugin(guard),
  ] as Plugin[];
}

/** Refuses texts of more lines than tokens: each error counts the lines before it. */
const maxLinesPlugin = (limit: number): Plugin => ({
  onParse({ params: { source } }) {
    const text = typeof source === 'string' ? source : source.body;
    if (text.length <= limit || text.split(/[\n\r]/, limit + 1).length <= limit) return;
    throw new GraphQLError(`The query may have ${limit} lines at the most`, {
      extensions: { code: 'COST_LIMIT' },
    });
  },
});

/** Refuses introspection, for endpoints whose schema is nobody's business. */
export const noIntrospection: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
  },
};

/** An operation that is about to run. */
export interface Asked {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
  /** What pays for it. */
  readonly budget: Operation;
}

/** Why an operation may not run; nothing where it may. */
export type CostGuard = (asked: Asked) => readonly GraphQLError[];

const units = ['rows', 'calls', 'values', 'parts'] as const;

/** Refuses what may cost more than the limit; what may run has its values spent beforehand. */
export function costGuard(limit: Cost, batching: Batching, maxPage: number): CostGuard {
  const usual = new KnownCosts();
  const ofFresh = new KnownCosts();
  return ({ schema, document, operation, variables, budget }) => {
    const isFresh = budget.fresh;
    const cost = (isFresh ? ofFresh : usual).find(operation, variables, () => {
      const definitions = operation.variableDefinitions ?? [];
      const { coerced } = getVariableValues(schema, definitions, variables, { maxErrors: 1 });
      // Variables that are wrong are refused by the executor, before it runs anything.
      if (!coerced) return null;
      const measure = { schema, variables: coerced, batching, maxPage, isFresh };
      return costOf(document, operation.name?.value, measure);
    });
    if (!cost) return [];
    budget.note({ estimate: cost });
    // What is no number is no cost to run by.
    const above = units.filter(
      (unit) => !((cost[unit] ?? 0) <= (limit[unit] ?? Number.POSITIVE_INFINITY)),
    );
    // An operation that is handed on is looked at twice, and pays once.
    if (above.length === 0 && budget.values === 0) budget.spend(0, 0, cost.values);
    return above.map((unit) => refusal(unit, cost, limit));
  };
}

function costPlugin(guard: CostGuard): Plugin<Context> {
  const check: Plugin<Context>['onExecute'] & Plugin<Context>['onSubscribe'] = ({
    args,
    setResultAndStopExecution,
  }) => {
    const { schema, document, operationName, variableValues } = args;
    const operation = getOperationAST(document, operationName);
    if (!operation) return;
    const errors = guard({
      schema,
      document,
      operation,
      variables: variableValues ?? {},
      budget: args.contextValue.operation,
    });
    if (errors.length > 0) setResultAndStopExecution({ errors });
  };
  return { onExecute: check, onSubscribe: check };
}

function refusal(unit: keyof Cost, cost: Cost, limit: Cost): GraphQLError {
  const what =
    { calls: 'calls to the ledger', values: 'values of the answer' }[unit as string] ?? unit;
  const size = Number.isFinite(cost[unit]) ? String(cost[unit]) : `more than ${limit[unit]}`;
  return new GraphQLError(
    `The operation may need ${size} ${what}, but ${limit[unit]} is the limit; ask for smaller pages (first, last), fewer fields or less depth`,
    { extensions: { code: 'COST_LIMIT', cost: Number.isFinite(cost[unit]) ? cost : null, limit } },
  );
}
