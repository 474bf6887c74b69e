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
import { OptionError } from '../config.js';
import { schema } from '../graphql/schema.js';

/** A connection in an operation. */
interface Connection {
  /** Where it is selected; at several places where each has a part of it. */
  readonly fields: readonly FieldNode[];
  /** Name of its type. */
  readonly type: string;
  /** Names of its value in an answer, from `data` on. */
  readonly path: readonly string[];
  readonly insideList: boolean;
  readonly insideConnection: boolean;
}

/** The connection that is followed. */
export interface Followed extends Connection {
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

/** All connections, each by where its value stands in an answer. */
function connectionsOf(operation: OperationDefinitionNode): readonly Connection[] {
  const found = new Map<string, Connection>();
  const path: { name: string; isList: boolean; isConnection: boolean }[] = [];
  const types = new TypeInfo(schema);
  visit(
    operation,
    visitWithTypeInfo(types, {
      Field: {
        enter(field) {
          const insideList = path.some((step) => step.isList);
          const insideConnection = path.some((step) => step.isConnection);
          const type = getNamedType(types.getType())?.name ?? '';
          const isConnection = type.endsWith('Connection');
          const isList = isListType(getNullableType(types.getType()));
          path.push({ name: nameOf(field), isList, isConnection });
          if (!isConnection) return;
          const names = path.map(({ name }) => name);
          const { fields = [] } = found.get(names.join()) ?? {};
          found.set(names.join(), {
            fields: [...fields, field],
            type,
            path: names,
            insideList,
            insideConnection,
          });
        },
        leave: () => void path.pop(),
      },
    }),
  );
  return [...found.values()];
}

/** The connection whose `after` is a variable, else the only one. @throws OptionError */
export function findConnection(operation: OperationDefinitionNode, pageSize: number): Followed {
  const found = connectionsOf(operation);
  const named = found.filter(({ fields }) =>
    fields.some((field) => after(field)?.kind === Kind.VARIABLE),
  );
  const wanted = named.length > 0 ? named : found.filter((one) => !one.insideConnection);
  const [target] = wanted;
  if (!target) throw new OptionError('the operation has no connection to follow');
  const paths = wanted.map(({ path }) => path.join('.'));
  if (wanted.length > 1) {
    throw new OptionError(
      `one connection is followed, but there are ${paths.length}: ${paths.join(', ')}; leave one, or give its after alone a variable`,
    );
  }
  if (target.insideList) {
    throw new OptionError(`${paths[0]} is inside a list: there are many of it`);
  }
  return { ...target, ...withCursor(operation, target, pageSize) };
}

function withCursor(
  operation: OperationDefinitionNode,
  { fields, path }: Connection,
  pageSize: number,
): Pick<Followed, 'variable' | 'start' | 'document'> {
  const given = fields.map(after).find((value) => value !== undefined);
  const isNamed = given?.kind === Kind.VARIABLE;
  const variable = isNamed ? given.name.value : added;
  const start = given?.kind === Kind.STRING ? given.value : undefined;
  const argument = (name: string, value: ValueNode) =>
    ({ kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: name }, value }) as const;
  const cursor = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: variable } } as const;
  const size = argument('first', { kind: Kind.INT, value: String(pageSize) });
  const paged = (field: FieldNode): FieldNode => {
    const others = (field.arguments ?? []).filter(({ name }) => name.value !== 'after');
    const isSized = others.some(({ name }) => name.value === 'first' || name.value === 'last');
    return {
      ...field,
      arguments: [...others, ...(isSized ? [] : [size]), argument('after', cursor)],
      selectionSet: {
        kind: Kind.SELECTION_SET,
        selections: [...(field.selectionSet?.selections ?? []), pageInfo],
      },
    };
  };
  const here: string[] = [];
  const changed = visit(operation, {
    Field: {
      enter: (field) => void here.push(nameOf(field)),
      leave(field) {
        const isTarget = here.join() === path.join();
        here.pop();
        return isTarget ? paged(field) : undefined;
      },
    },
  });
  const definition = {
    kind: Kind.VARIABLE_DEFINITION,
    variable: cursor,
    type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'String' } },
  } as const;
  const variableDefinitions = [
    ...(operation.variableDefinitions ?? []),
    ...(isNamed ? [] : [definition]),
  ];
  const definitions = [{ ...changed, variableDefinitions }];
  return { variable, start, document: { kind: Kind.DOCUMENT, definitions } };
}
