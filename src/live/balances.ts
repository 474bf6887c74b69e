// Balances that are watched: all accounts in as few calls as the port allows.
import { LRUCache } from 'lru-cache';
import { referenceForm } from '../contract/entity.js';
import { printJson } from '../contract/json.js';
import { equals } from '../contract/operators.js';
import { defaultLimits } from '../contract/resource.js';
import { account } from '../contract/resources/accounts.js';
import { type BalanceRow, balances } from '../contract/resources/balances.js';
import { timeOf } from '../contract/timestamps.js';
import { LedgerError } from '../errors.js';
import { type Ledger, type Operation, type Settled, settled } from '../ledger.js';
import type { Watching } from './watched.js';

export interface LiveBalance {
  readonly row: BalanceRow;
  /** The newest time of the balances that were read together; null where the ledger has none. */
  readonly timestamp: string | null;
  /** The accounts of which these are. */
  readonly together: ReadonlySet<string>;
}

/** Milliseconds after which it is asked again which account an alias or an address leads to. */
const remembered = 60_000;

/** Watches balances by any reference to an account. */
export function watchBalances(ledger: Ledger, mostKeys: number): Watching<LiveBalance> {
  const ids = new LRUCache<string, string>({ max: mostKeys, ttl: remembered });

  async function idOf(key: string, operation: Operation): Promise<string | null> {
    if (referenceForm(key) === 'id') return key;
    const known = ids.get(key);
    if (known !== undefined) return known;
    const found = await ledger.one(account, key, { filters: [] }, operation);
    if (found) ids.set(key, found.account);
    return found?.account ?? null;
  }

  async function readPage(asked: readonly string[], operation: Operation) {
    const request = {
      filters: asked.map((value) => equals('account.id', value)),
      order: 'asc',
      limit: asked.length,
      parts: { tokens: defaultLimits.tokensPerRow },
    } as const;
    const page = await settled(ledger.page(balances, request, operation));
    const rows = new Map(
      page instanceof Error ? [] : page?.items.map((row) => [row.account, row] as const),
    );
    const together = new Set(rows.keys());
    return asked.map((id): [string, Settled<LiveBalance | null>] => {
      const row = rows.get(id);
      if (page instanceof Error) return [id, page];
      return [id, row ? { row, timestamp: page?.timestamp ?? null, together } : null];
    });
  }

  return {
    async read(keys, operation) {
      const found = await Promise.all(keys.map((key) => settled(idOf(key, operation))));
      const asked = [...new Set(found)].filter((id): id is string => typeof id === 'string');
      const pages: Promise<[string, Settled<LiveBalance | null>][]>[] = [];
      for (let start = 0; start < asked.length; start += defaultLimits.maxPage) {
        pages.push(readPage(asked.slice(start, start + defaultLimits.maxPage), operation));
      }
      const byId = new Map((await Promise.all(pages)).flat());
      return found.map((id) =>
        id instanceof LedgerError || id === null ? id : (byId.get(id) ?? null),
      );
    },
    text: ({ row: { balance, tokens } }) => printJson([balance, tokens]),
    // An account never goes away, and the time of several goes back only where one of them is missing.
    // It is that of hbars: of two answers of one time that differ in tokens alone, none is the older
    // one for all that they say, and only a call for each token would tell.
    isOlder: (value, before) =>
      value === null ||
      (isEarlier(value.timestamp, before.timestamp) &&
        [...before.together].every((id) => value.together.has(id))),
  };
}

const isEarlier = (one: string | null, other: string | null): boolean => {
  const [a, b] = [timeOf(one), timeOf(other)];
  return a !== null && b !== null && a < b;
};
