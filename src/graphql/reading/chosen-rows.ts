// Rows of a list that are chosen by their ids: balances of accounts, and what accounts hold of tokens.
import type DataLoader from 'dataloader';
import { Given } from '../../contract/given.js';
import { equals } from '../../contract/operators.js';
import { defaultLimits, type Filter, type Order, type Position } from '../../contract/resource.js';
import type { TokenRelationshipRow } from '../../contract/resources/accounts.js';
import { type BalanceRow, balances } from '../../contract/resources/balances.js';
import { stateAt } from '../../contract/timestamps.js';
import { LedgerError } from '../../errors.js';
import {
  type Operation,
  type Page,
  type PageRequest,
  type Settled,
  settled,
} from '../../ledger.js';
import { withArgument } from './arguments.js';
import { chunked, counted, grouped, loader } from './batching.js';

/** A balance as the balances list shows it. */
interface BalanceKey {
  readonly account: string;
  /** Instant of the snapshot, or null for the live balance. */
  readonly at: string | null;
  /** Order in which the row lists its tokens. */
  readonly order: Order;
  /** Whether nobody looks at its tokens. */
  readonly isBare?: boolean;
}

interface RelationKey {
  readonly account: string;
  readonly token: string;
}

export type PageLoader<T> = Pick<DataLoader<PageRequest, Page<T> | null, string>, 'load'>;

/** A row, and the timestamp of its body: of the snapshot, or the newest of the page's live balances. */
interface Chosen<T> {
  readonly row: T;
  readonly timestamp: string | null;
}

/**
 * Rows by their ids. Where a ledger gives fewer at once than were asked for, the next page has the
 * others; where that can not be had, its error is theirs.
 */
async function chosen<T>(
  pages: PageLoader<T>,
  request: PageRequest,
  ids: readonly string[],
  idOf: (row: T) => string | null,
): Promise<Settled<Chosen<T> | null>[]> {
  const rows = new Map<string | null, Chosen<T>>();
  let after: Position | null = null;
  for (;;) {
    const from: PageRequest = after ? { ...request, after } : request;
    const page: Settled<Page<T> | null> = await settled(pages.load(from));
    if (page instanceof Error) {
      const told = withArgument(page, request.filters);
      return ids.map((id) => rows.get(id) ?? told);
    }
    for (const row of page?.items ?? [])
      rows.set(idOf(row), { row, timestamp: page?.timestamp ?? null });
    after = page?.next ?? null;
    if (after && !ids.every((id) => rows.has(id))) continue;
    // Rows that nobody asked for say that the ids were not looked at: who is missing is not unknown.
    const isForeign = [...rows.keys()].some((id) => id === null || !ids.includes(id));
    return ids.map((id) => rows.get(id) ?? (isForeign ? notAsked() : null));
  }
}

const notAsked = () =>
  new LedgerError(
    'UPSTREAM_BAD_RESPONSE',
    undefined,
    {},
    new Error('rows that were not asked for'),
  );

/** Balances of accounts, live or at an instant; `size` of them with one call. */
export function balanceLoader(
  pages: PageLoader<BalanceRow>,
  operation: Operation,
  typed: ReadonlyMap<string, Given>,
  size: number,
) {
  const load = async (
    keys: readonly BalanceKey[],
  ): Promise<Settled<Chosen<BalanceRow> | null>[]> => {
    const { at, order, isBare } = keys[0] as BalanceKey;
    const instant: Filter[] =
      at === null ? [] : [{ given: typed.get(at) ?? new Given(), ...stateAt(balances, at) }];
    const request = {
      filters: [...instant, ...keys.map(({ account }) => equals('account.id', account))],
      order,
      limit: keys.length,
      parts: isBare ? {} : { tokens: defaultLimits.tokensPerRow },
    };
    const accounts = keys.map(({ account }) => account);
    const found = await chosen(pages, request, accounts, ({ account }) => account);
    return found.map((one) => counted(operation, one));
  };
  return loader<BalanceKey, Chosen<BalanceRow> | null>(
    grouped(({ at, order, isBare = false }) => `${order} ${at} ${isBare}`, inChunks(load, size)),
    ({ account, at, order, isBare = false }) => `${account} ${order} ${at} ${isBare}`,
  );
}

/** What accounts hold of single tokens; `size` of them with one call. */
export function relationLoader(
  pages: PageLoader<TokenRelationshipRow>,
  operation: Operation,
  typed: ReadonlyMap<string, Given>,
  size: number,
) {
  const load = async (
    keys: readonly RelationKey[],
  ): Promise<Settled<TokenRelationshipRow | null>[]> => {
    const key = keys[0]?.account as string;
    const filters = keys.map(({ token }) => {
      const one = equals('token.id', token);
      const given = typed.get(token);
      return given ? { given, ...one } : one;
    });
    const request = { key, filters, order: 'asc', limit: keys.length } as const;
    const tokens = keys.map(({ token }) => token);
    const found = await chosen(pages, request, tokens, ({ token_id }) => token_id);
    return found.map((one) => counted(operation, one && !(one instanceof Error) ? one.row : one));
  };
  return loader<RelationKey, TokenRelationshipRow | null>(
    grouped(({ account }) => account, inChunks(load, size)),
    ({ account, token }) => `${account} ${token}`,
  );
}

/** Runs a batch function over chunks that one call can answer: of several, each has its own failure. */
function inChunks<K, T>(load: (keys: readonly K[]) => Promise<Settled<T>[]>, size: number) {
  const together = Math.min(size, defaultLimits.maxPage);
  return async (keys: readonly K[]): Promise<Settled<T>[]> =>
    (await Promise.all(chunked(keys, together).map(load))).flat();
}
