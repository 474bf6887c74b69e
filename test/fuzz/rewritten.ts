// An operation in other words that mean the same: its values as variables or as literals, its fragments by name or in place.
import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  parse,
  parseType,
  print,
  separateOperations,
  TypeInfo,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';

type Values = Readonly<Record<string, unknown>>;

/** One operation of which nothing else is in its document. */
export interface Asked {
  readonly query: string;
  readonly variables: Values;
}

/** The one operation that a request asks for, alone with its fragments; null where it asks for none. */
export function aloneIn(
  query: string,
  name: string | null | undefined,
  variables: Values = {},
): Asked | null {
  const documents = Object.entries(separateOperations(parse(query)));
  const document =
    name == null
      ? documents.length === 1 && documents[0]?.[1]
      : name !== '' && documents.find(([own]) => own === name)?.[1];
  return document ? { query: print(document), variables } : null;
}

const operationOf = (document: DocumentNode) =>
  document.definitions.find(
    (one) => one.kind === Kind.OPERATION_DEFINITION,
  ) as OperationDefinitionNode;

/** The document with the head of its operation changed. */
const withHead = (
  document: DocumentNode,
  change: (operation: OperationDefinitionNode) => Partial<OperationDefinitionNode>,
): DocumentNode => ({
  ...document,
  definitions: document.definitions.map((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? { ...one, ...change(one) } : one,
  ),
});

/** Literals in the places of arguments, of members and of items become variables, where the numbers say so. */
export function inVariables(
  schema: GraphQLSchema,
  { query, variables }: Asked,
  chance: () => boolean,
): Asked {
  const given: Record<string, unknown> = { ...variables };
  const made = new Map<string, VariableDefinitionNode>();
  const moves = new Map<string, boolean>();
  const types = new TypeInfo(schema);
  const document = parse(query);
  const moved = visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      enter(node, _key, parent) {
        // Inside of a list already, it is the type of the items.
        const isItems = node.kind === Kind.LIST;
        const type = isItems ? types.getParentInputType() : types.getInputType();
        if (!type || !isValue(node) || !isPlace(parent)) return undefined;
        if (node.kind === Kind.VARIABLE || hasVariables(node)) return undefined;
        // The same in all places, so that fields that could be merged still can.
        const key = `${type} ${print(node)}`;
        if (!moves.has(key)) moves.set(key, chance());
        if (!moves.get(key)) return undefined;
        if (!made.has(key)) {
          const name = { kind: Kind.NAME, value: `moved${made.size}` } as const;
          made.set(key, {
            kind: Kind.VARIABLE_DEFINITION,
            variable: { kind: Kind.VARIABLE, name },
            type: parseType(String(type)),
          });
          given[name.value] = plainValue(node);
        }
        return made.get(key)?.variable;
      },
    }),
  );
  const whole = withHead(moved, ({ variableDefinitions = [] }) => ({
    variableDefinitions: [...variableDefinitions, ...made.values()],
  }));
  return { query: print(whole), variables: given };
}

/** A literal as a client's JSON has it; whole numbers that JavaScript would round are texts. */
function plainValue(node: ValueNode): unknown {
  if (node.kind === Kind.LIST) return node.values.map(plainValue);
  if (node.kind === Kind.OBJECT) {
    return Object.fromEntries(
      node.fields.map(({ name, value }) => [name.value, plainValue(value)]),
    );
  }
  const isRounded = node.kind === Kind.INT && !Number.isSafeInteger(Number(node.value));
  return isRounded ? node.value : valueFromASTUntyped(node);
}

const valueKinds: readonly string[] = [
  ...[Kind.VARIABLE, Kind.INT, Kind.FLOAT, Kind.STRING, Kind.BOOLEAN, Kind.NULL],
  ...[Kind.ENUM, Kind.LIST, Kind.OBJECT],
];
const isValue = (node: ASTNode): node is ValueNode => valueKinds.includes(node.kind);

/** Whether a parent holds a value: an argument, a member, or a list of items. */
const isPlace = (parent: ASTNode | readonly ASTNode[] | undefined): boolean =>
  parent !== undefined &&
  ('kind' in parent
    ? parent.kind === Kind.ARGUMENT || parent.kind === Kind.OBJECT_FIELD
    : parent.every(isValue));

function hasVariables(node: ValueNode): boolean {
  let has = false;
  visit(node, {
    Variable() {
      has = true;
    },
  });
  return has;
}

/** All variables become literals: of their values, of their defaults, or nothing where there is neither. */
export function inLiterals(schema: GraphQLSchema, { query, variables }: Asked): Asked {
  const document = parse(query);
  const definitions = operationOf(document).variableDefinitions ?? [];
  const types = new TypeInfo(schema);
  const literalFor = (name: string): ValueNode | null => {
    if (Object.hasOwn(variables, name)) return literalOf(types.getInputType(), variables[name]);
    return definitions.find(({ variable }) => variable.name.value === name)?.defaultValue ?? null;
  };
  const written = visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      enter(node) {
        const isHolder = node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD;
        // What is not given is as if it had not been written.
        if (isHolder && node.value.kind === Kind.VARIABLE) {
          return literalFor(node.value.name.value) === null ? null : undefined;
        }
        if (node.kind !== Kind.VARIABLE) return undefined;
        return literalFor(node.name.value) ?? { kind: Kind.NULL };
      },
    }),
  );
  const whole = withHead(written, () => ({ variableDefinitions: [] }));
  return { query: print(whole), variables: {} };
}

/** The literal of a value of a client's JSON, as a place of a type takes it. */
function literalOf(given: GraphQLInputType | null | undefined, value: unknown): ValueNode {
  const type = given ? getNullableType(given) : given;
  if (value === null || value === undefined) return { kind: Kind.NULL };
  if (Array.isArray(value)) {
    const inner = isListType(type) ? type.ofType : type;
    return { kind: Kind.LIST, values: value.map((item) => literalOf(inner, item)) };
  }
  if (isListType(type)) return literalOf(type.ofType, value);
  if (typeof value === 'object') {
    const known = isInputObjectType(type) ? type.getFields() : {};
    const fields = Object.entries(value).map(([name, member]) => ({
      kind: Kind.OBJECT_FIELD as const,
      name: { kind: Kind.NAME as const, value: name },
      value: literalOf(known[name]?.type, member),
    }));
    return { kind: Kind.OBJECT, fields };
  }
  if (typeof value === 'boolean') return { kind: Kind.BOOLEAN, value };
  if (typeof value === 'number') {
    return { kind: Number.isInteger(value) ? Kind.INT : Kind.FLOAT, value: String(value) };
  }
  const text = String(value);
  const isWord = isEnumType(type) && /^[A-Za-z_]\w*$/.test(text);
  return isWord ? { kind: Kind.ENUM, value: text } : { kind: Kind.STRING, value: text };
}

/** Fragments where they are spread. */
export function inPlace({ query, variables }: Asked): Asked {
  const document = parse(query);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  }
  const spread = <N extends ASTNode>(node: N): N =>
    visit(node, {
      FragmentSpread({ name, directives = [] }) {
        const { typeCondition, selectionSet } = fragments.get(name.value) as FragmentDefinitionNode;
        return {
          ...{ kind: Kind.INLINE_FRAGMENT, typeCondition, directives },
          selectionSet: spread(selectionSet),
        };
      },
    });
  return { query: print(spread(operationOf(document))), variables };
}

/** Each part that is written in place, of a type, as a fragment with a name. */
export function byName({ query, variables }: Asked): Asked {
  const fragments: FragmentDefinitionNode[] = [];
  const document = visit(parse(query), {
    InlineFragment: {
      leave({ typeCondition, directives = [], selectionSet }) {
        if (!typeCondition) return undefined;
        const name = { kind: Kind.NAME, value: `Named${fragments.length}` } as const;
        fragments.push({ kind: Kind.FRAGMENT_DEFINITION, name, typeCondition, selectionSet });
        return { kind: Kind.FRAGMENT_SPREAD, name, directives };
      },
    },
  });
  const definitions = [...document.definitions, ...fragments];
  return { query: print({ ...document, definitions }), variables };
}

/** What stands before each name of an answer to `renamed`. */
export const prefix = 'x_';

/** Each field under another name. */
export function renamed({ query, variables }: Asked): Asked {
  const document = visit(parse(query), {
    Field: ({ alias, name, ...rest }) => ({
      ...rest,
      name,
      alias: { kind: Kind.NAME, value: prefix + (alias ?? name).value },
    }),
  });
  return { query: print(document), variables };
}

/** The operation as one of several in its document. */
export function amongOthers({
  query,
  variables,
}: Asked): Asked & { readonly operationName: string } {
  const document = parse(query);
  const operationName = operationOf(document).name?.value ?? 'Main';
  const named = withHead(document, () => ({ name: { kind: Kind.NAME, value: operationName } }));
  const others = 'query Before { __typename } query After { __typename }';
  return { query: `${others}\n${print(named)}`, variables, operationName };
}

/** Conditions as constants in place of variables. */
export function decided({ query, variables }: Asked): Asked {
  const document = parse(query);
  const definitions = operationOf(document).variableDefinitions ?? [];
  const known = (name: string): ValueNode | undefined =>
    typeof variables[name] === 'boolean'
      ? { kind: Kind.BOOLEAN, value: variables[name] }
      : Object.hasOwn(variables, name)
        ? undefined
        : definitions.find(({ variable }) => variable.name.value === name)?.defaultValue;
  const written = visit(document, {
    Directive: (directive) => ({
      ...directive,
      arguments: (directive.arguments ?? []).map((argument) =>
        argument.value.kind === Kind.VARIABLE
          ? { ...argument, value: known(argument.value.name.value) ?? argument.value }
          : argument,
      ),
    }),
  });
  const used = new Set<string>();
  visit(written, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void used.add(name.value),
  });
  const whole = withHead(written, ({ variableDefinitions = [] }) => ({
    variableDefinitions: variableDefinitions.filter(({ variable }) =>
      used.has(variable.name.value),
    ),
  }));
  return { query: print(whole), variables };
}
