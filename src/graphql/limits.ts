// Limits on the shape of a query, checked before anything runs; a refusal says limit and size.
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import type { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

export interface QueryLimits {
  /** Levels of nested fields; introspection is not counted. */
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  /** Words and punctuation marks of the query text. */
  readonly tokens: number;
}

export const defaultQueryLimits: QueryLimits = {
  depth: 20,
  aliases: 200,
  directives: 50,
  tokens: 5000,
};

/** Plugins that refuse a query beyond the limits with the code COST_LIMIT. */
export function limitPlugins({ depth, aliases, directives, tokens }: QueryLimits): Plugin[] {
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
  ] as Plugin[];
}
