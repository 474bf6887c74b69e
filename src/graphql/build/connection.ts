// Paging of connections: arguments to page requests, pages to edges. The only such place.
import type { GraphQLResolveInfo } from 'graphql';
import { pageSizes } from '../../contract/flows.js';
import { isPartial } from '../../contract/partial.js';
import { positionOf, printCursor, readCursor } from '../../contract/position.js';
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
import { Ends } from './page-info.js';
import {
  type Asked,
  type Connection,
  type Count,
  type PageInfo,
  unknownCount,
  type Walked,
} from './paging.js';
import { isWorthStreaming, streamed } from './streamed.js';

export interface ConnectionArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
  readonly order?: Order | null | undefined;
}

/** @throws LedgerError BAD_USER_INPUT that names the argument, before any call is made. */
export function readArguments(list: List, given: ConnectionArguments, maximum: number): Asked {
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
    size,
    fromEnd,
    order: given.order ?? list.order,
    ...(isGiven(after) && { after: readCursor(list, 'after', after) }),
    ...(isGiven(before) && { before: readCursor(list, 'before', before) }),
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
}: Asked): Pick<PageRequest, 'order' | 'after' | 'before'> {
  const [start, end] = fromEnd ? [before, after] : [after, before];
  return {
    order: fromEnd ? flipped[order] : order,
    ...(start && { after: start }),
    ...(end && { before: end }),
  };
}

/** Which list it is, under which conditions; `keep` leaves out rows that do not meet others. */
interface Below<T> {
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
  list: List<T>,
  asked: Asked,
  conditions: Below<T>,
): Promise<Walked<T> | null> {
  const { keep, ...below } = conditions;
  const request = walkRequest(asked);
  const isUnpaged = list.unpaged?.(below.filters) ?? false;
  if (isUnpaged && (request.after || request.before)) throw notPaged();
  if (asked.size === 0) {
    // Pages may come empty and yet have a next one: there is more where one item is found.
    const found = await walk(context, list, { ...asked, size: 1 }, conditions);
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

const notWhole = (list: List): LedgerError =>
  new LedgerError('UPSTREAM_BAD_DATA', `Not all of this is known: ${list.canBePartial}`);

function notPaged(): LedgerError {
  return new LedgerError(
    'UPSTREAM_PAGINATION',
    'The contract gives one page of a search by name and no way to go on; narrow the name',
  );
}

/** An item in its place; the cursor is printed for who asks for it, which few do for all items. */
class Edge<T, N> {
  readonly node: N;
  readonly #list: List<T>;
  readonly #item: T;
  readonly #filters: readonly Filter[];

  constructor(list: List<T>, item: T, node: N, filters: readonly Filter[]) {
    this.#list = list;
    this.#item = item;
    this.#filters = filters;
    this.node = node;
  }

  get cursor(): string {
    return printCursor(this.#list, positionOf(this.#list, this.#item, this.#filters));
  }
}

/** What a walk has read; edges and page info are made for who asks for them. */
class WalkedPage<T, N> implements Connection<N> {
  readonly timestamp: string | null;
  readonly nodes: N[];
  readonly isEmpty: boolean;
  readonly #count: Count;
  readonly #list: List<T>;
  readonly #asked: Asked;
  readonly #walked: Walked<T>;
  readonly #items: readonly T[];
  readonly #filters: readonly Filter[];
  #edges: Edge<T, N>[] | null = null;
  #pageInfo: PageInfo | null = null;

  constructor(
    list: List<T>,
    asked: Asked,
    walked: Walked<T>,
    node: (item: T) => N,
    filters: readonly Filter[],
    count: Count,
  ) {
    this.#count = count;
    this.#filters = filters;
    this.timestamp = walked.timestamp;
    this.#list = list;
    this.#asked = asked;
    this.#walked = walked;
    this.#items = asked.fromEnd ? [...walked.items].reverse() : walked.items;
    this.nodes = this.#items.map(node);
    this.isEmpty = this.#items.length === 0;
  }

  get totalCount(): ReturnType<Count> {
    return this.#count();
  }

  get edges(): Edge<T, N>[] {
    this.#edges ??= this.#items.map(
      (item, index) => new Edge(this.#list, item, this.nodes[index] as N, this.#filters),
    );
    return this.#edges;
  }

  get pageInfo(): PageInfo {
    this.#pageInfo ??= this.#readPageInfo();
    return this.#pageInfo;
  }

  #readPageInfo(): PageInfo {
    const { fromEnd, before, after, size } = this.#asked;
    const { next, isMore = next !== null } = this.#walked;
    const items = this.#items;
    // With fewer edges than were asked for, the place that was read up to is where the client can go on.
    const place = next && items.length < size ? printCursor(this.#list, next) : null;
    const cursors = [items[0], items.at(-1)].map((item) => () => this.#cursorOf(item));
    const [first, last] = cursors as [() => string | null, () => string | null];
    return new Ends(
      fromEnd ? before !== undefined : isMore,
      fromEnd ? isMore : after !== undefined,
      fromEnd && place !== null ? () => place : first,
      fromEnd || place === null ? last : () => place,
    );
  }

  #cursorOf(item: T | undefined): string | null {
    if (item === undefined) return null;
    return printCursor(this.#list, positionOf(this.#list, item, this.#filters));
  }
}

export const toConnection = <T, N>(
  list: List<T>,
  asked: Asked,
  walked: Walked<T>,
  node: (item: T) => N,
  filters: readonly Filter[] = [],
  totalCount: Count = unknownCount,
): Connection<N> => new WalkedPage(list, asked, walked, node, filters, totalCount);

/** Where in the answer a connection stands. */
export type Place = Pick<GraphQLResolveInfo, 'path'>;

/**
 * A page of a list as a connection: arguments, walk, edges. Where the walk stops, it warns.
 * @throws LedgerError at once for wrong arguments, so that whoever begins early knows that nothing is read.
 */
export function connect<T, N>(
  context: Context,
  at: Place,
  list: List<T>,
  given: ConnectionArguments,
  below: Below<T>,
  node: (item: T, timestamp: string | null) => N,
): Promise<Connection<N> | null> {
  const asked = readArguments(list, given, context.maxPage);
  const read = async (part: Asked) => {
    const walked = await walk(context, list, part, below);
    if (walked?.isWhole === false) stop(notWhole(list));
    return walked;
  };
  const { key, filters, keep } = below;
  // What is left out by reading is in no count of the ledger's.
  const count = keep
    ? unknownCount
    : () =>
        context.loaders.counts(list as List).load({ filters, ...(key !== undefined && { key }) });
  const make = (walked: Walked<T>) =>
    toConnection(list, asked, walked, (item) => node(item, walked.timestamp), filters, count);
  const stop = (error: unknown) => context.warn(at, error);
  const isStreamed =
    context.streams && isWorthStreaming(asked) && !list.unpaged?.(below.filters) && !below.keep;
  if (isStreamed) return streamed(asked, { read, make, stop, count });
  const show = async () => {
    const walked = await read(asked);
    if (walked?.stopped !== undefined) stop(walked.stopped);
    return walked && make(walked);
  };
  return show();
}
