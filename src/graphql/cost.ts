// What an operation may cost at the most, in ledger calls and rows, known before anything runs.
import { collectFields, collectSubFields } from '@graphql-tools/utils';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  Kind,
} from 'graphql';
import { defaultLimits } from '../contract/resource.js';

export interface Cost {
  /** HTTP requests to a mirror node, or statements. */
  readonly calls: number;
  /** Items that the ledger gives. */
  readonly rows: number;
  /** Parts in which the answer may come later; not there when it comes at once. */
  readonly parts?: number;
}

/** How a ledger answers several keys at once. */
export interface Batching {
  /** Ids that one call of a look-up takes. */
  readonly keys: number;
  /** Parents whose lists one call answers: 1 over HTTP, any number in SQL. */
  readonly parents: number;
}

/** What a field loads where its type does not tell; as `extensions.cost` of the field. */
export interface FieldCost {
  /** One read per parent (`each`), or one for several (`batch`); objects with an id are batched. */
  readonly loads?: 'each' | 'batch';
  /** Fields whose objects bring the value along. */
  readonly freeBelow?: readonly string[];
  /** Lists whose items share one read. */
  readonly sharedBelow?: readonly string[];
  /** Argument without which nothing is loaded. */
  readonly onlyWith?: string;
  /** Field of `filter` of which each value is one item at the most. */
  readonly unique?: string;
  /** A list that is asked for parent by parent on every ledger. */
  readonly apart?: boolean;
}

/** A plain list inside an object, such as fees or signatures, is taken to be this long. */
const assumedItems = 3;
/** Fields looked at before the query counts as too intricate to be measured. */
const maxSteps = 20_000;

/** Objects on which fields are selected. */
interface Parents {
  readonly count: number;
  /** Field that they came from, and how many lists of it. */
  readonly via: string;
  readonly lists: number;
}

interface Walk {
  readonly schema: GraphQLSchema;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly batching: Batching;
  readonly maxPage: number;
  calls: number;
  rows: number;
  parts: number;
  steps: number;
}

/**
 * Cost of a valid operation with coerced variables; of a subscription, what one event costs. Every list is taken to be full and every
 * reference to lead to another object; what is really spent is bounded while it runs.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
  batching: Batching,
  maxPage: number,
): Cost {
  const operation = document.definitions.find(
    (one) =>
      one.kind === Kind.OPERATION_DEFINITION &&
      (!operationName || one.name?.value === operationName),
  );
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return { calls: 0, rows: 0 };
  const type = schema.getRootType(operation.operation);
  if (!type) return { calls: 0, rows: 0 };
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const one of document.definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one;
  }
  const start = { calls: 0, rows: 0, parts: 0, steps: 0 };
  const walk: Walk = { schema, fragments, variables, batching, maxPage, ...start };
  const root = collectFields(schema, fragments, variables, type, operation.selectionSet);
  addGroups(walk, type, root, { count: 1, via: '', lists: 1 });
  const { calls, rows, parts } = walk;
  return { calls, rows, ...(parts > 0 && { parts }) };
}

type Fields = ReadonlyMap<string, readonly FieldNode[]>;
type Groups = ReturnType<typeof collectFields>;

/** Fields that are selected together: those of the object itself, and of each deferred fragment. */
const groupsOf = ({ fields, patches }: Groups): readonly Fields[] => [
  fields,
  ...patches.map((patch) => patch.fields),
];

function addFields(walk: Walk, type: GraphQLObjectType, fields: Fields, parents: Parents): void {
  for (const nodes of fields.values()) {
    const name = nodes[0]?.name.value as string;
    const field = type.getFields()[name];
    if (field) addField(walk, type, field, nodes, parents);
  }
}

function addField(
  walk: Walk,
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
  parents: Parents,
): void {
  walk.steps += 1;
  if (walk.steps > maxSteps) walk.rows = Number.POSITIVE_INFINITY;
  if (walk.rows === Number.POSITIVE_INFINITY) return;
  const rule = (field.extensions['cost'] ?? {}) as FieldCost;
  const { keys } = walk.batching;
  const together = rule.apart ? 1 : walk.batching.parents;
  const place = `${type.name}.${field.name}`;
  const named = getNamedType(field.type);
  if (isConnection(named)) {
    const size = sizeOf(walk, field, nodes[0] as FieldNode);
    const lists = parents.count;
    walk.rows += lists * size;
    walk.calls += Math.ceil(lists / together) * Math.ceil(size / defaultLimits.maxPage);
    addChildren(walk, field.type, nodes, { count: lists * size, via: place, lists });
    return;
  }
  const isStreamed = nodes.some((node) =>
    node.directives?.some(({ name }) => name.value === 'stream'),
  );
  if (isConnection(type) || isEdge(type)) {
    if (isStreamed) walk.parts += parents.count;
    addChildren(walk, field.type, nodes, parents);
    return;
  }
  const count = parents.count * countOf(walk, field, nodes[0] as FieldNode);
  if (isStreamed) walk.parts += count;
  const loads = rule.loads ?? (isNode(named) && !isIdOnly(walk, type, field, nodes) && 'batch');
  const isFree =
    rule.freeBelow?.includes(parents.via) ||
    (rule.onlyWith !== undefined &&
      !argumentsOf(walk, field, nodes[0] as FieldNode)[rule.onlyWith]);
  if (loads && !isFree) {
    const reads = rule.sharedBelow?.includes(parents.via) ? parents.lists : count;
    walk.calls += Math.ceil(reads / (loads === 'each' ? together : keys));
    walk.rows += count;
  }
  addChildren(walk, field.type, nodes, { count, via: place, lists: count });
}

function addChildren(
  walk: Walk,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  parents: Parents,
): void {
  const named = getNamedType(type);
  if (isObjectType(named)) addSelected(walk, named, nodes, parents);
  if (!isAbstractType(named)) return;
  // An object has one type only: the dearest of them counts.
  const before = { calls: walk.calls, rows: walk.rows, parts: walk.parts };
  let dearest = before;
  for (const possible of walk.schema.getPossibleTypes(named)) {
    Object.assign(walk, before);
    addSelected(walk, possible, nodes, parents);
    const { calls, rows, parts } = dearest;
    dearest = {
      calls: Math.max(walk.calls, calls),
      rows: Math.max(walk.rows, rows),
      parts: Math.max(walk.parts, parts),
    };
  }
  Object.assign(walk, dearest);
}

function addSelected(
  walk: Walk,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  parents: Parents,
): void {
  addGroups(walk, type, selected(walk, type, nodes), parents);
}

function addGroups(walk: Walk, type: GraphQLObjectType, all: Groups, parents: Parents): void {
  walk.parts += all.patches.length * parents.count;
  for (const group of groupsOf(all)) addFields(walk, type, group, parents);
}

const selected = (
  { schema, fragments, variables }: Walk,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
) => collectSubFields(schema, fragments, variables as Record<string, unknown>, type, [...nodes]);

const isConnection = (type: unknown): boolean =>
  isObjectType(type) && 'pageInfo' in type.getFields() && 'edges' in type.getFields();
const isEdge = (type: GraphQLObjectType): boolean =>
  'cursor' in type.getFields() && 'node' in type.getFields();
const isNode = (type: unknown): boolean =>
  isObjectType(type)
    ? type.getInterfaces().some(({ name }) => name === 'Node')
    : isAbstractType(type) && type.name === 'Node';

/** Whether a reference is not followed: its id is known, and lists below it need no more. */
function isIdOnly(
  walk: Walk,
  parent: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
): boolean {
  const type = getNamedType(field.type);
  if (parent === walk.schema.getQueryType() || !isObjectType(type)) return false;
  const wanted = groupsOf(selected(walk, type, nodes)).flatMap((group) => [...group.values()]);
  return wanted.every(([node]) => {
    const name = node?.name.value ?? '';
    const own = type.getFields()[name];
    return (
      ['__typename', 'id', 'entityId'].includes(name) || isConnection(own && getNamedType(own.type))
    );
  });
}

/** Arguments of a field; none where a value is wrong, since the field is refused then. */
function argumentsOf(walk: Walk, field: GraphQLField<unknown, unknown>, node: FieldNode) {
  try {
    return getArgumentValues(field, node, walk.variables as Record<string, unknown>);
  } catch {
    return {};
  }
}

/** Items that a connection is asked for; null counts as not given, and too many are refused there. */
function sizeOf(walk: Walk, field: GraphQLField<unknown, unknown>, node: FieldNode): number {
  const { first, last, filter } = argumentsOf(walk, field, node);
  const size = first ?? last ?? defaultLimits.page;
  if (typeof size !== 'number' || size <= 0 || size > walk.maxPage) return 0;
  const { unique } = (field.extensions['cost'] ?? {}) as FieldCost;
  const given = unique === undefined ? undefined : (filter as Filters | undefined)?.[unique];
  if (given?.eq) return 1;
  return given?.in ? Math.min(size, given.in.length) : size;
}

type Filters = Readonly<
  Record<string, { readonly eq?: unknown; readonly in?: readonly unknown[] | null } | null>
>;

/** Objects that a field gives: one, as many as it is given keys, or the assumed length of a list. */
function countOf(walk: Walk, field: GraphQLField<unknown, unknown>, node: FieldNode): number {
  if (!isListType(getNullableType(field.type))) return 1;
  const given = Object.values(argumentsOf(walk, field, node)).find(Array.isArray);
  return given?.length ?? assumedItems;
}
