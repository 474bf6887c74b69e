// Values of variables and of arguments, as graphql-js reads them; what is known of their types is found out once.
import {
  type ArgumentNode,
  coerceInputValue,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getArgumentValues,
  getVariableValues,
  isInputType,
  isNonNullType,
  Kind,
  type TypeNode,
  typeFromAST,
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
  if (!declared.every(({ type }) => isInputType(type))) return plainly;
  return (inputs) => {
    const coerced: Record<string, unknown> = Object.create(null);
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
    return { coerced: { ...coerced } };
  };
}

/** Where the value of an argument comes from. */
interface Source {
  readonly name: string;
  readonly isRequired: boolean;
  /** Undefined for a value that is written there, or for none. */
  readonly variable: string | undefined;
  /** What is written there, or stands for a variable that is not given; undefined for nothing. */
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
    for (const { name, isRequired, variable, value } of sources) {
      const isGiven = variable !== undefined && Object.hasOwn(variables, variable);
      const found = isGiven ? variables[variable] : value;
      const isMissing = found === undefined && (isGiven || isRequired);
      if (isMissing || (found === null && isRequired)) return plainly(variables);
      if (found !== undefined) values[name] = found;
    }
    return values;
  };
  if (sources.some(({ variable }) => variable !== undefined)) return read;
  // The same for every object and in every run; what is wrong is told in its place.
  try {
    const constant = Object.freeze(read({}));
    return () => constant;
  } catch {
    return plainly;
  }
}

/** Null where a value is an object, which would be the same one for all who read it, or can not be read. */
function sourcesOf(
  { args }: GraphQLField<unknown, unknown>,
  { arguments: given = [] }: FieldNode,
): readonly Source[] | null {
  const byName = new Map(given.map((one) => [one.name.value, one]));
  const sources = args.map(({ name, type, defaultValue }): Source | null => {
    const own = byName.get(name);
    const variable = own && variableOf(own);
    const value =
      own && variable === undefined ? valueFromAST(own.value, type) : (defaultValue as unknown);
    const isUnread = own !== undefined && variable === undefined && value === undefined;
    if (isUnread || (typeof value === 'object' && value !== null)) return null;
    return { name, isRequired: isNonNullType(type), variable, value };
  });
  return sources.every((one) => one !== null) ? sources : null;
}

const variableOf = ({ value }: ArgumentNode): string | undefined =>
  value.kind === Kind.VARIABLE ? value.name.value : undefined;
