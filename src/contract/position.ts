// Keyset positions: a row's sort-key values as a cursor, as query parameters, and as `links.next`.
import { badInput } from '../errors.js';
import { type Compared, compare, comparedOf, compareTexts, following } from './compared.js';
import { type Flow, operatorOf } from './flow.js';
import { flowOf } from './flows.js';
import { isInstant } from './log-rules.js';
import { bounds, isStrict, lower, meets, sideOf, upper } from './operators.js';
import type { Query } from './query.js';
import {
  defaultLimits,
  type Filter,
  flipped,
  type List,
  type Operator,
  type Order,
  type Position,
  type SortKey,
} from './resource.js';
import { isPlace, type Kind, readOrNull } from './values.js';

export type Sort = readonly Pick<SortKey<never>, 'parameter' | 'kind' | 'absent'>[];

/** The position of an item: what a page that goes on after it has to know. */
export function positionOf<T>(list: List<T>, item: T, filters: readonly Filter[] = []): Position {
  const position: string[] = [];
  for (const { of, absent } of list.sort)
    position.push(String(of(item, filters) ?? absent ?? null));
  return position;
}

/** An opaque cursor: the list's name and the position, and nothing else. */
export function printCursor(list: List, position: Position): string {
  return Buffer.from(JSON.stringify([list.name, ...position])).toString('base64url');
}

/** Characters of a cursor at the most, far beyond what any place takes. */
const longest = 1000;

/**
 * The position in a cursor of this list.
 * @throws LedgerError BAD_USER_INPUT for text that is no cursor, or one of another list.
 */
export function readCursor(list: List, argument: string, cursor: string): Position {
  // No name of the list: clients know it by that of a field, and not as the contract does.
  const rule = 'must be a cursor of this list, as a page of it gave it';
  let parts: unknown;
  try {
    if (cursor.length > longest || !/^[\w-]+$/.test(cursor)) throw new SyntaxError('not base64url');
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw badInput(argument, cursor, rule);
  }
  if (!Array.isArray(parts) || parts.length !== list.sort.length + 1 || parts[0] !== list.name) {
    throw badInput(argument, cursor, rule);
  }
  const position = parts.slice(1) as string[];
  const isKnown = list.sort.every(({ kind }, index) => isPlace(kind, position[index]));
  // There is one spelling of a cursor, so that equal places are equal cursors.
  if (!isKnown || printCursor(list, position) !== cursor) throw badInput(argument, cursor, rule);
  return position;
}

/** Greater than 0 where `a` comes after `b` in the given order. */
export function comparePositions(sort: Sort, order: Order, a: Position, b: Position): number {
  for (let index = 0; index < sort.length; index += 1) {
    if (a[index] === b[index]) continue;
    const { kind } = sort[index] as Sort[number];
    const side = compareTexts(kind, a[index] ?? '', b[index] ?? '');
    if (side !== 0) return side > 0 === (order === 'asc') ? 1 : -1;
  }
  return 0;
}

export const forward = { asc: lower, desc: upper } as const;
export const isForward = (order: Order, operator: string) =>
  (forward[order] as readonly string[]).includes(operator);

/**
 * The bounds that make a page go on after `position`: all keys but the last inclusive, the last
 * strict; a key that a filter pins by equality, or that the item lacks, is left out.
 */
export function boundsAfter(
  sort: Sort,
  order: Order,
  position: Position,
  pinned: (parameter: string) => boolean,
): Filter[] {
  const [strict, inclusive] = forward[order];
  const places = sort
    .map(({ parameter, absent }, index) => ({
      parameter,
      absent,
      value: position[index] as string,
    }))
    .filter(({ parameter, absent, value }) => {
      return value !== absent && !(pinned(parameter) && sort.length > 1);
    });
  return places.map(({ parameter, value }, index) => {
    const operator = index < places.length - 1 ? inclusive : strict;
    return { parameter, operator, value };
  });
}

/**
 * The position that an upstream's `links.next` names. Reads the declared keys and nothing else of
 * the link: neither its host nor its path is ever followed. Null where a key is missing.
 */
export function positionInLink(sort: Sort, order: Order, link: string): Position | null {
  const query = new URLSearchParams(link.slice(link.indexOf('?') + 1));
  const position = sort.map(({ parameter, kind, absent = null }) => {
    const bounds = query.getAll(parameter).map((text) => /^(?:(\w+):)?(.*)$/s.exec(text));
    // A key that is pinned has no bound beside it, and stays what it is.
    const pinned = sort.length > 1 && bounds.length === 1 ? bounds[0] : undefined;
    const isPinned = (pinned?.[1] ?? 'eq') === 'eq';
    const bound = bounds.find((b) => isForward(order, b?.[1] ?? '')) ?? (isPinned ? pinned : null);
    return bound ? readOrNull(kind, bound[2] as string) : absent;
  });
  return position.includes(null) ? null : (position as Position);
}

/** What a link depends on. */
type Linked = Pick<List<never>, 'sort' | 'flow' | 'parameters' | 'pairIsEqual'>;

/**
 * `links.next` of a full page (contract A.14, A.15): the request's own parameters with the position
 * put in, or null where no row can lie beyond it.
 *
 * Where the reference repeats the request itself, because the key is pinned by equality, this
 * gives the page beyond the position, or null when all pinned values have been passed. A parameter
 * takes so many values at the most (`repeats`), and the link is to be taken too.
 */
export function printNextLink(
  path: string,
  query: Query,
  list: Linked,
  order: Order,
  position: Position,
  repeats: number = defaultLimits.repeats,
): string | null {
  const { sort } = list;
  const flow = flowOf(list);
  const next = new Map(
    [...query].map(([name, texts]) => [name, textsThatCount(list, name, texts)]),
  );
  const isPinned = (name: string) => {
    const given = (next.get(name) ?? []).map((text) => {
      return { operator: operatorOf(flow, text), value: valueIn(text) };
    });
    const isOne = list.pairIsEqual && name === sort[0]?.parameter && isInstant(given);
    return isOne || given.some(({ operator }) => operator === 'eq');
  };
  const after = boundsAfter(sort, order, position, isPinned);
  // All keys are pinned, or absent: there is no other row.
  if (after.length === 0) return null;
  for (const { parameter, operator, value } of after) {
    const kind = sort.find((key) => key.parameter === parameter)?.kind as Kind;
    place(next, flow, { parameter, kind }, `${operator}:${value}`, (text) =>
      isForward(order, operatorOf(flow, text)),
    );
  }
  const first = sort[0];
  const bounds = (next.get(first?.parameter ?? '') ?? []).map((text) =>
    boundOf(flow, first?.kind as Kind, text),
  );
  if (isEmptyInterval(first?.kind as Kind, bounds)) return null;
  for (const bound of after) {
    const texts = next.get(bound.parameter) ?? [];
    const { values } = list.parameters[bound.parameter] ?? {};
    const isTooMany = texts.length > (values?.maximum ?? repeats);
    if (isTooMany) next.set(bound.parameter, textsBeyond(list, order, bound, texts));
  }
  const pairs = [...next].flatMap(([name, values]) =>
    values.map((value) => `${escaped(name)}=${escaped(value)}`),
  );
  return `${path}?${pairs.join('&')}`;
}

/**
 * The texts of a parameter, without those after which another of their side counts: a position is to be
 * the last of its side. A blank one of a key pins nothing, where it is taken for absent.
 */
function textsThatCount(list: Linked, name: string, texts: readonly string[]): string[] {
  const { repeat, operators = [] } = list.parameters[name] ?? {};
  const flow = flowOf(list);
  const isKey = list.sort.some(({ parameter }) => parameter === name);
  const all = texts.filter((text) => text.trim() !== '' || !(isKey && flow.isBlankAbsent));
  if (repeat !== 'sides') return all;
  const sides = all.map((text) => {
    const operator = operatorOf(flow, text) as Operator;
    return operators.includes(operator) ? sideOf(operator) : undefined;
  });
  const isLast = (index: number) => sides.lastIndexOf(sides[index]) === index;
  return all.filter((_text, index) => sides[index] === undefined || isLast(index));
}

/** The texts of a key that still say something beyond a bound which is among them. */
function textsBeyond(list: Linked, order: Order, bound: Filter, texts: string[]): string[] {
  const flow = flowOf(list);
  const { parameter, operator, value } = bound;
  const kind = list.sort.find((key) => key.parameter === parameter)?.kind as Kind;
  const { forgets = [] } = list.parameters[parameter] ?? {};
  const at = comparedOf(kind, value) as Compared;
  const sign = order === 'asc' ? 1 : -1;
  const ends = texts
    .map((text) => ({ text, end: boundOf(flow, kind, text) }))
    .filter(({ end: [name, end] }) => isBound(name) && end !== null && !isForward(order, name))
    .sort(({ end: [a, x] }, { end: [b, y] }) => {
      const side = sign * compare(x as Compared, y as Compared);
      return side || Number(isStrict(b as Operator)) - Number(isStrict(a as Operator));
    });
  return [...new Set(texts)].filter((text) => {
    const [name, other] = boundOf(flow, kind, text);
    if ((forgets as readonly string[]).includes(name)) return false;
    if (other === null || isForward(order, name)) return true;
    return isBound(name) ? text === ends[0]?.text : meets(operator, compare(other, at));
  });
}

/**
 * Names that nobody knows may be any text, as may be what is passed over before an operator; and a
 * link is a header too. All else of a query is written without escapes.
 */
const escaped = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':');

/** Puts a bound where the reference puts it: behind what stays of the key, else at the end. */
function place(
  query: Map<string, string[]>,
  flow: Flow,
  { parameter: name, kind }: Sort[number],
  bound: string,
  isReplaced: (text: string) => boolean,
): void {
  const before = query.get(name) ?? [];
  const kept = before.filter((text) => !isReplaced(text));
  if (kept.length === 0 && (flow.isLostKeyLast || before.length === 1)) query.delete(name);
  // Behind an address or alias the contract takes no bound, before it it does (contract B.1).
  const isPlain = kept.every((text) => boundOf(flow, kind, text)[1] !== null);
  query.set(name, isPlain ? [...kept, bound] : [bound, ...kept]);
}

const valueIn = (text: string) => text.slice(text.lastIndexOf(':') + 1);

/** Operator and value of a condition; null for a value that has no place in the order. */
type Bound = readonly [operator: string, value: Compared | null];

function boundOf(flow: Flow, kind: Kind, text: string): Bound {
  const canonical = readOrNull(kind, valueIn(text));
  return [operatorOf(flow, text), canonical === null ? null : comparedOf(kind, canonical)];
}

/**
 * Whether no row can lie beyond a position under these filters and before another position: the
 * range is used up, or all values that the first key may equal have been passed.
 */
export function isExhausted(
  sort: Sort,
  order: Order,
  filters: readonly Filter[],
  position: Position,
  before?: Position,
): boolean {
  const [key] = sort;
  if (!key) return true;
  const own = filters.filter(({ parameter }) => parameter === key.parameter);
  const ends = [
    ...own,
    ...boundsAfter(sort, order, position, () => false).slice(0, 1),
    ...(before ? boundsAfter(sort, flipped[order], before, () => false).slice(0, 1) : []),
  ];
  return isEmptyInterval(
    key.kind,
    ends.map(({ operator, value }) => [operator, comparedOf(key.kind, value)]),
  );
}

const isBound = (operator: string): operator is Operator => bounds.includes(operator as Operator);

/** Whether no value meets all conditions: equal to any of the eq values, and in the range. */
function isEmptyInterval(kind: Kind, ends: readonly Bound[]): boolean {
  const isWithin = (x: Compared) =>
    ends.every(
      ([operator, value]) =>
        value === null || !isBound(operator) || meets(operator, compare(x, value)),
    );
  const equal = ends.filter(([operator]) => operator === 'eq');
  if (equal.length > 0) return !equal.some(([, value]) => value === null || isWithin(value));
  // The least value that meets the lower bounds must meet the upper ones too.
  const lows = ends.flatMap(([operator, value]) => {
    if (value === null || !isBound(operator) || sideOf(operator) === 'upper') return [];
    return isStrict(operator) ? [following(kind, value)] : [value];
  });
  // Nothing follows the greatest value.
  if (lows.includes(null)) return true;
  const [low] = (lows as Compared[]).sort((a, b) => compare(b, a));
  return low !== undefined && !isWithin(low);
}
