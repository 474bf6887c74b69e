// Following a connection to its end: which one an operation means, and its text with a cursor in it.
import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { schema } from '../graphql/schema.js';

/** A connection in an operation. */
export interface Followed {
  readonly field: FieldNode;
  /** Name of its type. */
  readonly type: string;
  /** Names of its value in an answer, from `data` on. */
  readonly path: readonly string[];
  readonly insideList: boolean;
  /** Variable that holds its cursor in `document`. */
  readonly variable: string;
  /** Cursor to start after, when the text has one of its own. */
  readonly start: string | undefined;
  /** The operation with the cursor as a variable, and with what tells whether there is more. */
  readonly document: DocumentNode;
}

const added = 'mirrorqlAfter';
/** Under this name a followed connection says whether there is more. */
export const pageName = 'mirrorqlPage';
const pageInfo = (
  parse(`{ ${pageName}: pageInfo { hasNextPage endCursor } }`)
    .definitions[0] as OperationDefinitionNode
).selectionSet.selections[0] as SelectionNode;

export const nameOf = ({ alias, name }: FieldNode) => (alias ?? name).value;
const after = ({ arguments: given = [] }: FieldNode) =>
  given.find(({ name }) => name.value === 'after')?.value;

/** The connection whose `after` is a variable, else the first; null where there is none. */
export function findConnection(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  pageSize: number,
): Followed | null {
  const found: Pick<Followed, 'field' | 'type' | 'path' | 'insideList'>[] = [];
  const path: { name: string; isList: boolean }[] = [];
  const types = new TypeInfo(schema);
  const isList = () => isListType(getNullableType(types.getType()));
  visit(
    operation,
    visitWithTypeInfo(types, {
      Field: {
        enter(field) {
          const insideList = path.some((step) => step.isList);
          path.push({ name: nameOf(field), isList: isList() });
          const type = getNamedType(types.getType())?.name;
          if (!type?.endsWith('Connection')) return;
          found.push({ field, type, path: path.map(({ name }) => name), insideList });
        },
        leave: () => void path.pop(),
      },
    }),
  );
  const named = found.find(({ field }) => after(field)?.kind === Kind.VARIABLE);
  const target = named ?? found[0];
  return target ? { ...target, ...withCursor(document, operation, target.field, pageSize) } : null;
}

function withCursor(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  target: FieldNode,
  pageSize: number,
): Pick<Followed, 'variable' | 'start' | 'document'> {
  const given = after(target);
  const isNamed = given?.kind === Kind.VARIABLE;
  const variable = isNamed ? given.name.value : added;
  const start = given?.kind === Kind.STRING ? given.value : undefined;
  const argument = (name: string, value: ValueNode) =>
    ({ kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: name }, value }) as const;
  const cursor = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: variable } } as const;
  const others = (target.arguments ?? []).filter(({ name }) => name.value !== 'after');
  const isSized = others.some(({ name }) => name.value === 'first' || name.value === 'last');
  const size = argument('first', { kind: Kind.INT, value: String(pageSize) });
  const field: FieldNode = {
    ...target,
    arguments: [...others, ...(isSized ? [] : [size]), argument('after', cursor)],
    selectionSet: {
      kind: Kind.SELECTION_SET,
      selections: [...(target.selectionSet?.selections ?? []), pageInfo],
    },
  };
  const definition = {
    kind: Kind.VARIABLE_DEFINITION,
    variable: cursor,
    type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'String' } },
  } as const;
  const changed: OperationDefinitionNode = {
    ...visit(operation, { Field: { leave: (node) => (isSame(node, target) ? field : undefined) } }),
    variableDefinitions: [
      ...(operation.variableDefinitions ?? []),
      ...(isNamed ? [] : [definition]),
    ],
  };
  const definitions = document.definitions.map((one) => (one === operation ? changed : one));
  return { variable, start, document: { ...document, definitions } };
}

/** Nodes are copied as what is inside them changes; their place in the text stays. */
const isSame = (node: FieldNode, target: FieldNode) =>
  node.loc !== undefined && node.loc.start === target.loc?.start && node.loc.end === target.loc.end;
