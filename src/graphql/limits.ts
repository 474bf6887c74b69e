// Limits on the shape and the cost of a query, checked before anything runs; a refusal says limit and size.
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import {
  GraphQLError,
  getOperationAST,
  getVariableValues,
  NoSchemaIntrospectionCustomRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Batching, type Cost, costOf } from './cost.js';
import { KnownCosts } from './known-costs.js';

export interface QueryLimits {
  /** Levels of nested fields; introspection is not counted. */
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  /** Words and punctuation marks of the query text. */
  readonly tokens: number;
  /** Cost before execution at the most. */
  readonly cost: Cost;
}

export const defaultQueryLimits: QueryLimits = {
  depth: 20,
  aliases: 200,
  directives: 50,
  tokens: 5000,
  cost: { calls: 500, rows: 10_000 },
};

/** Plugins that refuse a query beyond the limits with the code COST_LIMIT. */
export function limitPlugins(
  { depth, aliases, directives, tokens, cost }: QueryLimits,
  batching: Batching,
  maxPage: number,
): Plugin[] {
  const onReject = [
    (_context: unknown, error: GraphQLError) => {
      error.extensions['code'] = 'COST_LIMIT';
    },
  ];
  return [
    maxTokensPlugin({ n: tokens, onReject }),
    maxDepthPlugin({ n: depth, ignoreIntrospection: true, flattenFragments: true, onReject }),
    maxAliasesPlugin({ n: aliases, onReject }),
    maxDirectivesPlugin({ n: directives, onReject }),
    costPlugin(cost, batching, maxPage),
  ] as Plugin[];
}

/** Refuses introspection, for endpoints whose schema is nobody's business. */
export const noIntrospection: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
  },
};

function costPlugin(limit: Cost, batching: Batching, maxPage: number): Plugin {
  const costs = new KnownCosts();
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { schema, document, operationName, variableValues } = args;
      const operation = getOperationAST(document, operationName);
      if (!operation) return;
      const cost = costs.find(operation, variableValues ?? {}, () => {
        const definitions = operation.variableDefinitions ?? [];
        const { coerced } = getVariableValues(schema, definitions, variableValues ?? {});
        // Variables that are wrong are refused by the executor, before it runs anything.
        if (!coerced) return null;
        return costOf(schema, document, operationName, coerced, batching, maxPage);
      });
      if (!cost) return;
      const refusals = (['rows', 'calls'] as const)
        .filter((unit) => cost[unit] > limit[unit])
        .map((unit) => refusal(unit, cost, limit));
      if (refusals.length > 0) setResultAndStopExecution({ errors: refusals });
    },
  };
}

function refusal(unit: keyof Cost, cost: Cost, limit: Cost): GraphQLError {
  const what = unit === 'rows' ? 'rows' : 'calls to the ledger';
  const size = Number.isFinite(cost[unit]) ? String(cost[unit]) : `more than ${limit[unit]}`;
  return new GraphQLError(
    `The operation may need ${size} ${what}, but ${limit[unit]} is the limit; ask for smaller pages (first, last) or less depth`,
    { extensions: { code: 'COST_LIMIT', cost: Number.isFinite(cost[unit]) ? cost : null, limit } },
  );
}
