// One DataLoader per resource and request: what fields ask for in one tick becomes one call.
import type DataLoader from 'dataloader';
import { accountTokens, type TokenRelationshipRow } from '../../contract/accounts.js';
import { type BalanceRow, balances } from '../../contract/balances.js';
import { entityIdOf, referenceForm } from '../../contract/entity.js';
import { ownerOf } from '../../contract/index.js';
import {
  defaultLimits,
  type Filter,
  type List,
  type Lookup,
  type Order,
} from '../../contract/resource.js';
import { LedgerError } from '../../errors.js';
import type { Ledger, Operation, Page, PageRequest, Parts } from '../../ledger.js';
import { chunked, grouped, loader, type Outcome, settled } from './batching.js';

/** A balance as the balances list shows it. */
interface BalanceKey {
  readonly account: string;
  /** Instant of the snapshot, or null for the live balance. */
  readonly at: string | null;
  /** Order in which the row lists its tokens. */
  readonly order: Order;
}

interface BalanceAt {
  readonly row: BalanceRow;
  /** The body's timestamp: of the snapshot, or the newest of the page's live balances. */
  readonly timestamp: string | null;
}

interface RelationKey {
  readonly account: string;
  readonly token: string;
}

type ItemLoader<T> = DataLoader<string, T | null, string>;
type PageLoader<T> = Pick<DataLoader<PageRequest, Page<T> | null, string>, 'load'>;

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
  const typed = new Set<string>();
  const items = <T>(name: string, lookup: Lookup, several: Lookup | List): ItemLoader<T> => {
    const wanted = () => partsOf(lookup);
    return once(name, () => itemLoader<T>(ledger, operation, note, typed, lookup, several, wanted));
  };

  /** Pages whose rows are not counted yet; below a key, all that are asked for in one tick go together. */
  function uncounted<T>(list: List<T>): PageLoader<T> {
    return once(`pages of ${list.name}`, () => {
      const one = (request: PageRequest) => settled(ledger.page(list, request, operation));
      const load = (requests: readonly PageRequest[]) =>
        list.keys ? ledger.pages(list, requests, operation) : Promise.all(requests.map(one));
      return loader<PageRequest, Page<T> | null>(
        async (requests) => {
          note(list.maxAge);
          const found = await load(requests);
          if (!list.keyMustExist) return found;
          return Promise.all(
            found.map((page, at) => page ?? missingList(list as List, requests[at]?.key as string)),
          );
        },
        (request) => JSON.stringify(request),
      );
    });
  }

  /**
   * A list that is missing, below something that the ledger does have, is no list without items:
   * the ledger has contradicted itself. Mostly its owner is read already.
   */
  async function missingList(list: List, key: string): Promise<Outcome<null>> {
    const lookup = ownerOf(list);
    const owner = lookup ? await settled(loaders.of(lookup).load(key)) : null;
    if (owner instanceof Error) return owner;
    return owner ? lostList() : null;
  }

  /** Pages of one list, each counted once. */
  function pages<T>(list: List<T>): PageLoader<T> {
    return once(`counted pages of ${list.name}`, () => {
      const counted = new WeakSet<Page<T>>();
      const from = uncounted(list);
      return {
        async load(request) {
          const page = await from.load(request);
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
    /** A key that the client has typed: what a ledger says against it is for the client. */
    typed(key: string): string {
      typed.add(key);
      return key;
    },
    /** Items of a look-up by key. */
    of<T>(lookup: Lookup<T>): ItemLoader<T> {
      return items(lookup.name, lookup, lookup);
    },
    /** The same where rows of a list will do, which carry less: several keys go together by it. */
    rows<T, R>(lookup: Lookup<T>, list: List<R>): ItemLoader<T | R> {
      return items(`${list.name} for ${lookup.name}`, lookup, list);
    },
    get balance() {
      return once('balance', () => balanceLoader(uncounted(balances), operation));
    },
    get relation() {
      const make = () => relationLoader(uncounted(accountTokens), operation, typed);
      return once('relation', make);
    },
  };
  return loaders;
}

export type Loaders = ReturnType<typeof makeLoaders>;

/** An item that is counted against the operation's rows; without any left it is an error. */
function counted<T>(operation: Operation, item: Outcome<T>): Outcome<T> {
  if (!item || item instanceof Error) return item;
  try {
    operation.spend(0, 1);
    return item;
  } catch (error) {
    return error as LedgerError;
  }
}

/** A list of something that is there can not be had, though the ledger says nothing of a failure. */
export const lostList = (): LedgerError =>
  new LedgerError(
    'UPSTREAM_BAD_RESPONSE',
    undefined,
    {},
    new Error('no list below a key that is there'),
  );

/** Seconds for which it may be remembered that there is nothing. */
const missAge = 1;

/**
 * Items by key. A single key is read fresh by its id; several go together, out of the list where
 * its rows will do. Account aliases and addresses can only be asked one by one.
 */
function itemLoader<T>(
  ledger: Ledger,
  operation: Operation,
  note: AgeNote,
  typed: ReadonlySet<string>,
  lookup: Lookup,
  several: Lookup | List,
  partsWanted: () => Parts | undefined,
): ItemLoader<T> {
  const none = { filters: [] };
  /** Written down for what it says; each alone, so that one beyond the limit takes nobody along. */
  const noted = (from: Lookup | List, found: Outcome<T | null>): Outcome<T | null> => {
    const item = counted(operation, found);
    if (item instanceof Error) return item;
    note(from.is === 'list' ? from.maxAge : item ? from.maxAge(item, Date.now()) : missAge);
    return item;
  };
  const one = async (key: string) => {
    const wanted = typed.has(key) ? { ...none, given: true } : none;
    return noted(lookup, await ledger.one(lookup as Lookup<T>, key, wanted, operation));
  };
  const single = (key: string) => settled(one(key));
  const isReference = lookup.keys?.[0]?.kind.isReference ?? false;
  const isBatched = (key: string) => !isReference || referenceForm(key) === 'id';
  // An id and its long-zero address are one key; whichever is asked first goes to the ledger.
  const identity = (key: string) => (isReference && entityIdOf(key)) || key;
  return loader<string, T | null>(async (keys) => {
    if (keys.length === 1) return [await single(keys[0] as string)];
    const results = new Map<string, Outcome<T | null>>();
    const ids = keys.filter(isBatched);
    const others = keys.filter((key) => !isBatched(key));
    const parts = partsWanted();
    const wanted = { ...none, ...(parts && { parts }) };
    const batch = ids.length > 0 ? ledger.many(several as List<T>, ids, wanted, operation) : null;
    const [found] = await Promise.all([
      batch && settled(batch),
      ...others.map(async (key) => results.set(key, await single(key))),
    ]);
    for (const [index, id] of ids.entries()) {
      const item = found instanceof Error ? found : (found?.[index] ?? null);
      results.set(id, noted(several, item));
    }
    return keys.map((key) => results.get(key) ?? null);
  }, identity);
}

const equal =
  (parameter: string) =>
  (value: string): Filter => ({ parameter, operator: 'eq', value });

function balanceLoader(pages: PageLoader<BalanceRow>, operation: Operation) {
  const load = async (keys: readonly BalanceKey[]): Promise<Outcome<BalanceAt | null>[]> => {
    const { at, order } = keys[0] as BalanceKey;
    const instant: Filter[] =
      at === null ? [] : [{ parameter: 'timestamp', operator: 'lte', value: at, given: true }];
    const request = {
      filters: [...instant, ...keys.map(({ account }) => equal('account.id')(account))],
      order,
      limit: keys.length,
      parts: { tokens: defaultLimits.tokensPerRow },
    };
    const page = await settled(pages.load(request));
    if (page instanceof Error) return keys.map(() => page);
    return keys.map(({ account }) => {
      const row = page?.items.find((item) => item.account === account);
      return counted(operation, row && page ? { row, timestamp: page.timestamp } : null);
    });
  };
  return loader<BalanceKey, BalanceAt | null>(
    grouped(({ at, order }) => `${order} ${at}`, inChunks(load)),
    ({ account, at, order }) => `${account} ${order} ${at}`,
  );
}

function relationLoader(
  pages: PageLoader<TokenRelationshipRow>,
  operation: Operation,
  typed: ReadonlySet<string>,
) {
  const load = async (
    keys: readonly RelationKey[],
  ): Promise<Outcome<TokenRelationshipRow | null>[]> => {
    const key = keys[0]?.account as string;
    const filters = keys.map(({ token }) => ({
      ...equal('token.id')(token),
      ...(typed.has(token) && { given: true }),
    }));
    const page = await settled(pages.load({ key, filters, order: 'asc', limit: keys.length }));
    if (page instanceof Error) return keys.map(() => page);
    return keys.map(({ token }) =>
      counted(operation, page?.items.find((row) => row.token_id === token) ?? null),
    );
  };
  return loader<RelationKey, TokenRelationshipRow | null>(
    grouped(({ account }) => account, inChunks(load)),
    ({ account, token }) => `${account} ${token}`,
  );
}

/** Runs a batch function over chunks that one page can answer. */
function inChunks<K, T>(load: (keys: readonly K[]) => Promise<Outcome<T>[]>) {
  return async (keys: readonly K[]): Promise<Outcome<T>[]> =>
    (await Promise.all(chunked(keys, defaultLimits.maxPage).map(load))).flat();
}
