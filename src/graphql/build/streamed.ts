// A long list page by page, for operations that stream it: what was read is given out before the rest is.
import { defaultLimits } from '../../contract/resource.js';
import { latestTimestamp } from '../../contract/timestamps.js';
import type { Asked, Connection, Count, Walked } from './paging.js';

/** Reads what is asked for, in one page at the most. */
type ReadPage<T> = (asked: Asked<T>) => Promise<Walked<T> | null>;

/** Whether there can be more pages than one, and they come in the order of the edges. */
export const isWorthStreaming = ({
  size,
  fromEnd,
}: Pick<Asked<never>, 'size' | 'fromEnd'>): boolean => !fromEnd && size > defaultLimits.maxPage;

interface Streaming<T, N> {
  read: ReadPage<T>;
  /** Gives a connection of pages that are read. */
  make(walked: Walked<T>): Connection<N>;
  /** Is told why a later page can not be had. */
  stop(error: unknown): void;
  count: Count;
}

/**
 * A connection whose edges are read while they are given out, and whose page info waits for the
 * last of them. Resolves with the first page, so that what fails at once fails as a whole.
 */
export async function streamed<T, N>(
  asked: Asked<T>,
  { read, make, stop, count }: Streaming<T, N>,
): Promise<Connection<N> | null> {
  const limited = (size: number) => Math.min(size, defaultLimits.maxPage);
  const readOn = async (part: Asked<T>) => {
    const page = await read(part);
    if (page?.stopped !== undefined) stop(page.stopped);
    return page;
  };
  const pages = [readOn({ ...asked, size: limited(asked.size) })];
  const first = await pages[0];
  if (!first) return null;

  /** The next page; null after the last one, and where it can not be had. */
  async function readAfter(index: number, given: number): Promise<Walked<T> | null> {
    const before = await pages[index];
    const left = asked.size - given;
    if (!before?.next || before.stopped !== undefined || left <= 0) return null;
    try {
      return await readOn({ ...asked, size: limited(left), after: before.next });
    } catch (error) {
      stop(error);
      return null;
    }
  }

  /** Reads on as far as someone wants; two who want the same page share it. */
  async function* walked(): AsyncGenerator<Walked<T>> {
    let given = 0;
    for (let index = 0; ; index++) {
      const page = await pages[index];
      if (!page) return;
      yield page;
      given += page.items.length;
      if (index + 1 === pages.length) {
        pages.push(readAfter(index, given));
      }
    }
  }

  async function* edges() {
    for await (const page of walked()) yield* make(page).edges;
  }

  async function whole(): Promise<Connection<N>> {
    const items: T[] = [];
    let next: Walked<T>['next'] = null;
    let timestamp: string | null = null;
    for await (const page of walked()) {
      items.push(...page.items);
      next = page.next;
      timestamp = latestTimestamp([timestamp, page.timestamp]);
    }
    return make({ items, next, timestamp });
  }

  return {
    isEmpty: first.items.length === 0,
    edges: { [Symbol.asyncIterator]: edges },
    get pageInfo() {
      return whole().then(({ pageInfo }) => pageInfo);
    },
    get totalCount() {
      return count();
    },
    get timestamp() {
      return whole().then(({ timestamp }) => timestamp);
    },
    // The schema's own fields take lists and values that are still to come.
  } as unknown as Connection<N>;
}
