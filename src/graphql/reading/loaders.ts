// One DataLoader per resource and request: what fields ask for in one tick becomes one call.
import type DataLoader from 'dataloader';
import { entityIdOf, referenceForm } from '../../contract/entity.js';
import { Given } from '../../contract/given.js';
import type { Filter, List, Lookup } from '../../contract/resource.js';
import { accountTokens } from '../../contract/resources/accounts.js';
import { balances } from '../../contract/resources/balances.js';
import { ownerOf } from '../../contract/resources/index.js';
import { LedgerError } from '../../errors.js';
import {
  type CountRequest,
  type Ledger,
  type Operation,
  type Page,
  type PageRequest,
  type Parts,
  type Settled,
  settled,
} from '../../ledger.js';
import { withArgument, withArgumentOfKey } from './arguments.js';
import { type AskedFor, type Batch, counted, loader, unlessAsked } from './batching.js';
import { balanceLoader, type PageLoader, relationLoader } from './chosen-rows.js';

type ItemLoader<T> = Pick<DataLoader<string, T | null, string>, 'load' | 'prime'>;

/** Told for how many seconds what was read may be cached. */
export type AgeNote = (maxAge: number) => void;

/** `partsOf` tells, once the operation runs, what it wants of a look-up's items; undefined for all. */
export function makeLoaders(
  ledger: Ledger,
  operation: Operation,
  partsOf: (lookup: Lookup) => Parts | undefined,
  note: AgeNote,
) {
  // Made when they are asked for: an operation needs few of them.
  const made = new Map<string, unknown>();
  const once = <T>(name: string, make: () => T): T => {
    let loader = made.get(name) as T | undefined;
    if (!loader) {
      loader = make();
      made.set(name, loader);
    }
    return loader;
  };
  const typed = new Map<string, Given>();
  const reading: Reading = { ledger, operation, note, typed };
  const askedOf = <T>(name: string): AskedFor<T> => once(`asked of ${name}`, () => new Map());
  const makeItems = <T>(
    name: string,
    lookup: Lookup,
    several: Lookup | List,
    filters: readonly Filter[],
  ): ItemLoader<T> => {
    // No spread in front, here and where else an operation comes by: members behind one cost a microsecond each.
    const own = itemLoader<T>(reading, {
      lookup,
      several,
      filters,
      partsWanted: () => partsOf(lookup),
      asked: askedOf(name),
      // What is looked up has all that a row of it has.
      elsewhere: several === lookup ? null : askedOf(lookup.name),
    });
    made.set(name, own);
    return own;
  };
  // Asked for once for each row, and made once.
  const items = <T>(
    name: string,
    lookup: Lookup,
    several: Lookup | List,
    filters: readonly Filter[] = [],
  ): ItemLoader<T> =>
    (made.get(name) as ItemLoader<T> | undefined) ?? makeItems(name, lookup, several, filters);

  /** Pages whose rows are not counted yet; all that are asked for in one tick go together. */
  function uncounted<T>(list: List<T>): PageLoader<T> {
    return once(`pages of ${list.name}`, () => {
      // Asynchronous, so that one that throws at once takes no other along.
      const page = async (request: PageRequest) => ledger.page(list, request, operation);
      const one = (request: PageRequest) => settled(page(request));
      const load = (requests: readonly PageRequest[]) =>
        list.keys || requests.length > 1
          ? ledger.pages(list, requests, operation)
          : Promise.all(requests.map(one));
      return loader<PageRequest, Page<T> | null>(async (requests) => {
        note(list.maxAge);
        const found = await load(requests);
        if (!list.keyMustExist) return found;
        return Promise.all(
          found.map((page, at) => page ?? missingList(list as List, requests[at]?.key as string)),
        );
      }, textOf);
    });
  }

  /**
   * A list that is missing, below something that the ledger does have, is no list without items:
   * the ledger has contradicted itself. Mostly its owner is read already.
   */
  async function missingList(list: List, key: string): Promise<Settled<null>> {
    const lookup = ownerOf(list);
    const owner = lookup ? await settled(loaders.of(lookup).load(key)) : null;
    if (owner instanceof LedgerError) return owner;
    return owner ? lostList() : null;
  }

  /** Pages of one list, each counted once. */
  function pages<T>(list: List<T>): PageLoader<T> {
    return once(`counted pages of ${list.name}`, () => {
      const counted = new WeakSet<Page<T>>();
      const from = uncounted(list);
      return {
        async load(request) {
          const page = await from.load(request).catch((error) => {
            throw withArgument(error, request.filters);
          });
          if (page && !counted.has(page)) {
            operation.spend(0, page.items.length);
            counted.add(page);
          }
          return page;
        },
      };
    });
  }

  const loaders = {
    pages,
    /** Whether this kind of ledger answers a resource at all. */
    canAnswer: ({ answeredBy }: List | Lookup): boolean =>
      !answeredBy || answeredBy.ledger === ledger.kind,
    /** Whether the lists below several things are a call each, so that those which rows bring along count. */
    readsListsApart: ledger.batching.parents === 1,
    /**
     * A key that the client has typed, by arguments for its parts or by one for all: what a ledger says
     * against it is for the client. Of one that came by several ways nobody can tell which is meant.
     */
    typed(key: string, ...by: string[]): string {
      const before = typed.get(key);
      if (!before) typed.set(key, new Given(...by));
      else if (by.some((name, at) => before.argument(at) !== name)) typed.set(key, new Given());
      return key;
    },
    /** Items of a look-up by key, under the same conditions. */
    of<T>(lookup: Lookup<T>, filters: readonly Filter[] = []): ItemLoader<T> {
      const name = filters.length > 0 ? `${lookup.name} ${JSON.stringify(filters)}` : lookup.name;
      const own = items<T>(name, lookup, lookup, filters);
      return filters.some(({ given }) => given?.argument()) ? askedBy(own, filters) : own;
    },
    /** The same where rows of a list will do, which carry less: several keys go together by it. */
    rows<T, R>(lookup: Lookup<T>, list: List<R>): ItemLoader<T | R> {
      return items(`${list.name} for ${lookup.name}`, lookup, list);
    },
    /** How many items lists have in all; null where that is not told. */
    counts(list: List): DataLoader<CountRequest, number | null, string> {
      return once(`counts of ${list.name}`, () =>
        loader<CountRequest, number | null>(
          async (requests) => {
            note(list.maxAge);
            return (await ledger.counts?.(list, requests, operation)) ?? requests.map(() => null);
          },
          (request) => JSON.stringify(request),
        ),
      );
    },
    /** Rows of a list by the parameter that takes several ids, where nothing else gives one of them. */
    listed<T>(list: List<T>): ItemLoader<T> {
      return once(`${list.name} by ${list.batch}`, () =>
        loader<string, T | null>(async (keys) => {
          note(list.maxAge);
          const found = await ledger.many(list, keys, { filters: [] }, operation);
          return found.map((item) => counted(operation, item, list as List));
        }),
      );
    },
    balance() {
      return once('balance', () =>
        balanceLoader(uncounted(balances), operation, typed, ledger.batching.keys),
      );
    },
    relation() {
      const make = () =>
        relationLoader(uncounted(accountTokens), operation, typed, ledger.batching.keys);
      return once('relation', make);
    },
  };
  return loaders;
}

/** What a page is asked for, however its request was put together. */
const textOf = ({ key, given, filters, order, limit, after, before, parts }: PageRequest) =>
  JSON.stringify([key, given, filters, order, limit, after, before, parts]);

export type Loaders = ReturnType<typeof makeLoaders>;

/** A list of something that is there can not be had, though the ledger says nothing of a failure. */
export const lostList = (): LedgerError =>
  new LedgerError(
    'UPSTREAM_BAD_RESPONSE',
    undefined,
    {},
    new Error('no list below a key that is there'),
  );

/** The same items for who asks under conditions of arguments of its own. */
const askedBy = <T>(items: ItemLoader<T>, filters: readonly Filter[]): ItemLoader<T> => ({
  load: (key) =>
    items.load(key).catch((error) => {
      throw withArgument(error, filters);
    }),
  prime: items.prime.bind(items),
});

/** Seconds for which it may be remembered that there is nothing. */
const missAge = 1;

interface Reading {
  readonly ledger: Ledger;
  readonly operation: Operation;
  readonly note: AgeNote;
  /** Keys that the client has typed. */
  readonly typed: ReadonlyMap<string, Given>;
}

interface Items {
  readonly lookup: Lookup;
  /** Where several are read together. */
  readonly several: Lookup | List;
  readonly filters: readonly Filter[];
  partsWanted(): Parts | undefined;
  readonly asked: AskedFor<unknown>;
  /** What is asked of another loader whose items will do. */
  readonly elsewhere: AskedFor<unknown> | null;
}

/**
 * Items by key. A single key is read fresh by its id; several go together, out of the list where
 * its rows will do. Aliases and addresses do so where the ledger finds out whom several of them name.
 */
function itemLoader<T>(
  { ledger, operation, note, typed }: Reading,
  { lookup, several, filters, partsWanted, asked, elsewhere }: Items,
): ItemLoader<T> {
  /** Written down for what it says; each alone, so that one beyond the limit takes nobody along. */
  const noted = (from: Lookup | List, key: string, found: Settled<T | null>): Settled<T | null> => {
    const item = counted(operation, found, from);
    if (item instanceof Error) return item;
    note(
      from.is === 'list'
        ? from.maxAge
        : item
          ? from.maxAge(item, Date.now(), filters, key)
          : missAge,
    );
    return item;
  };
  const request = () => {
    const parts = partsWanted();
    return { filters, ...(parts && { parts }) };
  };
  const one = async (key: string) => {
    const wanted = typed.has(key) ? { given: true, ...request() } : request();
    try {
      return noted(lookup, key, await ledger.one(lookup as Lookup<T>, key, wanted, operation));
    } catch (error) {
      throw withArgumentOfKey(error, lookup, typed.get(key));
    }
  };
  const single = (key: string) => settled(one(key));
  const isReference = lookup.keys?.[0]?.kind.isReference ?? false;
  const isNamed = ledger.batching.named > 0;
  const isBatched = (key: string) => !isReference || isNamed || referenceForm(key) === 'id';
  // An id and its long-zero address are one key; whichever is asked first goes to the ledger.
  const identity = (key: string) => (isReference && entityIdOf(key)) || key;
  const batch: Batch<string, T | null> = async (keys) => {
    if (keys.length === 1) return [await single(keys[0] as string)];
    const results = new Map<string, Settled<T | null>>();
    const ids = keys.filter(isBatched);
    const others = keys.filter((key) => !isBatched(key));
    const together =
      ids.length > 0 ? ledger.many(several as List<T>, ids, request(), operation) : null;
    const [found] = await Promise.all([
      together && settled(together),
      ...others.map(async (key) => results.set(key, await single(key))),
    ]);
    for (const [index, id] of ids.entries()) {
      const item = found instanceof Error ? found : (found?.[index] ?? null);
      results.set(id, noted(several, id, item));
    }
    return keys.map((key) => results.get(key) ?? null);
  };
  const own = elsewhere ? unlessAsked(elsewhere as AskedFor<T | null>, batch) : batch;
  return loader(own, identity, asked as AskedFor<T | null>);
}
