// One row of a list: the first that meets conditions, the one in a place, or one that is looked for in all of them.
import { pageSizes } from '../../contract/flows.js';
import { equals } from '../../contract/operators.js';
import type { Filter, List, Order, Position } from '../../contract/resource.js';
import type { Parts } from '../../ledger.js';
import type { Context } from './context.js';

interface Asked {
  /** Of a list below a key. */
  readonly key?: string;
  readonly filters: readonly Filter[];
  /** Left out, that of the list. */
  readonly order?: Order;
  readonly parts?: Parts;
}

export async function firstRow<T>(
  { loaders }: Pick<Context, 'loaders'>,
  list: List<T>,
  { order = list.order, ...asked }: Asked,
): Promise<T | null> {
  const page = await loaders.pages(list).load({ ...asked, order, limit: 1 });
  return page?.items[0] ?? null;
}

/** Conditions that only the row in a place meets. */
export const inPlace = <T>({ sort }: List<T>, place: Position): Filter[] =>
  sort.map(({ parameter }, index) => equals(parameter, place[index] as string));

export const rowAt = <T>(
  context: Pick<Context, 'loaders'>,
  list: List<T>,
  place: Position,
  key?: string,
): Promise<T | null> =>
  firstRow(context, list, { filters: inPlace(list, place), ...(key !== undefined && { key }) });

/** The first row of a short list that is it: an operation reads the pages one after another, each once. */
export async function firstOfAll<T>(
  { loaders }: Pick<Context, 'loaders'>,
  list: List<T>,
  is: (row: T) => boolean,
): Promise<T | null> {
  const { maxPage: limit } = pageSizes(list);
  for (let after: Position | null | undefined; after !== null; ) {
    const request = { filters: [], order: list.order, limit, ...(after && { after }) };
    const page = await loaders.pages(list).load(request);
    const own = page?.items.find(is);
    if (own !== undefined) return own;
    after = page?.next ?? null;
  }
  return null;
}
