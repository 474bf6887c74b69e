// Where a page of an upstream begins and goes on: positions put in, and never a step back.
import { comparedOf, compareTexts } from '../contract/compared.js';
import { filtersAfter } from '../contract/filters-after.js';
import { positionInLink } from '../contract/next-link.js';
import { bounds, meets, sideOf } from '../contract/operators.js';
import { comparePositions, isExhausted, positionOf } from '../contract/position.js';
import { brokenRule } from '../contract/query.js';
import {
  type Filter,
  flipped,
  type List,
  type Order,
  type Position,
  type SortKey,
  sortOf,
} from '../contract/resource.js';
import { isPlace } from '../contract/values.js';
import { LedgerError } from '../errors.js';
import type { PageRequest } from '../ledger.js';

/**
 * The filters of a request with its places put in, so that a list without places is asked. Null
 * where nothing can lie between them.
 */
export function filtersWithin(
  list: List,
  { filters, order, after, before }: PageRequest,
): Filter[] | null {
  const sort = sortOf(list, filters);
  const start = after ? filtersAfter(sort, order, filters, after) : [...filters];
  return start && before ? filtersAfter(sort, flipped[order], start, before) : start;
}

/**
 * Whether nothing can lie between the places of a request, and its list would refuse to be asked for
 * that: bounds that cross each other are a mistake there, which nobody has made.
 */
export function isRefusedGap(list: List, request: PageRequest, within: readonly Filter[]): boolean {
  const { order, filters, after, before } = request;
  const [direction, start, end] = after
    ? ([order, after, before] as const)
    : ([flipped[order], before, undefined] as const);
  if (!start || !list.rules) return false;
  const isPinned = ({ parameter }: (typeof list.sort)[number]) =>
    filters.some((filter) => filter.parameter === parameter && filter.operator === 'eq');
  // Of keys that are pinned the next one has a range of its own.
  const first = list.sort.findIndex((key) => !isPinned(key));
  const isGap = [0, Math.max(first, 0)].some((from) =>
    isExhausted(
      list.sort.slice(from),
      { order: direction, filters, before: end?.slice(from) },
      start.slice(from),
    ),
  );
  return isGap && brokenRule(list, within) !== undefined;
}

/** The position of a row, or null where a key is missing or is none of its kind. */
export function readPosition<T>(
  list: List<T>,
  row: unknown,
  filters: readonly Filter[] = [],
): Position | null {
  if (row === null || typeof row !== 'object') return null;
  const position = positionOf(list, row as T, filters);
  for (let index = 0; index < position.length; index += 1) {
    const { kind } = list.sort[index] as SortKey<T>;
    if (!isPlace(kind, position[index])) return null;
  }
  return position;
}

/**
 * Whether a place meets the conditions on the sort keys, as far as they say by themselves where it
 * lies: what stands for a number only by a look-up may be anywhere, and bounds of one range over
 * several keys are `meetsOwnBounds`' matter.
 */
export function placesAskedFor(
  list: List,
  filters: readonly Filter[],
): (position: Position) => boolean {
  if (filters.length === 0) return () => true;
  const tests = sortOf(list, filters).flatMap((key, index) => {
    const own = filters.filter(({ parameter }) => parameter === key.parameter);
    const equal = own.filter(({ operator }) => operator === 'eq').map(({ value }) => value);
    const values = new Set(equal);
    const ranges = own.filter(({ operator, value }) => {
      return operator !== 'eq' && isPlace(key.kind, value) && !list.together;
    });
    const isAny = equal.length === 0 || !equal.every((value) => isPlace(key.kind, value));
    const isMet = (place: string) =>
      (isAny || values.has(place)) &&
      ranges.every(({ operator, value }) => meets(operator, compareTexts(key.kind, place, value)));
    return isAny && ranges.length === 0 ? [] : [{ index, isMet }];
  });
  return (position) => tests.every(({ index, isMet }) => isMet(position[index] as string));
}

/**
 * Whether a row meets the bounds on its later sort keys that stand for themselves, as those do that no
 * bound of an earlier key leads to: on the way to the next page a place takes their place.
 */
export function meetsOwnBounds(
  { sort, together }: List,
  filters: readonly Filter[],
  position: Position,
): boolean {
  if (!together) return true;
  return sort.every((key, index) => {
    const earlier = sort.slice(0, index).map(({ parameter }) => parameter);
    const isLed = (side: string) =>
      filters.some(
        (f) => earlier.includes(f.parameter) && f.operator !== 'eq' && sideOf(f.operator) === side,
      );
    return filters
      .filter(({ parameter, operator }) => parameter === key.parameter && bounds.includes(operator))
      .every(({ operator, value }) => {
        if (isLed(sideOf(operator))) return true;
        return meets(operator, compareTexts(key.kind, position[index] as string, value));
      });
  });
}

/** Keys of a list that can still be answered beyond a position. */
export function keysBeyond<T>(
  sort: readonly SortKey<T>[],
  order: Order,
  keys: readonly string[],
  position: Position,
): string[] {
  const [key, ...minor] = sort;
  if (!key) return [];
  return keys.filter((value) => {
    // What has no place by itself, such as an EVM address, may lie anywhere.
    if (comparedOf(key.kind, value) === null) return true;
    const side = comparePositions([key], order, [value], position);
    return minor.length > 0 ? side >= 0 : side > 0;
  });
}

/** What an upstream's page says about its own place: the positions of its rows, and its link. */
export interface SeenPage {
  /** Positions of the rows that are new, in the order of the answer. */
  readonly fresh: readonly Position[];
  /** The same with those of rows that were not asked for, behind which the list goes on. */
  readonly passed: readonly Position[];
  /** Whether the answer had rows at all. */
  readonly hasRows: boolean;
  readonly link: string;
}

/**
 * Where the next page begins: the further one of the link and our own last row, or null at the end.
 * @throws LedgerError UPSTREAM_PAGINATION where following the link would never end.
 */
export function nextPosition(list: List, request: PageRequest, seen: SeenPage): Position | null {
  const { order, after, filters } = request;
  const sort = sortOf(list, filters);
  const further = (a: Position | null, b: Position | null) =>
    a && b ? (comparePositions(sort, order, a, b) < 0 ? b : a) : (a ?? b);
  const position = [positionInLink(sort, order, seen.link), ...seen.passed].reduce(further, null);
  const keys = filters
    .filter((f) => f.parameter === sort[0]?.parameter && f.operator === 'eq')
    .map(({ value }) => value);
  const asked = [...new Set(keys)];
  if (asked.length > 0) {
    // A full page of keys by equality (`account.id=0.0.5`) links to itself: over when no key is left to be answered.
    const isOver = !position || (sort.length === 1 && seen.fresh.length >= asked.length);
    if (isOver || keysBeyond(sort, order, asked, position).length === 0) return null;
  }
  if (!position) throw stuck('names no position');
  if (after) {
    const progress = comparePositions(sort, order, position, after);
    if (progress === 0 && !seen.hasRows) return null;
    if (progress <= 0) throw stuck('does not go beyond the position that was asked for');
  }
  // Nothing that was asked for lies there, however many links there are to come.
  return isExhausted(sort, request, position) ? null : position;
}

const stuck = (why: string) =>
  new LedgerError('UPSTREAM_PAGINATION', undefined, {}, new Error(`links.next ${why}`));
