// Pieces of batch functions: split and group what one tick has asked for.
import DataLoader from 'dataloader';
import { isNobody } from '../../contract/check.js';
import { addTo } from '../../contract/grouped.js';
import type { List, Lookup } from '../../contract/resource.js';
import type { LedgerError } from '../../errors.js';
import { type Operation, type Settled, settled } from '../../ledger.js';

export type Batch<K, T> = (keys: readonly K[]) => Promise<readonly Settled<T>[]>;

/** What a loader was asked for, by the text of its key. */
export type AskedFor<T> = Map<string, Promise<T>>;

class Loader<K, T> extends DataLoader<K, T, string> {
  /** What has the id of nobody is found by no key. */
  override prime(key: K, value: T | Error): this {
    return isNobody(key) ? this : super.prime(key, value);
  }
}

/** A DataLoader whose keys are compared by text. */
export function loader<K, T>(
  batch: Batch<K, T>,
  text: (key: K) => string = String,
  asked: AskedFor<T> = new Map(),
): DataLoader<K, T, string> {
  return new Loader<K, T>(batch, { cacheKeyFn: text, cacheMap: asked });
}

/** A batch function that waits for what another loader has been asked for, and does not ask for it again. */
export function unlessAsked<T>(
  elsewhere: ReadonlyMap<string, Promise<T>>,
  batch: Batch<string, T>,
): Batch<string, T> {
  return async (keys) => {
    const known = keys.map((key) => elsewhere.get(key));
    const left = keys.filter((_key, at) => !known[at]);
    const found = left.length > 0 ? await batch(left) : [];
    let next = 0;
    return Promise.all(known.map((one) => (one ? settled(one) : (found[next++] as Settled<T>))));
  };
}

export function chunked<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) {
    chunks.push(items.slice(start, start + size));
  }
  return chunks;
}

/** Items by the text of what they have in common, in order of first appearance. */
function groupBy<T>(items: readonly T[], text: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) addTo(groups, text(item), item);
  return groups;
}

/** A batch function that runs `batch` once per group and puts the results back in order. */
export function grouped<K, T>(text: (key: K) => string, batch: Batch<K, T>): Batch<K, T> {
  return async (keys) => {
    const results = new Map<K, Settled<T>>();
    await Promise.all(
      [...groupBy(keys, text).values()].map(async (group) => {
        const found = await batch(group);
        for (const [index, key] of group.entries()) results.set(key, found[index] as Settled<T>);
      }),
    );
    return keys.map((key) => results.get(key) as Settled<T>);
  };
}

/** An item that is counted against the operation's rows; without any left it is an error. */
export function counted<T>(
  operation: Operation,
  item: Settled<T>,
  from?: List | Lookup,
): Settled<T> {
  if (!item || item instanceof Error) return item;
  try {
    operation.spend(0, rowsIn(item, from));
    return item;
  } catch (error) {
    return error as LedgerError;
  }
}

/** Rows that an item is: more than one where its key names several things. */
function rowsIn(item: unknown, from?: List | Lookup): number {
  if (from?.is !== 'lookup' || from.several === undefined) return 1;
  const rows = (item as Readonly<Record<string, unknown>>)[from.several];
  return Array.isArray(rows) ? rows.length : 1;
}
