// What caches of clients must know of the schema, as the text of a module.
import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';

/** Arguments that name a page of a list; with any other one it is another list. */
const paging = new Set(['first', 'last', 'after', 'before']);

/** Lists of a type by their fields, each with the arguments that make another list of it. */
const listsOf = (type: GraphQLObjectType) =>
  Object.values(type.getFields())
    .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
    .map(({ name, args }) => [
      name,
      args.map((argument) => argument.name).filter((argument) => !paging.has(argument)),
    ]);

export function cachePolicies(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const roots = [schema.getQueryType(), schema.getSubscriptionType()];
  const objects = types.filter(isObjectType);
  const possibleTypes = Object.fromEntries(
    types.filter(isAbstractType).map((type) => [
      type.name,
      schema
        .getPossibleTypes(type)
        .map(({ name }) => name)
        .sort(),
    ]),
  );
  const lists = Object.fromEntries(
    objects
      .map((type) => [type.name, Object.fromEntries(listsOf(type))] as const)
      .filter(([, fields]) => Object.keys(fields).length > 0),
  );
  const values = objects
    .filter((type) => !roots.includes(type) && !('id' in type.getFields()))
    .map(({ name }) => name);
  const written = (name: string, type: string, value: unknown) =>
    `export const ${name}: ${type} = ${JSON.stringify(value, null, 2)};\n`;
  return [
    '// What caches of clients must know of the schema; written by `npm run schema`.\n',
    '/** Object types of each interface and union. */',
    written('possibleTypes', 'Record<string, string[]>', possibleTypes),
    '/** Lists of pages by type and field, each with the arguments that make another list of it. */',
    written('lists', 'Record<string, Record<string, string[]>>', lists),
    '/** Types without an identity of their own, which live in what they belong to. */',
    written('values', 'string[]', values),
  ].join('\n');
}
