// Pages of many ids: split into calls that every mirror node takes, then put together again.
import { comparedOf } from '../contract/compared.js';
import { comparePositions, positionOf } from '../contract/position.js';
import { type Filter, type List, type Position, sortOf } from '../contract/resource.js';
import { latestTimestamp } from '../contract/timestamps.js';
import { LedgerError } from '../errors.js';
import type { Page, PageRequest, Settled } from '../ledger.js';
import { keysBeyond } from './next-page.js';

interface Split {
  readonly parts: readonly {
    readonly request: PageRequest;
    /** The place of its last id. */
    readonly last: Position;
  }[];
  /** Where the page ends at the latest, since ids are left for the next one. */
  readonly end: Position | null;
}

/**
 * A request for ids by equality, as requests of at most `chunk` ids each. Ids that the position
 * has passed are left out, which says the same as a bound and repeats the parameter less often.
 * Null where the request is not of this kind.
 */
export function splitByIds<T>(list: List<T>, request: PageRequest, chunk: number): Split | null {
  const { after, filters, order, limit, ...rest } = request;
  const sort = sortOf(list, filters);
  const [key, ...minor] = sort;
  if (!key || minor.length > 0 || list.parameters[key.parameter]?.repeat !== 'any') return null;
  const isId = (filter: (typeof filters)[number]) =>
    filter.parameter === key.parameter && filter.operator === 'eq';
  const named = new Map(filters.filter(isId).map((filter) => [filter.value, filter]));
  const ids = [...named.keys()];
  const hasOrder = ids.every((id) => comparedOf(key.kind, id) !== null);
  if (ids.length === 0 || !hasOrder || (ids.length <= chunk && !after)) return null;

  const others = filters.filter((filter) => !isId(filter));
  const open = (after ? keysBeyond(sort, order, ids, after) : ids).sort((a, b) =>
    comparePositions(sort, order, [a], [b]),
  );
  // No call is for fewer ids than it can take: however many are missing, no more calls come of it.
  const asked = open.slice(0, Math.ceil(limit / chunk) * chunk);
  const parts: Split['parts'][number][] = [];
  for (let start = 0; start < asked.length; start += chunk) {
    const values = asked.slice(start, start + chunk);
    const own = values.map((value) => named.get(value) as Filter);
    const size = Math.min(limit, own.length);
    const request = { ...rest, order, limit: size, filters: [...others, ...own] };
    parts.push({ request, last: [values.at(-1) as string] });
  }
  return { parts, end: asked.length < open.length ? [asked.at(-1) as string] : null };
}

/**
 * One page out of those of the parts: it is complete up to the first place where a part goes on, or
 * where one can not be had. @throws LedgerError of the first part, without which there is no page.
 */
export function joinPages<T>(
  list: List<T>,
  { order, limit, filters }: PageRequest,
  { parts, end }: Split,
  answers: readonly Settled<Page<T>>[],
): Page<T> {
  const failed = answers.findIndex((answer) => answer instanceof LedgerError);
  if (failed === 0) throw answers[0];
  const pages = (failed < 0 ? answers : answers.slice(0, failed)) as readonly Page<T>[];
  // Who goes on from the last id before what failed asks for that again, and is told its error.
  const reached = failed < 0 ? end : (parts[failed - 1]?.last ?? null);
  const compare = (a: Position, b: Position) =>
    comparePositions(sortOf(list, filters), order, a, b);
  const stops = [...pages.map(({ next }) => next), reached].filter((next) => next !== null);
  const stop = stops.sort(compare)[0] ?? null;
  const items = pages
    .flatMap((page) => page.items)
    .filter((item) => !stop || compare(positionOf(list, item), stop) <= 0);
  const last = items.length > limit ? items[limit - 1] : undefined;
  const next = last === undefined ? stop : positionOf(list, last);
  // Parts are read at slightly different moments; the newest of them is the page's.
  const timestamp = latestTimestamp(pages.map((page) => page.timestamp));
  return { items: items.slice(0, limit), next, timestamp };
}
