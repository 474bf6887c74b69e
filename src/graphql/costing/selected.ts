// What is selected of an object, as far as its cost goes: fields in their groups, and references to follow.
import { type collectFields, collectSubFields } from '@graphql-tools/utils';
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import { areTold, fieldsShowing } from '../reading/entities.js';
import type { Shows } from '../reading/shown.js';
import type { FieldCost } from './cost-arguments.js';
import { isConnection } from './cost-lists.js';

/** What fields are collected of: an operation with its variables. */
export interface Selecting {
  readonly schema: GraphQLSchema;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
}

export type Fields = ReadonlyMap<string, readonly FieldNode[]>;
export type Groups = ReturnType<typeof collectFields>;

/** Fields that are selected together: those of the object itself, and of each deferred fragment. */
export const groupsOf = ({ fields, patches }: Groups): readonly Fields[] => [
  fields,
  ...patches.map((patch) => patch.fields),
];

/** The groups of fields below a field, of one type of object. */
export const selected = (
  { schema, fragments, variables }: Selecting,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
) => collectSubFields(schema, fragments, variables as Record<string, unknown>, type, [...nodes]);

/** A field of the type or of the schema itself; nothing for the name of the type. */
export function fieldOf(schema: GraphQLSchema, type: GraphQLObjectType, name: string) {
  if (type === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return type.getFields()[name];
}

/** Whether an object that is seen as from a place is read by a field of its own, and not before that. */
export function isReadBelow(
  operation: Selecting,
  type: GraphQLNamedType,
  nodes: readonly FieldNode[],
  place: string,
): boolean {
  if (!isObjectType(type)) return false;
  const { fields } = selected(operation, type, nodes);
  return [...fields.values()].some(([node]) => {
    const own = type.getFields()[node?.name.value ?? ''];
    const { instead, freeBelow } = (own?.extensions['cost'] ?? {}) as FieldCost;
    return instead === true && !freeBelow?.includes(place);
  });
}

/** Names of the fields that are selected of an object of a type. */
const namesOf = (operation: Selecting, type: GraphQLObjectType, nodes: readonly FieldNode[]) =>
  groupsOf(selected(operation, type, nodes))
    .flatMap((group) => [...group.values()])
    .map(([node]) => node?.name.value ?? '');

/** Whether a reference to an object of a type is not followed: its id is known, and lists below it need no more. */
export function isIdOnly(
  operation: Selecting,
  type: GraphQLNamedType,
  nodes: readonly FieldNode[],
): boolean {
  if (!isObjectType(type)) return false;
  return namesOf(operation, type, nodes).every((name) => {
    const own = type.getFields()[name];
    return (
      ['__typename', 'id', 'entityId'].includes(name) || isConnection(own && getNamedType(own.type))
    );
  });
}

/**
 * Whether nothing is read for a field, since the row above tells for certain all that is selected of
 * its object: what its id is made of (`freeById`), and what it `shows` of members that are never null.
 */
export function isTold(
  operation: Selecting,
  parent: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
): boolean {
  const { cost, shows } = field.extensions as {
    readonly cost?: FieldCost;
    readonly shows?: Shows;
  };
  const type = getNamedType(field.type);
  if (!(cost?.freeById || shows) || !isObjectType(type)) return false;
  const { key } = fieldsShowing(type);
  const told = new Set(cost?.freeById && key !== undefined ? [key] : []);
  for (const [member, own] of Object.entries(shows ?? {})) {
    if (isNeverNull(parent, own)) told.add(member);
  }
  return areTold(type, namesOf(operation, type, nodes), told);
}

/** Whether a field that shows a member of the row says that it is always there. */
const isNeverNull = (type: GraphQLObjectType, member: string): boolean =>
  Object.values(type.getFields()).some(
    (field) => isNonNullType(field.type) && fieldsShowing(type).members.get(field.name) === member,
  );
