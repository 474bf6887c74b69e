// Pieces of batch functions: settle, split, and group what one tick has asked for.
import DataLoader from 'dataloader';
import { LedgerError } from '../errors.js';
import type { Settled } from '../ledger.js';

export type Batch<K, T> = (keys: readonly K[]) => Promise<readonly Settled<T>[]>;

/** A DataLoader whose keys are compared by text. */
export function loader<K, T>(
  batch: Batch<K, T>,
  text: (key: K) => string = String,
): DataLoader<K, T, string> {
  return new DataLoader<K, T, string>(batch, { cacheKeyFn: text });
}

/** The value or the ledger's error, so that one failure does not take its neighbours along. */
export async function settled<T>(answer: Promise<T>): Promise<Settled<T>> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LedgerError) return error;
    throw error;
  }
}

export function chunked<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) {
    chunks.push(items.slice(start, start + size));
  }
  return chunks;
}

/** Items by the text of what they have in common, in order of first appearance. */
export function groupBy<T>(items: readonly T[], text: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(text(item), [...(groups.get(text(item)) ?? []), item]);
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
