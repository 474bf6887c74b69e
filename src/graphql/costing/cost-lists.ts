// Which types are lists or are read one by one, and how long a list is that no argument bounds.
import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';

/** A plain list inside an object, such as fees or signatures, is taken to be this long. */
export const assumedItems = 3;

export const isConnection = (type: unknown): boolean =>
  isObjectType(type) && 'pageInfo' in type.getFields() && 'edges' in type.getFields();

export const isEdge = (type: GraphQLObjectType): boolean =>
  'cursor' in type.getFields() && 'node' in type.getFields();

export const isNode = (type: unknown): boolean =>
  isObjectType(type)
    ? type.getInterfaces().some(({ name }) => name === 'Node')
    : isAbstractType(type) && type.name === 'Node';

export const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

/** Items of a list at `place` (`Type.field`); those of the schema are known. */
export function listLength(schema: GraphQLSchema, place: string, via: string): number {
  if (!place.startsWith('__')) return assumedItems;
  const { mean, longest } = lengthsOf(schema);
  // Below the list of all types, what counts is how many there are in all.
  return (via === '__Schema.types' ? mean : longest).get(place) ?? mean.get(place) ?? assumedItems;
}

interface Lengths {
  readonly mean: ReadonlyMap<string, number>;
  readonly longest: ReadonlyMap<string, number>;
}

const known = new WeakMap<GraphQLSchema, Lengths>();

function lengthsOf(schema: GraphQLSchema): Lengths {
  const found = known.get(schema) ?? measure(schema);
  known.set(schema, found);
  return found;
}

function measure(schema: GraphQLSchema): Lengths {
  const types = Object.values(schema.getTypeMap());
  const each = (of: (type: (typeof types)[number]) => number) => types.map(of);
  const fields = types.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [],
  );
  const lengths: Readonly<Record<string, readonly number[]>> = {
    '__Schema.types': [types.length],
    '__Schema.directives': [schema.getDirectives().length],
    '__Type.fields': each((type) =>
      isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()).length : 0,
    ),
    '__Type.interfaces': each((type) => (isObjectType(type) ? type.getInterfaces().length : 0)),
    '__Type.possibleTypes': each((type) =>
      isAbstractType(type) ? schema.getPossibleTypes(type).length : 0,
    ),
    '__Type.enumValues': each((type) => (isEnumType(type) ? type.getValues().length : 0)),
    '__Type.inputFields': each((type) =>
      isInputObjectType(type) ? Object.keys(type.getFields()).length : 0,
    ),
  };
  const entries = Object.entries(lengths);
  const mean = new Map(entries.map(([place, all]) => [place, meanOf(all)]));
  mean.set('__Field.args', meanOf(fields.map(({ args }) => args.length)));
  mean.set('__Directive.args', meanOf(schema.getDirectives().map(({ args }) => args.length)));
  return { mean, longest: new Map(entries.map(([place, all]) => [place, Math.max(...all)])) };
}

const meanOf = (all: readonly number[]): number =>
  all.reduce((sum, length) => sum + length, 0) / all.length;
