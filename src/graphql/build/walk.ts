// Reading of pages for a connection: arguments to page requests, and pages until there are rows enough. The only such place.
import { pageSizes } from '../../contract/flows.js';
import { isPartial } from '../../contract/partial.js';
import { positionOf, readCursor } from '../../contract/position.js';
import {
  defaultLimits,
  type Filter,
  flipped,
  type List,
  type Order,
  type Position,
} from '../../contract/resource.js';
import { latestTimestamp } from '../../contract/timestamps.js';
import { badInput, LedgerError } from '../../errors.js';
import type { Page, PageRequest, Parts } from '../../ledger.js';
import { mostScanned } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { lostList } from '../reading/loaders.js';
import type { Keep } from './further-conditions.js';
import type { Asked, Walked } from './paging.js';

export interface ConnectionArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
  readonly order?: Order | null | undefined;
}

/** @throws LedgerError BAD_USER_INPUT that names the argument, before any call is made. */
export function readArguments<T>(
  list: List<T>,
  given: ConnectionArguments,
  maximum: number,
): Asked<T> {
  const { first, last, after, before } = given;
  if (isGiven(first) && isGiven(last)) {
    throw badInput('last', last, 'must not be combined with first; take one of them');
  }
  const fromEnd = isGiven(last);
  const size = (fromEnd ? last : first) ?? Math.min(defaultLimits.page, maximum);
  if (size < 0 || size > maximum) {
    throw badInput(fromEnd ? 'last' : 'first', size, `must be from 0 to ${maximum}`);
  }
  return {
    list,
    size,
    fromEnd,
    order: given.order ?? list.order,
    ...(isGiven(after) && { after: readCursor(list as List, 'after', after) }),
    ...(isGiven(before) && { before: readCursor(list as List, 'before', before) }),
  };
}

const isGiven = <T>(value: T | null | undefined): value is T =>
  value !== null && value !== undefined;

/** The request for what is asked, in the order of the walk: backwards when taken from the end. */
export function walkRequest({
  order,
  fromEnd,
  after,
  before,
}: Pick<Asked<never>, 'order' | 'fromEnd' | 'after' | 'before'>): Pick<
  PageRequest,
  'order' | 'after' | 'before'
> {
  const [start, end] = fromEnd ? [before, after] : [after, before];
  return {
    order: fromEnd ? flipped[order] : order,
    ...(start && { after: start }),
    ...(end && { before: end }),
  };
}

/** Which rows of a list they are, under which conditions; `keep` leaves out rows that do not meet others. */
export interface Below<T> {
  readonly key?: string;
  readonly filters: readonly Filter[];
  readonly parts?: Parts;
  readonly keep?: Keep<T>;
}

async function meeting<T>(rows: readonly T[], keep: Keep<T>): Promise<T[]> {
  const stays = await keep(rows);
  return rows.filter((_row, index) => stays[index]);
}

/**
 * Reads pages until the size is reached, the list ends, or a page after the first can not be had;
 * what was read by then is kept, and `next` tells where to go on. Null below a key that is unknown.
 */
export async function walk<T>(
  context: Context,
  asked: Asked<T>,
  conditions: Below<T>,
): Promise<Walked<T> | null> {
  const { list } = asked;
  const { keep, ...below } = conditions;
  const request = walkRequest(asked);
  const isUnpaged = list.unpaged?.(below.filters) ?? false;
  if (isUnpaged && (request.after || request.before)) throw notPaged();
  if (asked.size === 0) {
    // Pages may come empty and yet have a next one: there is more where one item is found.
    const found = await walk(context, { ...asked, size: 1 }, conditions);
    const isMore = found !== null && (found.items.length > 0 || found.next !== null);
    return found && { ...found, items: [], next: null, timestamp: null, isMore };
  }
  const { maxPage } = pageSizes(list);
  const items: T[] = [];
  let next: Position | null = request.after ?? null;
  let timestamp: string | null = null;
  let isWhole = true;
  let isFirst = true;
  let pages = 0;
  while (items.length < asked.size && (isFirst || next !== null)) {
    const left = asked.size - items.length;
    const limit = keep ? maxPage : Math.min(left, maxPage);
    const position = next ? { after: next } : {};
    let page: Page<T> | null;
    try {
      page = await context.loaders.pages(list).load({ limit, ...below, ...request, ...position });
    } catch (error) {
      if (isFirst) throw error;
      return { items, next, timestamp, isWhole, stopped: error };
    }
    if (!page) return isFirst ? null : { items, next, timestamp, isWhole, stopped: lostList() };
    isFirst = false;
    const kept = keep ? await meeting(page.items, keep) : page.items;
    items.push(...kept.slice(0, left));
    // What lies behind the last row that is shown is read again by who goes on.
    next = kept.length > left ? positionOf(list, items.at(-1) as T, below.filters) : page.next;
    isWhole &&= !(list.canBePartial && isPartial(page));
    pages += 1;
    if (isUnpaged || (keep && pages === mostScanned)) break;
    timestamp = latestTimestamp([timestamp, page.timestamp]);
  }
  return { items, next, timestamp, isWhole };
}

function notPaged(): LedgerError {
  return new LedgerError(
    'UPSTREAM_PAGINATION',
    'The contract gives one page of a search by name and no way to go on; narrow the name',
  );
}
