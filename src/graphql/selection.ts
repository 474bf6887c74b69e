// Which fields of an object a query selects, so that nothing is loaded that nobody asked for.
import { collectSubFields } from '@graphql-tools/utils';
import { type GraphQLResolveInfo, getNamedType, isObjectType } from 'graphql';

/** Names of the fields selected below the field in question; empty for an abstract type. */
function selectedFields(info: GraphQLResolveInfo): ReadonlySet<string> {
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) return new Set();
  const { fields } = collectSubFields(info.schema, info.fragments, info.variableValues, type, [
    ...info.fieldNodes,
  ]);
  return new Set([...fields.values()].map(([node]) => node?.name.value ?? ''));
}

/** Whether the query selects nothing but these fields below the field in question. */
export function selectsOnly(info: GraphQLResolveInfo, names: readonly string[]): boolean {
  return [...selectedFields(info)].every((name) => name === '__typename' || names.includes(name));
}
