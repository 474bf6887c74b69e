// Lists that the body of a look-up carries along: where a whole page about one thing is read, one call answers both.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { List, Lookup } from '../contract/resource.js';
import { lookups, ownerOf } from '../contract/resources/index.js';
import type { ItemRequest, Operation, PageRequest } from '../ledger.js';
import type { Body } from './body.js';
import type { Pairs } from './request-target.js';

/**
 * Mirror nodes have needed many seconds for the inner lists of busy accounts: that risk is taken only
 * where so many other lists of the same key are read at once that a call less matters.
 */
const otherLists = 2;
/**
 * Waits of so many milliseconds each, after which both are asked for by themselves after all. One wait
 * of them all would end at once where this process itself had stood still, as if the peer were slow.
 */
const patience = { waits: 10, each: 200 };
/** Keys of which that has happened, and the milliseconds for which it is remembered. */
const remembered = { max: 1_000, ttl: 600_000 };

/** A call of a look-up, with parameters that are added to its own. */
export type BodyCall = (
  lookup: Lookup,
  key: string,
  request: ItemRequest,
  added: Pairs,
  operation: Operation,
) => Promise<Body | null>;

/** Of one key within one tick: who wants the look-up, and who its list. */
interface Meeting {
  item?: ItemRequest;
  page?: PageRequest;
  /** Answer of the call for both, where they have met; undefined where it fails or is late. */
  body?: Promise<Body | null | undefined>;
  readonly over: Promise<void>;
}

const carriers = new Map<List, Lookup>();
for (const lookup of lookups) if (lookup.embedded) carriers.set(lookup.embedded.list, lookup);

/** Key of the look-up whose body carries a page of a list; undefined where none does. */
function carriedBy(list: List, { filters, after, before }: PageRequest) {
  const lookup = carriers.get(list);
  const [own, ...others] = filters;
  // What a client has typed itself is no list of what is looked up, and must not fail with it.
  const isPlain = own?.operator === 'eq' && !own.given && others.length === 0 && !after && !before;
  if (!lookup || !isPlain || own.parameter !== lookup.embedded?.by) return undefined;
  return { lookup, key: own.value };
}

export function carriedLists(call: BodyCall) {
  const meetings = new WeakMap<Operation, Map<string, Meeting>>();
  /** Other lists that are read below keys: only that there are two of them matters, and when does not. */
  const lists = new WeakMap<Operation, Map<string, number>>();
  const slow = new LRUCache<string, true>(remembered);

  function meet(lookup: Lookup, key: string, operation: Operation): Meeting {
    const all = meetings.get(operation) ?? new Map<string, Meeting>();
    meetings.set(operation, all);
    const name = `${lookup.name} ${key}`;
    const known = all.get(name);
    if (known) return known;
    // After all that fields have asked for in this tick, which loaders put off to its end.
    const meeting: Meeting = { over: setImmediate().then(() => close()) };
    all.set(name, meeting);
    const close = () => {
      all.delete(name);
      const { item, page } = meeting;
      if (!item || !page || slow.has(name)) return;
      const added = [
        ['limit', String(page.limit)],
        ['order', page.order],
      ] as const;
      meeting.body = inTime(call(lookup, key, item, added, operation)).then((body) => {
        // Whose client has left says nothing of the peer; whose time was over has waited for it.
        const isLeft = operation.over !== undefined && performance.now() < operation.deadline;
        if (body === undefined && !isLeft) slow.set(name, true);
        return body;
      });
    };
    return meeting;
  }

  /** Counted for the look-up that they are below, at no more cost than that: most have no such meeting. */
  function countBelow(owner: Lookup, key: string, operation: Operation): void {
    const all = lists.get(operation) ?? new Map<string, number>();
    lists.set(operation, all);
    const name = `${owner.name} ${key}`;
    all.set(name, (all.get(name) ?? 0) + 1);
  }

  async function bodyFor(meeting: Meeting): Promise<Body | null | undefined> {
    await meeting.over;
    return meeting.body;
  }

  async function bodyOf(
    lookup: Lookup,
    key: string,
    request: ItemRequest,
    operation: Operation,
  ): Promise<Body | null | undefined> {
    // What loaders ask for in this tick has all been asked when the first promise goes on.
    await undefined;
    const others = lists.get(operation)?.get(`${lookup.name} ${key}`) ?? 0;
    if (others < otherLists) return undefined;
    const meeting = meet(lookup, key, operation);
    if (meeting.item) return undefined;
    meeting.item = request;
    return bodyFor(meeting);
  }

  async function bodyWith(list: List, meeting: Meeting): Promise<Body | undefined> {
    const body = await bodyFor(meeting);
    // Of nobody there are no transactions in the body, and yet there may be some in the list.
    return body && Array.isArray(body[list.items]) ? body : undefined;
  }

  return {
    /** The body of a look-up, with its list; undefined where it is to be asked for by itself. */
    withItem(lookup: Lookup, key: string, request: ItemRequest, operation: Operation) {
      if (!lookup.embedded || request.filters.length > 0) return undefined;
      return bodyOf(lookup, key, request, operation);
    },

    /** The body that carries a page; undefined where that is to be asked for by itself. */
    withPage(list: List, request: PageRequest, operation: Operation) {
      const owner = request.key === undefined ? undefined : ownerOf(list);
      if (owner?.embedded) countBelow(owner, request.key as string, operation);
      const carrier = carriedBy(list, request);
      if (!carrier) return undefined;
      const meeting = meet(carrier.lookup, carrier.key, operation);
      if (meeting.page) return undefined;
      meeting.page = request;
      return bodyWith(list, meeting);
    },
  };
}

/** An answer that comes in time; undefined for one that is late, or fails. */
async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  const late = async (): Promise<undefined> => {
    for (let wait = 0; wait < patience.waits; wait += 1) {
      await setTimeout(patience.each, undefined, { signal: timer.signal });
    }
    return undefined;
  };
  try {
    return await Promise.race([answer.catch(() => undefined), late().catch(() => undefined)]);
  } finally {
    timer.abort();
  }
}
