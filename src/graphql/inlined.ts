// The schema as the compiler sees it: a field that only reads a member of its parent is read in place.
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import { builder } from './builder.js';

let made: GraphQLSchema | undefined;

/**
 * A schema of the same types in which such fields have no resolver, and the name of the member in
 * place of their own: a resolver costs a compiled operation about ten times what a read does.
 * Only graphql-jit may be given it, since it finds fields by the name that the query has for them.
 */
export function inlinedSchema(): GraphQLSchema {
  made ??= inlined(builder.toSchema());
  return made;
}

/** The same of a schema that nobody else has. */
export function inlined(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const member = memberOf(type, field);
      if (member === null) continue;
      field.name = member;
      delete field.resolve;
    }
  }
  return schema;
}

/** Members of connections have the names of their fields; a cursor is printed each time it is read. */
const relayTypes = /(?:Connection|Edge|^PageInfo)$/;
const printed = ['cursor', 'startCursor', 'endCursor'];

function memberOf(
  type: GraphQLObjectType,
  { name, args, extensions }: GraphQLField<unknown, unknown>,
): string | null {
  if (args.length > 0) return null;
  const exposed = extensions['pothosExposedField'];
  if (typeof exposed === 'string') return exposed;
  return relayTypes.test(type.name) && !printed.includes(name) ? name : null;
}
