// A client that reads a list in memory by nothing but its links, and what it must have seen.
import fc from 'fast-check';
import { expect } from 'vitest';
import { printNextLink } from '../../src/contract/next-link.js';
import { comparePositions } from '../../src/contract/position.js';
import { type Query, readQuery } from '../../src/contract/query.js';
import {
  defaultLimits,
  type Filter,
  type List,
  type Order,
  type Position,
} from '../../src/contract/resource.js';
import { readSearch } from '../../src/rest/search.js';
import { nthValue } from './nth-value.js';

export type Row = readonly bigint[];
export type Meets = (list: List, filters: readonly Filter[], row: Row) => boolean;

const limits = { ...defaultLimits, maxPage: 4 };

/** Reads a list in memory as a client does: page after page, by nothing but the links. */
function follow(list: List, search: string, rows: readonly Row[], meets: Meets): Position[] {
  const seen: Position[] = [];
  let link: string | null = `${list.path}?${search}`;
  for (let pages = 0; link !== null; pages += 1) {
    expect(pages, `endless at ${link}`).toBeLessThan(rows.length + 2);
    const query: Query = readSearch(link.split('?')[1] as string, limits.repeats);
    const { filters, limit, order = list.order } = readQuery(list, query, limits);
    const page = inOrder(
      list,
      order,
      rows.filter((row) => meets(list, filters, row)),
    ).slice(0, limit);
    seen.push(...page);
    const last: Position | undefined = page.at(-1);
    const isFull = last !== undefined && page.length === limit;
    link = isFull ? printNextLink({ path: list.path, query, list, order }, last) : null;
  }
  return seen;
}

/** All that is asked for comes, each row once, in order. */
export function expectAll(list: List, search: string, rows: readonly Row[], meets: Meets): void {
  const query = readSearch(search, limits.repeats);
  const { filters, order = list.order } = readQuery(
    { ...list, rules: [], spelled: [] },
    query,
    limits,
  );
  // What the list refuses as a whole, such as an empty range, has no pages.
  if (list.rules?.some((rule) => rule(filters))) return;
  const wanted = rows.filter((row) => meets(list, filters, row));
  expect(follow(list, search, rows, meets)).toEqual(inOrder(list, order, wanted));
}

const inOrder = (list: List, order: Order, rows: readonly Row[]): Position[] =>
  rows
    .map((row) => list.sort.map(({ kind }, key) => nthValue(kind, row[key] as bigint)))
    .sort((a, b) => comparePositions(list.sort, order, a, b));

export function meetsOne({ operator }: Filter, value: bigint, bound: bigint): boolean {
  if (operator === 'eq') return value === bound;
  if (operator === 'ne') return value !== bound;
  if (operator === 'gt') return value > bound;
  if (operator === 'gte') return value >= bound;
  return operator === 'lt' ? value < bound : value <= bound;
}

/** The parameters beside the bounds. */
export const tail = fc.tuple(
  fc.constantFrom('', 'limit=1', 'limit=2', 'limit=3', 'limit=99', 'Limit=1'),
  fc.constantFrom('', 'order=asc', 'order=desc', 'order=DESC'),
);

export const shuffled = (parts: readonly string[]) =>
  fc.shuffledSubarray([...parts], { minLength: parts.length }).map((all) => all.join('&'));
