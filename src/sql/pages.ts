// Rows of a statement as what the port gives: items, pages, and the requests that they answer.
import { partial } from '../contract/partial.js';
import { isExhausted, positionOf } from '../contract/position.js';
import { type List, sortOf } from '../contract/resource.js';
import { LedgerError } from '../errors.js';
import type { Page, PageRequest, Settled } from '../ledger.js';
import type { Row } from './engines/database.js';
import type { ListQuery } from './query/query.js';

/** Rows by the request that each is of, of so many requests. */
export function group(rows: readonly Row[], size: number): Row[][] {
  const groups: Row[][] = Array.from({ length: size }, () => []);
  for (const row of rows) groups[row['ordinal'] as number]?.push(row);
  return groups;
}

/** What an item is made of; what rows hold may be of another form than the importer gives it. */
export function madeOf<T>(make: () => T): Settled<T> {
  try {
    return make();
  } catch (error) {
    return new LedgerError('UPSTREAM_BAD_DATA', undefined, {}, error);
  }
}

/** `next` is set when the page is full, unless the conditions leave nothing beyond it. */
export function toPage<T>(
  list: List<T>,
  query: ListQuery<T>,
  request: PageRequest,
  rows: readonly Row[],
): Page<T> {
  const items = rows.map((row) => {
    const item = madeOf(() => query.item(row));
    if (item instanceof LedgerError) throw item;
    return item;
  });
  const last = items.length === request.limit ? items.at(-1) : undefined;
  const position = last === undefined ? null : positionOf(list, last, request.filters);
  const sort = sortOf(list, request.filters);
  const isOver = position && isExhausted(sort, request, position);
  const next = isOver ? null : position;
  const page = { items, next, timestamp: query.timestamp?.(rows) ?? null };
  return query.isPartial?.(rows) ? partial(page) : page;
}
