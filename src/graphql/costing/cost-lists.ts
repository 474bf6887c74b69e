// Which types are lists or are read one by one, and how long a list is that no argument bounds.
import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  isWrappingType,
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

/** Items at `place` (`Type.field`), a list or a wrapped type; those of the schema are known. */
export function listLength(schema: GraphQLSchema, place: string, via: string): number {
  if (!place.startsWith('__')) return assumedItems;
  const lengths = lengthsOf(schema);
  if (isWrapped(place)) return wrappedShare(lengths, via);
  const { mean, longest } = lengths;
  // Below the list of all types, what counts is how many there are in all.
  return (via === '__Schema.types' ? mean : longest).get(place) ?? mean.get(place) ?? assumedItems;
}

const wrapped = '__Type.ofType';

/** What the type of a field, an argument or an input field is made of: `[Token!]!` is wrapped three times. */
export const isWrapped = (place: string): boolean => place === wrapped;

/** The place as what is below it sees it: of types inside of types all that they are inside of. */
export const seenBelow = (place: string, via: string): string =>
  isWrapped(place) && via.startsWith(wrapped) ? via + place : place;

/** Of how many of the types at `via` there is one inside: perhaps of all, and of ever fewer inside of those. */
function wrappedShare({ wrappers }: Lengths, via: string): number {
  const depth = via.split(wrapped).length - 1;
  const before = wrappers[depth - 1];
  return before ? (wrappers[depth] ?? 0) / before : Number(depth === 0);
}

interface Lengths {
  /** Which share of the types of fields and inputs is wrapped once, twice, and so on. */
  readonly wrappers: readonly number[];
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
  const inputs = types.flatMap((type) =>
    isInputObjectType(type) ? Object.values(type.getFields()) : [],
  );
  const wrappers = sharesOf([fields, [...inputs, ...fields.flatMap(({ args }) => args)]]);
  return {
    wrappers,
    mean,
    longest: new Map(entries.map(([place, all]) => [place, Math.max(...all)])),
  };
}

/** For each number of wrappers the share of the types that have as many, in the group where it is the greatest. */
function sharesOf(groups: readonly (readonly { readonly type: GraphQLType }[])[]): number[] {
  const counts = groups.map((group) => group.map(({ type }) => wrappersOf(type)));
  const most = Math.max(...counts.flat());
  return Array.from({ length: most }, (_, least) =>
    Math.max(...counts.map((all) => meanOf(all.map((count) => Number(count > least))))),
  );
}

const wrappersOf = (type: GraphQLType): number =>
  isWrappingType(type) ? 1 + wrappersOf(type.ofType) : 0;

const meanOf = (all: readonly number[]): number =>
  all.reduce((sum, length) => sum + length, 0) / all.length;
