// What fields add to the cost of an operation, and what is selected below them.
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql';
import { addTo } from '../../contract/grouped.js';
import { defaultLimits } from '../../contract/resource.js';
import { byGlobalId, type FieldCost, mostScanned } from './cost-arguments.js';
import {
  isConnection,
  isEdge,
  isList,
  isNode,
  isWrapped,
  listLength,
  seenBelow,
} from './cost-lists.js';
import { type Named, type NodeCost, nodeCostOf, typesNamed } from './named-types.js';
import {
  type Fields,
  fieldOf,
  type Groups,
  groupsOf,
  isIdOnly,
  isReadBelow,
  isTold,
  selected,
} from './selected.js';
import {
  addCalls,
  addDearest,
  addFollowing,
  addShared,
  alikeOf,
  maxSteps,
  type Parents,
  readsOf,
  type SharedCost,
  type Walk,
} from './walk.js';

type Field = GraphQLField<unknown, unknown>;

/** Fields of objects; of those that only objects of one kind have, each object has the dearest kind's. */
function addFields(walk: Walk, type: GraphQLObjectType, fields: Fields, parents: Parents): void {
  const kinds = new Map<string, (readonly [Field, readonly FieldNode[]])[]>();
  for (const nodes of fields.values()) {
    const field = fieldOf(walk.schema, type, nodes[0]?.name.value as string);
    const { ofKind } = (field?.extensions['cost'] ?? {}) as FieldCost;
    if (!field) walk.values += countOf(type, false, parents);
    else if (ofKind === undefined) addField(walk, type, field, nodes, parents);
    else addTo(kinds, ofKind, [field, nodes]);
  }
  if (kinds.size === 0) return;
  addDearest(walk, parents.count, [...kinds.values()], (all) => {
    const own = { ...parents, shared: new Set(parents.shared) };
    for (const [field, nodes] of all) addField(walk, type, field, nodes, own);
  });
}

/** Objects that a field is answered of: all items, or their connections. */
const countOf = (type: GraphQLObjectType, isOfItems: boolean, { count, lists }: Parents) =>
  isConnection(type) && !isOfItems ? lists : count;

function addField(
  walk: Walk,
  type: GraphQLObjectType,
  field: Field,
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
  const { alike: above = 1 } = parents;
  const isPast = walk.given.of(field, node)['at'] != null;
  const isApart = rule.apartBelow?.includes(parents.via) ?? false;
  const place = `${type.name}.${field.name}`;
  const named = getNamedType(field.type);
  walk.values += parents.count * walk.given.members(field, node);
  if (walk.given.isNamed(field, node)) walk.calls += parents.count * walk.batching.named;
  if (isConnection(named)) {
    const size = walk.given.size(field, node, walk.maxPage);
    const lists = parents.count / above;
    // Of no items at all it is read whether there is one.
    const scans = walk.given.scans(field, node);
    const read = scans > 0 ? mostScanned * defaultLimits.maxPage : Math.max(size, 1);
    const { page = defaultLimits.maxPage } = rule;
    const rounds = scans > 0 ? scans : Math.ceil(read / page);
    const isOfRows = rule.ofPast && parents.isPast && !isApart;
    walk.rows += lists * read;
    const calls = rounds + walk.given.further(field, node, keys);
    // Of lists that rows bring along only those few are charged that may go on.
    const isBrought = rule.freeBelow?.includes(parents.via) && !parents.isPast;
    const own = isBrought ? Math.min(lists, rule.further ?? 0) : lists;
    addCalls(walk, own, isOfRows ? keys : together, calls);
    walk.reads += parents.count;
    const items = { count: parents.count * size, lists: parents.count, alike: above };
    const list = { via: place, isPast, above: parents.shared };
    addChildren(walk, field.type, nodes, { ...items, ...list });
    return;
  }
  const isStreamed = nodes.some((one) =>
    one.directives?.some(({ name }) => name.value === 'stream'),
  );
  if (isConnection(type) || isEdge(type)) {
    const count = countOf(type, isList(field.type), parents);
    if (isStreamed) walk.parts += parents.count;
    walk.values += count;
    if (rule.loads === 'count') {
      const { counts } = walk.batching;
      if (counts > 0) addCalls(walk, count / above, counts);
      walk.rows += counts > 0 ? (count / above) * (rule.rows ?? 1) : 0;
      walk.reads += count;
    }
    addChildren(walk, field.type, nodes, { ...parents, count });
    return;
  }
  const told = rule.by?.(walk.given.of(field, node));
  const isPlainList = isList(field.type);
  const times = rule.times === undefined ? null : walk.given.times(field, node, rule.times);
  const length =
    isPlainList || isWrapped(place)
      ? (times ?? walk.given.listLength(field, node) ?? listLength(walk.schema, place, parents.via))
      : 1;
  const count = Math.ceil(parents.count * length);
  const alike = alikeOf(rule, parents);
  if (isStreamed) walk.parts += count;
  walk.values += count + (isPlainList ? parents.count : 0);
  if (byGlobalId.includes(place)) {
    walk.rows += count;
    walk.reads += count;
    addNamed(walk, typesNamed(walk.given.of(field, node)), nodes, place);
    return;
  }
  const isRoot = type === walk.schema.getQueryType();
  const isFollowed = isNode(named) && (isRoot || !isIdOnly(walk, named, nodes));
  const own = rule.loads ?? (isFollowed && !rule.gives && (nodeCostOf(named).loads ?? 'each'));
  const isFree =
    (rule.onlyWith !== undefined &&
      !parents.isPast &&
      !walk.given.of(field, node)[rule.onlyWith]) ||
    isTold(walk, type, field, nodes);
  const isBrought = rule.freeBelow?.includes(parents.via) ?? false;
  if (rule.shares !== undefined && !isBrought && !(isFree && rule.gives)) {
    addShared(walk, rule as SharedCost, together, parents);
  }
  addFollowing(walk, rule, together, parents);
  if (rule.thenEach && !isIdOnly(walk, named, nodes)) {
    addCalls(walk, count / alike, keys);
    walk.rows += count / alike;
    walk.reads += count;
  }
  const isRead = own && !isFree && !(isBrought && rule.shares === undefined);
  if (isRead && !isReadBelow(walk, named, nodes, place)) {
    // What a field says of its read is of that which it makes for each object, however long its list.
    const reads = rule.loads === undefined ? count : readsOf(rule, parents, keys);
    const calls = rule.shares === undefined ? (told?.calls ?? rule.calls) : undefined;
    const rounds = calls ?? Math.ceil((times ?? 1) / walk.batching.parents);
    const atOnce = own === 'each' ? together : keysAtOnce(walk, nodeCostOf(named));
    addCalls(walk, reads / alike, isApart ? 1 : atOnce, rounds);
    addCalls(walk, Math.min(reads, 1), keys, rule.further ?? 0);
    walk.rows += Math.max(count / alike, rule.rows ?? 0);
    walk.reads += rule.atMost === undefined ? count : reads * rounds;
  }
  const via = seenBelow(told?.via ?? place, parents.via);
  const lists = isPlainList ? parents.count : count;
  const below = { count, via, lists, alike, isPast, above: parents.shared };
  addChildren(walk, field.type, nodes, below, rule.byType);
}

/** Ids that one call takes of objects of a type. */
const keysAtOnce = ({ batching, isFresh }: Walk, { aloneFresh }: NodeCost): number =>
  isFresh && aloneFresh ? batching.parents : batching.keys;

/** Objects by their global ids: those of each type are read together, and what they were at a time each alone. */
function addNamed(
  walk: Walk,
  types: ReadonlyMap<string, Named>,
  nodes: readonly FieldNode[],
  via: string,
): void {
  const { parents } = walk.batching;
  for (const [name, { now, past }] of types) {
    const type = walk.schema.getType(name);
    if (!isObjectType(type)) continue;
    const cost = nodeCostOf(type);
    const { loads, calls = 1, apart, alone: isAlone } = cost;
    const isBatched = loads === 'batch' && !isAlone;
    addCalls(walk, now, isBatched ? keysAtOnce(walk, cost) : apart ? 1 : parents, calls);
    addCalls(walk, past, 1, calls);
    // What leads to an object is a row too.
    walk.rows += (now + past) * (calls - 1);
    const count = now + past;
    addSelected(walk, type, nodes, { count, via, lists: count, isPast: past > 0 });
  }
}

export function addChildren(
  walk: Walk,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  parents: Parents,
  byType = false,
): void {
  const named = getNamedType(type);
  if (isObjectType(named)) addSelected(walk, named, nodes, parents);
  if (!isAbstractType(named)) return;
  addDearest(walk, parents.count, walk.schema.getPossibleTypes(named), (possible) => {
    if (byType && !isIdOnly(walk, possible, nodes)) {
      const cost = nodeCostOf(possible);
      const atOnce = cost.loads === 'batch' ? keysAtOnce(walk, cost) : walk.batching.parents;
      addCalls(walk, parents.count / (parents.alike ?? 1), atOnce);
    }
    addSelected(walk, possible, nodes, parents);
  });
}

function addSelected(
  walk: Walk,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  parents: Parents,
): void {
  addGroups(walk, type, selected(walk, type, nodes), { ...parents, shared: new Set() });
}

export function addGroups(
  walk: Walk,
  type: GraphQLObjectType,
  all: Groups,
  parents: Parents,
): void {
  walk.parts += all.patches.length * parents.count;
  for (const group of groupsOf(all)) addFields(walk, type, group, parents);
}
