// Connections: what a walk has read as nodes, edges and page info.
import type { GraphQLResolveInfo } from 'graphql';
import { positionOf, printCursor } from '../../contract/position.js';
import type { Filter, List } from '../../contract/resource.js';
import { LedgerError } from '../../errors.js';
import type { Context } from '../reading/context.js';
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
import { type Below, type ConnectionArguments, readArguments, walk } from './walk.js';

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

/** What places of rows depend on, and how many there are. */
interface Beside {
  readonly filters: readonly Filter[];
  readonly count: Count;
}

/** What a walk has read; edges and page info are made for who asks for them. */
class WalkedPage<T, N> implements Connection<N> {
  readonly timestamp: string | null;
  readonly nodes: N[];
  readonly isEmpty: boolean;
  readonly #asked: Asked<T>;
  readonly #walked: Walked<T>;
  readonly #beside: Beside;
  readonly #items: readonly T[];
  #edges: Edge<T, N>[] | null = null;
  #pageInfo: PageInfo | null = null;

  constructor(asked: Asked<T>, walked: Walked<T>, node: (item: T) => N, beside: Beside) {
    this.timestamp = walked.timestamp;
    this.#asked = asked;
    this.#walked = walked;
    this.#beside = beside;
    this.#items = asked.fromEnd ? [...walked.items].reverse() : walked.items;
    this.nodes = this.#items.map(node);
    this.isEmpty = this.#items.length === 0;
  }

  get totalCount(): ReturnType<Count> {
    return this.#beside.count();
  }

  get edges(): Edge<T, N>[] {
    const { list } = this.#asked;
    const { filters } = this.#beside;
    this.#edges ??= this.#items.map(
      (item, index) => new Edge(list, item, this.nodes[index] as N, filters),
    );
    return this.#edges;
  }

  get pageInfo(): PageInfo {
    this.#pageInfo ??= this.#readPageInfo();
    return this.#pageInfo;
  }

  #readPageInfo(): PageInfo {
    const { list, fromEnd, before, after, size } = this.#asked;
    const { next, isMore = next !== null } = this.#walked;
    const items = this.#items;
    // With fewer edges than were asked for, the place that was read up to is where the client can go on.
    const place = next && items.length < size ? printCursor(list as List, next) : null;
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
    const { list } = this.#asked;
    return printCursor(list as List, positionOf(list, item, this.#beside.filters));
  }
}

/** Under no conditions, of so many rows that nobody counts. */
const plain: Beside = { filters: [], count: unknownCount };

export const toConnection = <T, N>(
  asked: Asked<T>,
  walked: Walked<T>,
  node: (item: T) => N,
  beside = plain,
): Connection<N> => new WalkedPage(asked, walked, node, beside);

/** Where in the answer a connection stands. */
export type Place = Pick<GraphQLResolveInfo, 'path'>;

const notWhole = (list: List): LedgerError =>
  new LedgerError('UPSTREAM_BAD_DATA', `Not all of this is known: ${list.canBePartial}`);

/** Which page of a list is shown, and how. */
interface Shown<T, N> {
  readonly list: List<T>;
  readonly args: ConnectionArguments;
  readonly below: Below<T>;
  node(item: T, timestamp: string | null): N;
}

/**
 * A page of a list as a connection: arguments, walk, edges. Where the walk stops, it warns.
 * @throws LedgerError at once for wrong arguments, so that whoever begins early knows that nothing is read.
 */
export function connect<T, N>(
  context: Context,
  at: Place,
  { list, args, below, node }: Shown<T, N>,
): Promise<Connection<N> | null> {
  const asked = readArguments(list, args, context.maxPage);
  const read = async (part: Asked<T>) => {
    const walked = await walk(context, part, below);
    if (walked?.isWhole === false) stop(notWhole(list));
    return walked;
  };
  const { key, filters, keep } = below;
  // What is left out by reading is in no count of the ledger's.
  const count = keep
    ? unknownCount
    : () =>
        context.loaders.counts(list as List).load({ filters, ...(key !== undefined && { key }) });
  const beside = { filters, count };
  const make = (walked: Walked<T>) =>
    toConnection(asked, walked, (item) => node(item, walked.timestamp), beside);
  const stop = (error: unknown) => context.warn(at, error);
  const isStreamed =
    context.streams && isWorthStreaming(asked) && !list.unpaged?.(filters) && !keep;
  if (isStreamed) return streamed(asked, { read, make, stop, count });
  const show = async () => {
    const walked = await read(asked);
    if (walked?.stopped !== undefined) stop(walked.stopped);
    return walked && make(walked);
  };
  return show();
}
