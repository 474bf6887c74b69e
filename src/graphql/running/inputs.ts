// Values of variables and of arguments, as graphql-js reads them; what is known of their types is found out once.
import {
  coerceInputValue,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getArgumentValues,
  getNullableType,
  getVariableValues,
  isInputObjectType,
  isInputType,
  isNonNullType,
  Kind,
  type ObjectValueNode,
  type TypeNode,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql';

export type Values = Readonly<Record<string, unknown>>;

type Coerced = ReturnType<typeof getVariableValues>;

/** Errors of variables that are told. */
const maxErrors = 50;

/** Thrown for a value that is wrong: what is wrong with it, graphql-js tells. */
const wrong = Symbol('wrong');
const refuse = (): never => {
  throw wrong;
};

/** Reads the variables of an operation. Where one is wrong, all errors are those of graphql-js. */
export function variablesReader(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): (inputs: Values) => Coerced {
  const plainly = (inputs: Values) => getVariableValues(schema, definitions, inputs, { maxErrors });
  const declared = definitions.map(({ variable, type: node, defaultValue }) => {
    const type = typeFromAST(schema, node as TypeNode & { kind: Kind.NAMED_TYPE });
    return { name: variable.name.value, type: type as GraphQLInputType, defaultValue };
  });
  // A member of that name would be no member.
  const isReadable = declared.every(({ name, type }) => isInputType(type) && name !== '__proto__');
  if (!isReadable) return plainly;
  return (inputs) => {
    const coerced: Record<string, unknown> = {};
    try {
      for (const { name, type, defaultValue } of declared) {
        if (Object.hasOwn(inputs, name)) {
          coerced[name] = coerceInputValue(inputs[name], type, refuse);
        } else if (defaultValue) coerced[name] = valueFromAST(defaultValue, type);
        else if (isNonNullType(type)) return plainly(inputs);
      }
    } catch {
      return plainly(inputs);
    }
    return { coerced };
  };
}

/** Gives a value that is written in an operation; undefined where it is not given, or is none of its type. */
type Reader = (variables: Values) => unknown;

/** Where the value of an argument, or of a field of an input object, comes from. */
interface Source {
  readonly name: string;
  readonly isRequired: boolean;
  /** Where it is a variable. */
  readonly variable: string | undefined;
  /** Where it is written there and can be changed by who reads it, or has a variable in it. */
  readonly read: Reader | undefined;
  /** What is written there, or stands for what is not given; undefined for nothing. */
  readonly value: unknown;
}

/** Reads the arguments of a field. @throws GraphQLError of graphql-js, where one is wrong */
export function argumentsReader(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): (variables: Values) => Values {
  const plainly = (variables: Values) => getArgumentValues(field, node, variables);
  const sources = sourcesOf(field, node);
  if (!sources) return plainly;
  const read = (variables: Values): Values => {
    const values: Record<string, unknown> = {};
    for (const { name, isRequired, variable, read: own, value } of sources) {
      const isGiven = variable !== undefined && Object.hasOwn(variables, variable);
      const found = isGiven ? variables[variable] : own ? own(variables) : value;
      const isMissing = found === undefined && (isGiven || isRequired || own !== undefined);
      if (isMissing || (found === null && isRequired)) return plainly(variables);
      if (found !== undefined) values[name] = found;
    }
    return values;
  };
  if (sources.some(({ variable, read: own }) => variable !== undefined || own)) return read;
  // The same for every object and in every run; what is wrong is told in its place.
  try {
    const constant = Object.freeze(read({}));
    return () => constant;
  } catch {
    return plainly;
  }
}

/** Null where a value can not be read, or is an object that would be the same one for all who read it. */
function sourcesOf(
  { args }: GraphQLField<unknown, unknown>,
  { arguments: given = [] }: FieldNode,
): readonly Source[] | null {
  const byName = new Map(given.map(({ name, value }) => [name.value, value]));
  const sources = args.map(({ name, type, defaultValue }): Source | null => {
    const written = byName.get(name);
    const variable = written && variableOf(written);
    const isRequired = isNonNullType(type);
    if (!written || variable !== undefined) {
      if (isObject(defaultValue)) return null;
      return { name, isRequired, variable, read: undefined, value: defaultValue };
    }
    const value = valueFromAST(written, type);
    if (value !== undefined && !isObject(value)) {
      return { name, isRequired, variable, read: undefined, value };
    }
    return { name, isRequired, variable, read: readerOf(written, type), value: undefined };
  });
  return sources.every((one) => one !== null) ? sources : null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const variableOf = (value: ValueNode): string | undefined =>
  value.kind === Kind.VARIABLE ? value.name.value : undefined;

/** Reads what is written as graphql-js does (`utilities/valueFromAST.js`). */
function readerOf(node: ValueNode, type: GraphQLInputType): Reader {
  const own = getNullableType(type);
  if (node.kind === Kind.OBJECT && isInputObjectType(own) && !own.isOneOf) {
    return objectReader(node, own);
  }
  const variable = variableOf(node);
  if (variable === undefined) return (variables) => valueFromAST(node, type, variables);
  const isRequired = isNonNullType(type);
  return (variables) => {
    const value = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
    return value === null && isRequired ? undefined : value;
  };
}

function objectReader({ fields }: ObjectValueNode, type: GraphQLInputObjectType): Reader {
  const byName = new Map(fields.map(({ name, value }) => [name.value, value]));
  const sources = Object.values(type.getFields()).map(({ name, type: own, defaultValue }) => {
    const written = byName.get(name);
    const read = written && readerOf(written, own);
    const variable = written && variableOf(written);
    return { name, isRequired: isNonNullType(own), variable, read, value: defaultValue } as Source;
  });
  const given = sources.filter(
    ({ isRequired, read, value }) => isRequired || read || value !== undefined,
  );
  return (variables) => {
    const made: Record<string, unknown> = {};
    for (const { name, isRequired, variable, read, value } of given) {
      const isMissing = variable !== undefined && variables[variable] === undefined;
      const found = read && !isMissing ? read(variables) : value;
      const isNothing = found === undefined && (isRequired || (read && !isMissing));
      if (isNothing) return undefined;
      if (found !== undefined) made[name] = found;
    }
    return made;
  };
}
