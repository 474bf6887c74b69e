// Values of variables and of arguments, as graphql-js reads them; what is known of their types is found out once.
import {
  type ArgumentNode,
  coerceInputValue,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getArgumentValues,
  getNullableType,
  getVariableValues,
  isInputObjectType,
  isInputType,
  isNonNullType,
  Kind,
  type ObjectFieldNode,
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
type Reader<T = unknown> = (variables: Values) => T | undefined;

/** Whether a variable is one that is not given. */
type IsMissing = (variables: Values, name: string) => boolean;

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
  const sources = sourcesOf(field.args, node.arguments ?? []);
  const own = membersReader(sources, (variables, name) => !Object.hasOwn(variables, name));
  const read = (variables: Values) => own(variables) ?? plainly(variables);
  if (sources.some((source) => source.read)) return read;
  // The same for every object and in every run; what is wrong is told in its place.
  try {
    const constant = Object.freeze(read({}));
    return () => constant;
  } catch {
    return plainly;
  }
}

/** Sources of what is declared, by what is written there. */
function sourcesOf(
  declared: readonly (GraphQLArgument | GraphQLInputField)[],
  written: readonly (ArgumentNode | ObjectFieldNode)[],
): Source[] {
  const byName = new Map(written.map(({ name, value }) => [name.value, value]));
  return declared.map(({ name, type, defaultValue }) => {
    const node = byName.get(name);
    const constant = node && valueFromAST(node, type);
    const isConstant = constant !== undefined && !isObject(constant);
    return {
      name,
      isRequired: isNonNullType(type),
      variable: node && variableOf(node),
      read: node && !isConstant ? readerOf(node, type) : undefined,
      value: isConstant ? constant : defaultValue,
    };
  });
}

/** Reads what comes from sources into one object; undefined where anything is wrong. */
function membersReader(sources: readonly Source[], isMissing: IsMissing): Reader<Values> {
  const told = sources.filter((one) => one.isRequired || one.read || one.value !== undefined);
  return (variables) => {
    const made: Record<string, unknown> = {};
    for (const { name, isRequired, variable, read, value } of told) {
      const isGiven = read && !(variable !== undefined && isMissing(variables, variable));
      const found = isGiven ? read(variables) : value;
      if (found === undefined && (isGiven || isRequired)) return undefined;
      if (found !== undefined) made[name] = found;
    }
    return made;
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const variableOf = (value: ValueNode): string | undefined =>
  value.kind === Kind.VARIABLE ? value.name.value : undefined;

/** Reads what is written as graphql-js does (`utilities/valueFromAST.js`). */
function readerOf(node: ValueNode, type: GraphQLInputType): Reader {
  const own = getNullableType(type);
  if (node.kind === Kind.OBJECT && isInputObjectType(own) && !own.isOneOf) {
    const sources = sourcesOf(Object.values(own.getFields()), node.fields);
    return membersReader(sources, (variables, name) => variables[name] === undefined);
  }
  const variable = variableOf(node);
  if (variable === undefined) return (variables) => valueFromAST(node, type, variables);
  const isRequired = isNonNullType(type);
  return (variables) => {
    const value = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
    return value === null && isRequired ? undefined : value;
  };
}
