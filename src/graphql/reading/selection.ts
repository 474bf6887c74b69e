// Which fields of an object a query selects, so that nothing is loaded that nobody asked for.
import { collectSubFields } from '@graphql-tools/utils';
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isAbstractType,
  isObjectType,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { List, Lookup } from '../../contract/resource.js';
import type { Parts } from '../../ledger.js';
import { areTold, fieldsNeeding, type Needs, unlookedAt } from './entities.js';

/** What a query selects below a field, of objects of one type. */
export interface Below {
  readonly type: GraphQLObjectType;
  /** Names of all that is selected; what is deferred is wanted too, of the same object. */
  readonly names: ReadonlySet<string>;
  /** The first node of each field, of those that come at once. */
  readonly fields: readonly FieldNode[];
  /** The same of those that are deferred, of which one may be among the others too. */
  readonly deferred: readonly FieldNode[];
}

/**
 * By the nodes of a field, and by its type: of an abstract one there are several. Whatever runs an
 * operation makes a list of nodes for the conditions (`@skip`, `@include`) that hold in it, so that a
 * list stands for them too. Plans keep their lists from run to run.
 */
const selections = new WeakMap<readonly FieldNode[], Map<GraphQLObjectType, Below>>();

/** What is selected below the field in question; null for an abstract type. */
export function fieldsBelow(info: GraphQLResolveInfo): Below | null {
  const { fieldNodes } = info;
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) return null;
  const byType = selections.get(fieldNodes) ?? new Map<GraphQLObjectType, Below>();
  if (byType.size === 0) selections.set(fieldNodes, byType);
  const below = byType.get(type) ?? collected(info, type);
  byType.set(type, below);
  return below;
}

function collected(info: GraphQLResolveInfo, type: GraphQLObjectType): Below {
  const { schema, fragments, variableValues, fieldNodes } = info;
  const nodes = [...fieldNodes];
  const { fields, patches } = collectSubFields(schema, fragments, variableValues, type, nodes);
  const first = (group: typeof fields) => [...group.values()].flatMap(([node]) => node ?? []);
  const [own, deferred] = [first(fields), patches.flatMap((patch) => first(patch.fields))];
  const names = new Set([...own, ...deferred].map(({ name }) => name.value));
  return { type, names, fields: own, deferred };
}

/** Names of what is selected at the end of a path of fields, which begins below the field in question. */
export function selectedAt(info: GraphQLResolveInfo, ...path: string[]): readonly string[] {
  const { schema, fragments, variableValues, fieldNodes, returnType } = info;
  let type = getNamedType(returnType) as GraphQLObjectType;
  const below = (nodes: readonly FieldNode[]) => {
    const found = collectSubFields(schema, fragments, variableValues, type, [...nodes]);
    const groups = [found, ...found.patches].flatMap(({ fields }) => [...fields.values()]);
    return groups.flat();
  };
  let nodes = below(fieldNodes);
  for (const step of path) {
    type = getNamedType(type.getFields()[step]?.type) as GraphQLObjectType;
    nodes = below(nodes.filter(({ name }) => name.value === step));
  }
  return nodes.map(({ name }) => name.value);
}

/** A field of an abstract type as if it were of one of its types, where it is known which. */
export const narrowed = (info: GraphQLResolveInfo, type: string): GraphQLResolveInfo => ({
  ...info,
  returnType: info.schema.getType(type) as GraphQLObjectType,
});

/** Whether all that the query selects below the field in question needs no more than this. */
export function needsOnly(info: GraphQLResolveInfo, needs: Needs): boolean {
  const below = fieldsBelow(info);
  if (!below) return false;
  const enough = fieldsNeeding(needs, below.type);
  for (const name of below.names) if (!enough.has(name)) return false;
  return true;
}

/** Whether all that the query selects below the field in question is told by these members of its object. */
export function isEnough(info: GraphQLResolveInfo, known: ReadonlySet<string>): boolean {
  const below = fieldsBelow(info);
  return below !== null && areTold(below.type, below.names, known);
}

const selected = new WeakMap<OperationDefinitionNode, ReadonlyMap<string, ReadonlySet<string>>>();

/** Names of the fields of a type that the operation selects anywhere; what a directive leaves out counts as selected. */
function selectedAnywhere(info: GraphQLResolveInfo, type: string): ReadonlySet<string> {
  let known = selected.get(info.operation);
  if (!known) {
    known = searched(info);
    selected.set(info.operation, known);
  }
  return known.get(type) ?? none;
}

const none: ReadonlySet<string> = new Set();

function searched(info: GraphQLResolveInfo): ReadonlyMap<string, ReadonlySet<string>> {
  const types = new TypeInfo(info.schema);
  const found = new Map<string, Set<string>>();
  const visitor = visitWithTypeInfo(types, {
    Field({ name }) {
      const parent = types.getParentType();
      // Of an interface it is selected of whichever type there comes.
      const all = isAbstractType(parent) ? info.schema.getPossibleTypes(parent) : [parent];
      for (const type of all) {
        const names = found.get(type?.name ?? '') ?? new Set<string>();
        found.set(type?.name ?? '', names.add(name.value));
      }
    },
  });
  for (const part of [info.operation, ...Object.values(info.fragments)]) visit(part, visitor);
  return found;
}

/** Whether the operation selects a field anywhere. */
export const selectsAnywhere = (info: GraphQLResolveInfo, type: string, field: string): boolean =>
  selectedAnywhere(info, type).has(field);

/** What a resource can leave out of its rows, since nothing looks at it that the operation selects anywhere of their type. */
export function partsLookedAt(
  info: GraphQLResolveInfo,
  type: string,
  { parts: { members = [] } = {} }: Pick<List | Lookup, 'parts'>,
): Parts {
  const own = info.schema.getType(type) as GraphQLObjectType;
  return { without: unlookedAt(own, selectedAnywhere(info, type), members) };
}
