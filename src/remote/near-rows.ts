// Items that are the first of a list from a time on: those of times that are near each other come of one page.
import { defaultLimits, type Elsewhere, type List, type Lookup } from '../contract/resource.js';
import { nanoseconds } from '../contract/values.js';
import { LedgerError } from '../errors.js';
import { type Page, type PageRequest, type Settled, settled } from '../ledger.js';
import { another } from './answer.js';

/** Rows that may lie between two times which are asked for together: so many are read for nothing. */
const mostBetween = 10n;

type Near = Elsewhere & { readonly every: bigint };

const nearOf = (lookup: Lookup, key: string): Near | undefined => {
  const elsewhere = lookup.elsewhere?.(key);
  return elsewhere?.every === undefined ? undefined : (elsewhere as Near);
};

/** Rows from the one time to the other, both included, as far as can be told. */
const rowsBetween = (from: string, to: string, every: bigint): bigint =>
  (nanoseconds(to) - nanoseconds(from)) / every + 2n;

/** Keys in groups of times that are near each other, and those that have none near them. */
export function apart<T>(
  lookup: Lookup<T>,
  keys: readonly string[],
): { readonly near: readonly (readonly string[])[]; readonly far: readonly string[] } {
  if (keys.length < 2) return { near: [], far: keys };
  const isTime = (key: string) => nearOf(lookup as Lookup, key) !== undefined;
  const times = keys.filter(isTime).sort((a, b) => (nanoseconds(a) < nanoseconds(b) ? -1 : 1));
  const groups: string[][] = [];
  for (const time of times) {
    const group = groups.at(-1);
    const { every } = nearOf(lookup as Lookup, time) as Near;
    const isNear =
      group !== undefined &&
      rowsBetween(group.at(-1) as string, time, every) <= mostBetween &&
      rowsBetween(group[0] as string, time, every) <= defaultLimits.maxPage;
    if (isNear) group.push(time);
    else groups.push([time]);
  }
  const near = groups.filter((group) => group.length > 1);
  const together = new Set(near.flat());
  return { near, far: keys.filter((key) => !together.has(key)) };
}

/**
 * The items of a group of times, in rising order. A page that ends too early, where rows are denser
 * than they should be, is gone on from the first time that it does not reach, so that each call
 * answers one of them at the least.
 */
export async function nearRows<T>(
  lookup: Lookup<T>,
  times: readonly string[],
  read: (list: List<T>, request: PageRequest) => Promise<Page<T> | null>,
): Promise<ReadonlyMap<string, Settled<T | null>>> {
  const found = new Map<string, Settled<T | null>>();
  let left = times;
  while (left.length > 0) {
    const [first, last] = [left[0] as string, left.at(-1) as string];
    const { list, filters, every } = nearOf(lookup as Lookup, first) as Near;
    const rows = left.length > 1 ? Number(rowsBetween(first, last, every)) : 1;
    const limit = Math.min(rows, defaultLimits.maxPage);
    const page = await settled(read(list as List<T>, { filters, order: 'asc', limit }));
    if (page instanceof LedgerError) {
      for (const time of left) found.set(time, page);
      return found;
    }
    const items = page?.items ?? [];
    const reached = left.filter((time) => {
      const item = items.find((one) => lookup.goesBy?.(time, one, []));
      // The first is answered in any case, as a call for it alone would be: so there is an end.
      const isFirst = time === first;
      if (item === undefined && page?.next && !isFirst) return false;
      found.set(time, item ?? (isFirst && items.length > 0 ? another(lookup) : null));
      return true;
    });
    left = left.slice(reached.length);
  }
  return found;
}
