// Pages of many ids: split into calls that every mirror node takes, then put together again.
import { comparePositions, positionOf } from '../contract/position.js';
import type { Filter, List, Position } from '../contract/resource.js';
import { latestTimestamp } from '../contract/timestamps.js';
import type { Page, PageRequest } from '../ledger.js';
import { keysBeyond } from './next-page.js';

interface Split {
  readonly requests: readonly PageRequest[];
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
  const [key, ...minor] = list.sort;
  if (!key || minor.length > 0 || list.parameters[key.parameter]?.repeat !== 'any') return null;
  const isId = (filter: (typeof filters)[number]) =>
    filter.parameter === key.parameter && filter.operator === 'eq';
  const named = new Map(filters.filter(isId).map((filter) => [filter.value, filter]));
  const ids = [...named.keys()];
  const hasOrder = ids.every((id) => key.kind.toInt64?.(id) != null);
  if (ids.length === 0 || !hasOrder || (ids.length <= chunk && !after)) return null;

  const others = filters.filter((filter) => !isId(filter));
  const open = (after ? keysBeyond(list, order, ids, after) : ids).sort((a, b) =>
    comparePositions(list.sort, order, [a], [b]),
  );
  const asked = open.slice(0, Math.max(limit, chunk));
  const requests: PageRequest[] = [];
  for (let start = 0; start < asked.length; start += chunk) {
    const own = asked.slice(start, start + chunk).map((value) => named.get(value) as Filter);
    const size = Math.min(limit, own.length);
    requests.push({ ...rest, order, limit: size, filters: [...others, ...own] });
  }
  return { requests, end: asked.length < open.length ? [asked.at(-1) as string] : null };
}

/** One page out of those of the parts: it is complete up to the first place where a part goes on. */
export function joinPages<T>(
  list: List<T>,
  { order, limit }: PageRequest,
  pages: readonly Page<T>[],
  end: Position | null,
): Page<T> {
  const compare = (a: Position, b: Position) => comparePositions(list.sort, order, a, b);
  const stops = [...pages.map(({ next }) => next), end].filter((next) => next !== null);
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
