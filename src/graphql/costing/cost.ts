// What an operation may cost at the most, in ledger calls, rows and values, known before anything runs.
import { collectFields } from '@graphql-tools/utils';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
} from 'graphql';
import { defaultLimits } from '../../contract/resource.js';
import type { Batching } from '../../ledger.js';
import { type FieldCost, GivenArguments, lookedUp, mostScanned } from './cost-arguments.js';
import {
  assumedItems,
  isConnection,
  isEdge,
  isList,
  isNode,
  isWrapped,
  listLength,
  seenBelow,
} from './cost-lists.js';
import {
  type Fields,
  fieldOf,
  type Groups,
  groupsOf,
  isIdOnly,
  isTold,
  type Selecting,
  selected,
} from './selected.js';

export interface Cost {
  /** HTTP requests to a mirror node, or statements. */
  readonly calls: number;
  /** Items that the ledger gives. */
  readonly rows: number;
  /** Fields of the answer, each as often as there are objects to answer it of; a read is several. */
  readonly values: number;
  /** Parts in which the answer may come later; not there when it comes at once. */
  readonly parts?: number;
}

/** Values that the work on one read is worth: a promise, its place in a batch, and maybe an error. */
const readValues = 10;
/** The same where the answer comes in parts: what fails has no end there, and each failure its own error. */
const readValuesInParts = 40;
/** Fields looked at before the query counts as too intricate to be measured. */
const maxSteps = 20_000;

/** Objects on which fields are selected. */
interface Parents {
  readonly count: number;
  /** Field that they came from, and how many lists of it. */
  readonly via: string;
  readonly lists: number;
  /** Reads that fields have in common, and one of them has counted. */
  readonly shared?: Set<string>;
}

interface Walk extends Selecting {
  readonly given: GivenArguments;
  readonly batching: Batching;
  readonly maxPage: number;
  calls: number;
  rows: number;
  values: number;
  /** Reads, whose values are counted when it is known whether there are parts. */
  reads: number;
  parts: number;
  steps: number;
}

const nothing: Cost = { calls: 0, rows: 0, values: 0 };

/**
 * Cost of a valid operation with coerced variables; of a subscription, what one event costs. Every
 * list is taken to be full and every reference to lead to another object; what is really spent is
 * bounded while it runs. Over HTTP with pages of 100, `accounts(first: 250) { nodes { accountId } }`
 * costs 3 calls and 250 rows.
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
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return nothing;
  const type = schema.getRootType(operation.operation);
  if (!type) return nothing;
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const one of document.definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one;
  }
  const walk = startWalk(schema, fragments, variables, batching, maxPage);
  const root = collectFields(schema, fragments, variables, type, operation.selectionSet);
  addGroups(walk, type, root, { count: 1, via: '', lists: 1 });
  const { calls, rows, parts } = walk;
  return { calls, rows, values: valuesOf(walk), ...(parts > 0 && { parts }) };
}

/** Values of one item of the list that a field gives, itself included. */
export function valuesOfItem(
  { schema, fragments, variableValues, returnType, fieldNodes }: GraphQLResolveInfo,
  maxPage: number,
): number {
  const batching = { keys: 1, parents: 1 };
  const walk = startWalk(schema, fragments, variableValues, batching, maxPage);
  addChildren(walk, returnType, fieldNodes, { count: 1, via: '', lists: 1 });
  return 1 + valuesOf(walk);
}

const valuesOf = ({ values, reads, parts }: Walk): number =>
  values + reads * (parts > 0 ? readValuesInParts : readValues);

function startWalk(
  schema: GraphQLSchema,
  fragments: Record<string, FragmentDefinitionNode>,
  variables: Readonly<Record<string, unknown>>,
  batching: Batching,
  maxPage: number,
): Walk {
  const start = { calls: 0, rows: 0, values: 0, reads: 0, parts: 0, steps: 0 };
  const given = new GivenArguments(variables);
  return { schema, fragments, variables, given, batching, maxPage, ...start };
}

function addFields(walk: Walk, type: GraphQLObjectType, fields: Fields, parents: Parents): void {
  for (const nodes of fields.values()) {
    const name = nodes[0]?.name.value as string;
    const field = fieldOf(walk.schema, type, name);
    if (field) addField(walk, type, field, nodes, parents);
    else walk.values += countOf(type, false, parents);
  }
}

/** Objects that a field is answered of: all items, or their connections. */
const countOf = (type: GraphQLObjectType, isOfItems: boolean, { count, lists }: Parents) =>
  isConnection(type) && !isOfItems ? lists : count;

function addField(
  walk: Walk,
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
  parents: Parents,
): void {
  walk.steps += nodes.length;
  if (walk.steps > maxSteps) walk.rows = Number.POSITIVE_INFINITY;
  if (walk.rows === Number.POSITIVE_INFINITY) return;
  const node = nodes[0] as FieldNode;
  const rule = (field.extensions['cost'] ?? {}) as FieldCost;
  const { keys } = walk.batching;
  const together = rule.apart ? 1 : walk.batching.parents;
  const place = `${type.name}.${field.name}`;
  const named = getNamedType(field.type);
  walk.values += parents.count * walk.given.members(field, node);
  if (isConnection(named)) {
    const size = walk.given.size(field, node, walk.maxPage);
    const lists = parents.count;
    // Of no items at all it is read whether there is one.
    const scans = walk.given.scans(field, node);
    const read = scans > 0 ? mostScanned * defaultLimits.maxPage : Math.max(size, 1);
    const { page = defaultLimits.maxPage } = rule;
    const rounds = scans > 0 ? scans : Math.ceil(read / page);
    walk.rows += lists * read;
    walk.calls += Math.ceil(lists / together) * rounds;
    walk.reads += lists;
    addChildren(walk, field.type, nodes, { count: lists * size, via: place, lists });
    return;
  }
  const isStreamed = nodes.some((one) =>
    one.directives?.some(({ name }) => name.value === 'stream'),
  );
  if (isConnection(type) || isEdge(type)) {
    const count = countOf(type, isList(field.type), parents);
    if (isStreamed) walk.parts += parents.count;
    walk.values += count;
    if (rule.loads) {
      walk.calls += Math.ceil(count / together);
      walk.rows += count * (rule.rows ?? 1);
      walk.reads += count;
    }
    addChildren(walk, field.type, nodes, { ...parents, count });
    return;
  }
  const isPlainList = isList(field.type);
  const times = rule.times === undefined ? null : walk.given.times(field, node, rule.times);
  const length =
    isPlainList || isWrapped(place)
      ? (times ?? walk.given.listLength(field, node) ?? listLength(walk.schema, place, parents.via))
      : 1;
  const count = Math.ceil(parents.count * length);
  if (isStreamed) walk.parts += count;
  walk.values += count + (isPlainList ? parents.count : 0);
  const loads = rule.loads ?? (isNode(named) && !isIdOnly(walk, type, field, nodes) && 'batch');
  const isFree =
    (rule.onlyWith !== undefined && !walk.given.of(field, node)[rule.onlyWith]) ||
    isTold(walk, type, field, nodes);
  const isBrought = rule.freeBelow?.includes(parents.via) ?? false;
  if (rule.shares !== undefined && !isBrought && !isFree) {
    addShared(walk, rule as FieldCost & { readonly shares: string }, together, parents);
  }
  // A field that shares its read has one of its own only where it says so.
  const own = rule.shares === undefined ? loads : rule.loads;
  if (rule.thenEach && !isIdOnly(walk, type, field, nodes)) {
    walk.calls += Math.ceil(count / keys);
    walk.rows += count;
    walk.reads += count;
  }
  if (own && !isFree && !(isBrought && rule.shares === undefined)) {
    const isOneRead = rule.atMost !== undefined || times !== null || rule.thenEach;
    const shared = rule.sharedBelow?.includes(parents.via) ? parents.lists : count;
    const reads = isOneRead ? parents.count : shared;
    const calls = rule.shares === undefined ? rule.calls : undefined;
    const rounds = calls ?? Math.ceil((times ?? 1) / walk.batching.parents);
    walk.calls += Math.ceil(reads / (own === 'each' ? together : keys)) * rounds;
    walk.rows += Math.max(count, rule.rows ?? 0);
    walk.reads += rule.atMost === undefined ? count : reads * rounds;
  }
  const via = seenBelow(place, parents.via);
  const lists = isPlainList ? parents.count : count;
  addChildren(walk, field.type, nodes, { count, via, lists });
}

/** A read per parent, whichever of the fields that share it is selected. */
function addShared(
  walk: Walk,
  { shares: name, calls = 1, rows = assumedItems }: FieldCost & { readonly shares: string },
  together: number,
  { count, shared }: Parents,
): void {
  if (shared?.has(name)) return;
  shared?.add(name);
  walk.calls += Math.ceil(count / together) * calls;
  walk.rows += count * rows;
  walk.reads += count;
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
  const { calls, rows, values, reads, parts } = walk;
  const before = { calls, rows, values, reads, parts };
  let dearest = before;
  for (const possible of walk.schema.getPossibleTypes(named)) {
    Object.assign(walk, before);
    addSelected(walk, possible, nodes, parents);
    dearest = {
      calls: Math.max(walk.calls, dearest.calls),
      rows: Math.max(walk.rows, dearest.rows),
      values: Math.max(walk.values, dearest.values),
      reads: Math.max(walk.reads, dearest.reads),
      parts: Math.max(walk.parts, dearest.parts),
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
  const { calls = 1 } = type.extensions as { readonly calls?: number };
  if (lookedUp().includes(parents.via)) {
    walk.calls += Math.ceil(parents.count / walk.batching.keys) * (calls - 1);
  }
  addGroups(walk, type, selected(walk, type, nodes), { ...parents, shared: new Set() });
}

function addGroups(walk: Walk, type: GraphQLObjectType, all: Groups, parents: Parents): void {
  walk.parts += all.patches.length * parents.count;
  for (const group of groupsOf(all)) addFields(walk, type, group, parents);
}
