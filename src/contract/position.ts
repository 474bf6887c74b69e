// Keyset positions: a row's sort-key values as a cursor, and as the bounds of what lies beyond them.
import { badInput } from '../errors.js';
import { isNobody } from './check.js';
import { comparedOf, compareTexts } from './compared.js';
import { isEmptyInterval } from './interval.js';
import { lower, upper } from './operators.js';
import {
  type Filter,
  flipped,
  type List,
  type Order,
  type Position,
  type SortKey,
} from './resource.js';
import { isPlace } from './values.js';

export type Sort = readonly Pick<SortKey<never>, 'parameter' | 'kind' | 'absent'>[];

/** The position of an item: what a page that goes on after it has to know. */
export function positionOf<T>(list: List<T>, item: T, filters: readonly Filter[] = []): Position {
  const position: string[] = [];
  for (const { of, absent, kind } of list.sort) {
    const value = of(item, filters);
    // A member that is missing is no null: such a row has no place.
    const place = isNobody(value) ? (absent ?? kind.none) : (value ?? absent);
    position.push(String(place ?? null));
  }
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

interface Range {
  readonly order: Order;
  readonly filters: readonly Filter[];
  readonly before?: Position | undefined;
}

/**
 * Whether no row can lie beyond a position under these filters and before another position: the
 * range is used up, or all values that the first key may equal have been passed.
 */
export function isExhausted(
  sort: Sort,
  { order, filters, before }: Range,
  position: Position,
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
