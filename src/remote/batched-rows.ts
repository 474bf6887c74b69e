// Rows of a list by their ids, several in one call.
import { equals } from '../contract/operators.js';
import { type List, type Position, sortOf } from '../contract/resource.js';
import { isPlace } from '../contract/values.js';
import { LedgerError } from '../errors.js';
import { type ItemRequest, type Page, type PageRequest, type Settled, settled } from '../ledger.js';
import { keysBeyond, readPosition } from './next-page.js';

/** A list takes keys that are ids, and only its own conditions: none of a moment in the past. */
export function canBatch<T>(list: List<T>, key: string, { filters }: ItemRequest): boolean {
  const [first] = list.sort;
  return (
    first !== undefined &&
    isPlace(first.kind, key) &&
    filters.every(({ parameter }) => Object.hasOwn(list.parameters, parameter))
  );
}

/**
 * Rows by their keys; goes on where the upstream answers fewer of them at once. Where that fails,
 * the rows that were read stay, and the error is of the keys that are left.
 */
export async function batchedRows<T>(
  list: List<T>,
  keys: readonly string[],
  { filters, parts }: ItemRequest,
  read: (request: PageRequest) => Promise<Page<T> | null>,
): Promise<ReadonlyMap<string, Settled<T>>> {
  const { order, batch: parameter = '' } = list;
  const rows = new Map<string, Settled<T>>();
  let asked = keys;
  const failed = (error: LedgerError) => {
    for (const key of asked) if (!rows.has(key)) rows.set(key, error);
    return rows;
  };
  while (asked.length > 0) {
    const own = asked.map((value) => equals(parameter, value));
    const wanted = { order, limit: asked.length, filters: [...filters, ...own] };
    const found = await settled(read({ ...wanted, ...(parts && { parts }) }));
    if (found instanceof LedgerError) return failed(found);
    for (const item of found?.items ?? []) {
      rows.set((readPosition(list, item) as Position)[0] as string, item);
    }
    if (!found?.next) break;
    const left = keysBeyond(sortOf(list, filters), order, asked, found.next).filter(
      (key) => !rows.has(key),
    );
    if (left.length === asked.length) return failed(new LedgerError('UPSTREAM_PAGINATION'));
    asked = left;
  }
  return rows;
}
