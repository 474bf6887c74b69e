// What an operation may cost at the most, in ledger calls, rows and values, known before anything runs.
import { collectFields } from '@graphql-tools/utils';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
} from 'graphql';
import type { Batching } from '../../ledger.js';
import { addChildren, addGroups } from './fields.js';
import { type Measure, startWalk, valuesOf } from './walk.js';

export interface Cost {
  /** HTTP requests to a mirror node, or statements. */
  readonly calls: number;
  /** Items that the ledger gives. */
  readonly rows: number;
  /** Fields of the answer, each as often as there are objects to answer it of; a read is several. */
  readonly values: number;
  /** Parts in which the answer may come later; not there when it comes at once. */
  readonly parts?: number;
}

const nothing: Cost = { calls: 0, rows: 0, values: 0 };

/** Of one item nothing goes together. */
const alone: Batching = { keys: 1, parents: 1, counts: 1, named: 0 };

/**
 * Cost of a valid operation with coerced variables; of a subscription, what one event costs. Every
 * list is taken to be full and every reference to lead to another object; what is really spent is
 * bounded while it runs. Over HTTP with pages of 100, `accounts(first: 250) { nodes { accountId } }`
 * costs 3 calls and 250 rows.
 */
export function costOf(
  document: DocumentNode,
  operationName: string | null | undefined,
  measure: Measure,
): Cost {
  const { schema, variables } = measure;
  const operation = document.definitions.find(
    (one) =>
      one.kind === Kind.OPERATION_DEFINITION &&
      (!operationName || one.name?.value === operationName),
  );
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return nothing;
  const type = schema.getRootType(operation.operation);
  if (!type) return nothing;
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const one of document.definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one;
  }
  const walk = startWalk(measure, fragments);
  const root = collectFields(schema, fragments, variables, type, operation.selectionSet);
  addGroups(walk, type, root, { count: 1, via: '', lists: 1 });
  const { calls, rows, parts } = walk;
  return { calls, rows, values: valuesOf(walk), ...(parts > 0 && { parts }) };
}

/** Values of one item of the list that a field gives, itself included. */
export function valuesOfItem(
  { schema, fragments, variableValues, returnType, fieldNodes }: GraphQLResolveInfo,
  maxPage: number,
): number {
  const measure = { schema, variables: variableValues, batching: alone, maxPage };
  const walk = startWalk(measure, fragments);
  addChildren(walk, returnType, fieldNodes, { count: 1, via: '', lists: 1 });
  return 1 + valuesOf(walk);
}
