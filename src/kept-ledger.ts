// The same ledger, with answers kept that will never be others: what was known at a time long past.
import { LRUCache } from 'lru-cache';
import { printJson } from './contract/json.js';
import type { Lookup } from './contract/resource.js';
import { LedgerError } from './errors.js';
import type { ItemRequest, Ledger, Operation } from './ledger.js';

/** Answers that are kept at the most; each is small. */
const most = 1000;

interface Kept {
  readonly item: object;
  /** Milliseconds since the epoch at which the ledger gave it. */
  readonly at: number;
}

/** `now` is the service's clock, in milliseconds since the epoch. */
export function keptLedger(ledger: Ledger, now: () => number = Date.now): Ledger {
  const kept = new LRUCache<string, Kept>({ max: most });
  return {
    ...ledger,
    async one<T>(lookup: Lookup<T>, key: string, request: ItemRequest, operation: Operation) {
      const read = () => ledger.one(lookup, key, request, operation);
      const { filters, parts } = request;
      if (!lookup.isFinal?.(filters, now())) return read();
      const name = printJson([lookup.name, key, filters.map(({ given: _, ...one }) => one), parts]);
      const known = operation.fresh ? undefined : kept.get(name);
      if (known) {
        operation.note({ cached: 1, age: Math.floor((now() - known.at) / 1000) });
        return known.item as T;
      }
      const item = await read();
      // What is not there may still come, and so may what is wrong in its place.
      if (item !== null && isWhole(item)) kept.set(name, { item: item as object, at: now() });
      return item;
    },
  };
}

/** Whether no member is an error. */
function isWhole(item: unknown): boolean {
  try {
    printJson(item);
    return true;
  } catch (error) {
    if (error instanceof LedgerError) return false;
    throw error;
  }
}
