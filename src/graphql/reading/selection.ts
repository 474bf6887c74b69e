// Which fields of an object a query selects, so that nothing is loaded that nobody asked for.
import { collectSubFields } from '@graphql-tools/utils';
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { areTold, fieldsNeeding, type Needs } from './entities.js';

/** By the nodes of a field, and by its type: of an abstract one there are several. */
type Selections = Map<readonly FieldNode[], Map<unknown, ReadonlySet<string>>>;

// Variables are of one run, and decide what directives leave out.
const selections = new WeakMap<object, Selections>();

/** Names of the fields selected below the field in question; looked for once in a run. */
function selectedFields(info: GraphQLResolveInfo): ReadonlySet<string> {
  let known = selections.get(info.variableValues);
  if (!known) {
    known = new Map();
    selections.set(info.variableValues, known);
  }
  const byType = known.get(info.fieldNodes) ?? new Map<unknown, ReadonlySet<string>>();
  known.set(info.fieldNodes, byType);
  const type = getNamedType(info.returnType);
  const names = byType.get(type) ?? collectNames(info);
  byType.set(type, names);
  return names;
}

/** The fields selected below the field in question, and those that are deferred; null for an abstract type. */
export function fieldsBelow(info: GraphQLResolveInfo) {
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) return null;
  const { schema, fragments, variableValues, fieldNodes } = info;
  return { type, ...collectSubFields(schema, fragments, variableValues, type, [...fieldNodes]) };
}

function collectNames(info: GraphQLResolveInfo): ReadonlySet<string> {
  const below = fieldsBelow(info);
  if (!below) return new Set();
  // What is deferred is wanted too, of the same object.
  const groups = [below.fields, ...below.patches.map((patch) => patch.fields)];
  const nodes = groups.flatMap((group) => [...group.values()]);
  return new Set(nodes.map(([node]) => node?.name.value ?? ''));
}

/** A field of an abstract type as if it were of one of its types, where it is known which. */
export const narrowed = (info: GraphQLResolveInfo, type: string): GraphQLResolveInfo => ({
  ...info,
  returnType: info.schema.getType(type) as GraphQLObjectType,
});

/** Whether all that the query selects below the field in question needs no more than this. */
export function needsOnly(info: GraphQLResolveInfo, needs: Needs): boolean {
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) return false;
  const enough = fieldsNeeding(needs, type);
  for (const name of selectedFields(info)) if (!enough.has(name)) return false;
  return true;
}

/** Whether all that the query selects below the field in question is told by these members of its object. */
export function isEnough(info: GraphQLResolveInfo, known: ReadonlySet<string>): boolean {
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) return false;
  return areTold(type, selectedFields(info), known);
}

const selected = new WeakMap<OperationDefinitionNode, Map<string, boolean>>();

/** Whether the operation selects a field anywhere; what a directive leaves out counts as selected. */
export function selectsAnywhere(info: GraphQLResolveInfo, type: string, field: string): boolean {
  const known = selected.get(info.operation) ?? new Map<string, boolean>();
  selected.set(info.operation, known);
  const name = `${type}.${field}`;
  const answer = known.get(name) ?? searched(info, type, field);
  known.set(name, answer);
  return answer;
}

function searched(info: GraphQLResolveInfo, type: string, field: string): boolean {
  const types = new TypeInfo(info.schema);
  let isSelected = false;
  const visitor = visitWithTypeInfo(types, {
    Field({ name }) {
      if (name.value === field && types.getParentType()?.name === type) isSelected = true;
    },
  });
  for (const part of [info.operation, ...Object.values(info.fragments)]) visit(part, visitor);
  return isSelected;
}
