// How pages are read, told before they are: off one index, along a range, or through a whole table.
import type { List } from '../../contract/resource.js';
import type { PageRequest } from '../../ledger.js';
import type { Reads } from '../engines/database.js';
import type { ListQuery } from './query.js';

/**
 * How pages are read. One plan suits all values where a page is read off the index of its order;
 * what other conditions leave differs from value to value.
 */
export function readsOf<T>(
  { sort }: List<T>,
  { indexed = [], found = [], unindexed = [], isOneRange }: ListQuery<T>,
  requests: readonly PageRequest[],
): Reads | undefined {
  const filters = requests.flatMap((request) => request.filters);
  const given = new Set(filters.map(({ parameter }) => parameter));
  if (unindexed.some((name) => given.has(name))) return isOneRange ? 'range' : 'table';
  // One value has an index, in which a range or all others are spread over the whole table.
  if (filters.some((f) => f.operator !== 'eq' && found.includes(f.parameter))) return 'table';
  const isOfOne = requests.every(({ filters: own }) => {
    const led = own.filter(({ parameter }) => indexed.includes(parameter));
    return led.length < 2 && led.every(({ operator }) => operator === 'eq');
  });
  // Where the values have few rows, or old ones, those of all others are looked through for them.
  if (!isOfOne) return 'table';
  const isLed = filters.every((f) => f.operator === 'eq' && indexed.includes(f.parameter));
  return isLed || [...given].every((name) => sort.some((key) => key.parameter === name))
    ? 'index'
    : undefined;
}
