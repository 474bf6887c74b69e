// Bodies of the contract as pages and items; whatever is not what was asked for is refused.
import { type Check, checker } from '../contract/check.js';
import { kinds } from '../contract/kinds.js';
import { isPartial, partial } from '../contract/partial.js';
import { keyParts } from '../contract/path-key.js';
import { comparePositions } from '../contract/position.js';
import {
  type Filter,
  type List,
  type Lookup,
  type Position,
  sortOf,
} from '../contract/resource.js';
import { lists, lookups } from '../contract/resources/index.js';
import { isPlace, readOrNull } from '../contract/values.js';
import type { Page, PageRequest } from '../ledger.js';
import type { Body } from './body.js';
import { badResponse } from './failure.js';
import {
  meetsOwnBounds,
  nextPosition,
  placesAskedFor,
  readPosition,
  type SeenPage,
} from './next-page.js';
import { asPrintedNow } from './older-forms.js';

const checks = new WeakMap<object, Check>();

/** Items with an error in the place of each member that is not of its kind. */
function checked<T>({ row }: List<T> | Lookup<T>, items: readonly T[]): T[] {
  const check = checks.get(row) ?? checker(row);
  checks.set(row, check);
  const found = {};
  return items.map((item) => check(item, found) as T);
}

/** The page in a body: its rows that are new, and where the next page begins. */
export function toPage<T>(list: List<T>, request: PageRequest, body: Body): Page<T> {
  const { order, limit, after, before, filters } = request;
  const sort = sortOf(list, filters);
  const rows = body[list.items];
  if (!Array.isArray(rows)) throw badResponse(new Error(`${list.items} is not an array`));
  const items: T[] = [];
  /** Places of all rows that are new, also of those beyond the limit. */
  const fresh: Position[] = [];
  /** The same, also of those that do not meet a bound which a place has taken the place of. */
  const passed: Position[] = [];
  const isAskedFor = placesAskedFor(list, filters);
  const hasTwoOrders = sort.some(({ kind }) => kind.hasTwoOrders);
  let last: Position | undefined;
  for (const given of rows as readonly T[]) {
    const row = asPrintedNow(list.row, given);
    const position = readPosition(list, row, filters);
    if (!position) throw badResponse(new Error(`${list.items} has a row without its sort key`));
    const step = last ? comparePositions(sort, order, position, last) : 1;
    if (step < 0 && !hasTwoOrders)
      throw badResponse(new Error(`${list.items} is not in the order ${order}`));
    // Nothing but that row has its place.
    if (step === 0) continue;
    last = position;
    // Pages of some mirror nodes overlap; what lies outside of the places is not ours.
    const isBeyond = !after || comparePositions(sort, order, position, after) > 0;
    const isWithin = !before || comparePositions(sort, order, position, before) < 0;
    if (!isBeyond || !isWithin) continue;
    if (!isAskedFor(position)) {
      throw badResponse(new Error(`${list.items} has a row that was not asked for`));
    }
    passed.push(position);
    if (!meetsOwnBounds(list, filters, position)) continue;
    fresh.push(position);
    if (items.length < limit) items.push(row);
  }
  const timestamp = list.timestamped ? readTime(body['timestamp'] ?? null) : null;
  const page = {
    items: checked(list, items),
    next: nextOf(list, request, body, { fresh, passed, hasRows: rows.length > 0 }),
    timestamp,
  };
  return isPartial(body) ? partial(page) : page;
}

function readTime(time: unknown): string | null {
  if (time === null || kinds.Timestamp.holds(time)) return time as string | null;
  throw badResponse(new Error('the timestamp of the page is none'));
}

function nextOf<T>(
  list: List<T>,
  request: PageRequest,
  body: Body,
  seen: Omit<SeenPage, 'link'>,
): Position | null {
  const { fresh } = seen;
  const isFull = fresh.length >= request.limit;
  if (list.unpaged?.(request.filters)) return (isFull && fresh[request.limit - 1]) || null;
  if (fresh.length > request.limit) return fresh[request.limit - 1] as Position;
  const link = (body['links'] as { next?: unknown } | null | undefined)?.next;
  if (link === null) return null;
  // A full page is an answer, whatever is wrong with the way on; that is asked for by our own place.
  if (typeof link !== 'string' && isFull) return fresh[request.limit - 1] as Position;
  if (link === undefined) return null;
  if (typeof link !== 'string') throw badResponse(new Error('links.next is not text'));
  return nextPosition(list, request, { link, ...seen });
}

/** Lists in whose path an item's stands: the last part of its key is the sort key of the list. */
const listsAbove = new Map(
  lookups.map(({ name, path, several, keyedApart }) => [
    name,
    several === undefined && !keyedApart
      ? lists.find((list) => path.replace(/\/\{\w+\}$/, '') === list.path)
      : undefined,
  ]),
);

/** A copy of the body of a look-up, with members in the form that the contract has now. */
function inForm<T>({ several, row }: Lookup<T>, body: Body): Body {
  if (several === undefined) return asPrintedNow(row, body);
  const rows = body[several];
  if (!Array.isArray(rows)) throw badResponse(new Error(`${several} is not an array`));
  const { items } = row['properties'][several];
  return { ...body, [several]: rows.map((one) => asPrintedNow(items, one)) };
}

/** A body without the list that is in it; bodies are shared, and are not changed. */
function withoutList<T>({ embedded }: Lookup<T>, body: Body): Body {
  if (!embedded) return body;
  const { [embedded.list.items]: _list, links: _links, ...item } = body;
  return item;
}

/** Members of items that errors have, too, as gateways and software kits make them (RFC 9457 among them). */
const ofErrors = new Set(['message', 'status', 'timestamp', 'type']);

/**
 * The item of a body, without the list that it may carry; it must be the one that was asked for.
 * Null for a body of several things that has none.
 */
export function toItem<T>(
  lookup: Lookup<T>,
  key: string,
  body: Body,
  filters: readonly Filter[],
): T | null {
  const item = withoutList(lookup, inForm(lookup, body));
  const names = Object.keys(lookup.row['properties']);
  if (!names.some((name) => name in item && !ofErrors.has(name))) {
    // What gateways answer with 200 in the place of an error has members of its own.
    throw badResponse(new Error(`${lookup.name} with none of its members`));
  }
  if (lookup.several && (item[lookup.several] as unknown[]).length === 0) return null;
  const parts = keyParts(lookup, key);
  const list = listsAbove.get(lookup.name);
  const isOther = () => lookup.goesBy?.(key, item as T, filters) === false;
  if (!list) {
    if (isOther()) throw another(lookup);
    return only(checked(lookup, [item as T]));
  }
  const id = readPosition(list, item)?.[0];
  const kind = list.sort[0]?.kind;
  const asked = kind && readOrNull(kind, parts.at(-1) ?? '');
  if (id === undefined) throw badResponse(new Error(`${lookup.name} without its id`));
  const isId = kind !== undefined && isPlace(kind, asked);
  if (isId && asked !== id) throw another(lookup);
  if ((!isId || parts.length > 1) && isOther()) throw another(lookup);
  return only(checked(lookup, [item as T]));
}

const only = <T>([item]: readonly T[]) => item as T;

/** What is told of an item that is none of the key's. */
export const another = ({ name }: Pick<Lookup, 'name'>) =>
  badResponse(new Error(`another ${name} than the one that was asked for`));
