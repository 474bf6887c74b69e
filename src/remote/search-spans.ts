// Searches that a mirror node takes only within a span of time, walked from span to span (contract H.1).
import { isStrict, lower, upper } from '../contract/operators.js';
import { comparePositions, positionOf } from '../contract/position.js';
import type { Filter, List, Operator, Position, Search } from '../contract/resource.js';
import { nanoseconds, printTimestamp } from '../contract/values.js';
import type { Page, PageRequest } from '../ledger.js';
import { filtersWithin, meetsOwnBounds } from './next-page.js';

/** One page of a list, as the mirror node answers it. */
type Call<T> = (request: PageRequest) => Promise<Page<T> | null>;

/** The last place that a time has. */
const lastIndex = String(2 ** 31 - 1);
const nothing = { items: [], next: null, timestamp: null };

const printed = (at: bigint) => printTimestamp(at) as string;

/** Whether a request must be walked: a search whose range of times the mirror node would refuse. */
export function isWalked(list: List, request: PageRequest): boolean {
  const filters = list.search && filtersWithin(list, request);
  return filters != null && list.search?.broken(filters) !== undefined;
}

/**
 * The page of one span: that which begins where the request does. Without a match it may be empty and yet
 * have a next one; spans in which nobody has logged anything are passed over.
 */
export async function searchedPage<T>(
  list: List<T>,
  request: PageRequest,
  call: Call<T>,
): Promise<Page<T> | null> {
  const { span } = list.search as Search;
  const [time, within] = list.sort.map(({ parameter }) => parameter);
  const { order } = request;
  const filters = filtersWithin(list, request);
  if (!filters) return nothing;
  const [near, far] = order === 'asc' ? [lower, upper] : [upper, lower];
  const bound = (operators: readonly Operator[], of: readonly Filter[]) => {
    const own = of.find((f) => f.parameter === time && operators.includes(f.operator));
    if (!own) return null;
    if (!isStrict(own.operator)) return nanoseconds(own.value);
    return nanoseconds(own.value) + (operators === lower ? 1n : -1n);
  };
  /** The first of all from somewhere on: by places alone, any range of times will do. */
  const firstOfAny = async (own: readonly Filter[]) => {
    const wanted = own.filter(({ parameter }) => parameter === time || parameter === within);
    const { after: _after, before: _before, ...rest } = request;
    const found = await call({ ...rest, filters: wanted, limit: 1 });
    return found?.items[0];
  };

  const given = bound(near, filters);
  const first = given === null ? await firstOfAny(filters) : undefined;
  if (given === null && !first) return nothing;
  const start = given ?? nanoseconds(positionOf(list, first as T)[0] as string);
  const limit = bound(far, filters);
  const edge = order === 'asc' ? start + span - 1n : start - span + 1n;
  const isBeyond = (at: bigint, other: bigint) => (order === 'asc' ? at >= other : at <= other);
  if (limit !== null && !isBeyond(limit, start)) return nothing;
  const isLast = limit !== null && isBeyond(edge, limit);
  const reached = edge < 0n;
  const end = reached ? 0n : edge;

  // A bound on the second key goes with the end of the range, which is not the end of this span.
  const inSpan = filters.filter(({ parameter, operator }) => {
    const isPlace = parameter === time || parameter === within;
    return isLast || !(isPlace && far.includes(operator));
  });
  const boundedBy = ([, operator]: typeof far, at: bigint): Filter => ({
    parameter: time as string,
    operator,
    value: printed(at),
  });
  const bounds = [
    ...(isLast ? [] : [boundedBy(far, end)]),
    ...(given === null ? [boundedBy(near, start)] : []),
  ];
  const { after: _after, before: _before, ...rest } = request;
  const found = await call({ ...rest, filters: [...inSpan, ...bounds] });
  // What the bounds of a span have taken the place of is still asked for.
  const isMeant = (row: T) =>
    meetsOwnBounds(list, request.filters, positionOf(list, row, request.filters));
  const page = found && { ...found, items: found.items.filter(isMeant) };
  if (!page || page.next !== null || isLast || reached) return page;
  const next: Position = [printed(end), order === 'asc' ? lastIndex : '0'];
  if (page.items.length > 0) return { ...page, next };

  const behind = filtersWithin(list, { ...request, filters, after: next });
  const following = behind && (await firstOfAny(behind));
  if (!following) return { ...page, next: null };
  const place = justBefore(positionOf(list, following), order);
  const further = comparePositions(list.sort, order, place, next) > 0 ? place : next;
  return { ...page, next: further };
}

/** The place after which a row is the first. */
function justBefore([time = '', index = '0']: Position, order: 'asc' | 'desc'): Position {
  if (order === 'desc') return [time, String(BigInt(index) + 1n)];
  if (index !== '0') return [time, String(BigInt(index) - 1n)];
  return [printed(nanoseconds(time) - 1n), lastIndex];
}
