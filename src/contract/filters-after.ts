// A place as conditions: what of a list is asked for that lies beyond it, whatever else is asked.
import { isStrict, soleEqual } from './operators.js';
import { boundsAfter, comparePositions, forward, isForward, type Sort } from './position.js';
import type { Filter, Operator, Order, Position } from './resource.js';
import { isPlace } from './values.js';

/**
 * The filters of the page after `position`: its bounds take the place of those that it goes past.
 * A bound that lies beyond the position stays, since it is the narrower one. Null where the keys
 * that filters pin leave nothing beyond it.
 */
export function filtersAfter(
  sort: Sort,
  order: Order,
  filters: readonly Filter[],
  position: Position,
): Filter[] | null {
  const isKey = (name: string) => sort.some(({ parameter }) => parameter === name);
  if (beginsBeyond(sort, order, filters, position)) return [...filters];
  const kept = filters.filter((f) => !(isKey(f.parameter) && isForward(order, f.operator)));
  if (sort.length === 1 && !isPinned(sort[0], kept)) {
    return [...kept, ...boundsAfter(sort, order, position, () => false)];
  }
  const { free, side } = freeKeys(sort, order, kept, position);
  if (free.length === 0) return side > 0 ? kept : null;
  const after = boundsAfter(
    free.map((index) => sort[index] as Sort[number]),
    order,
    free.map((index) => position[index] as string),
    () => false,
  );
  const last = after.pop();
  if (!last) return kept;
  // Of rows with all of these keys the pinned one behind them lies beyond the position.
  const operator = side > 0 ? (forward[order][1] as Operator) : last.operator;
  return [...kept, ...after, { ...last, operator }];
}

/**
 * Whether a key equals one value, of which it can be told by itself on which side of a place it lies:
 * some lists refuse a bound beside it.
 */
function isPinned(key: Sort[number] | undefined, filters: readonly Filter[]): boolean {
  const pins = filters.filter(({ operator }) => operator === 'eq');
  const pin = soleEqual(pins, key?.parameter);
  return pin !== undefined && key !== undefined && isPlace(key.kind, pin);
}

/**
 * Whether the range of the filters begins beyond a position: by its bound on the first key, or where
 * that is at the position by the bound on the next key that goes with it.
 */
function beginsBeyond(
  [key, ...minor]: Sort,
  order: Order,
  filters: readonly Filter[],
  position: Position,
): boolean {
  if (!key) return false;
  return filters.some(({ parameter, operator, value }) => {
    if (parameter !== key.parameter || !isForward(order, operator)) return false;
    const side = comparePositions([key], order, [value], position);
    if (side !== 0) return side > 0;
    return isStrict(operator) || beginsBeyond(minor, order, filters, position.slice(1));
  });
}

/**
 * The keys that no filter pins, up to a pinned one whose value is another than that of the position,
 * and on which side of it that is: greater than 0 beyond it, 0 where there is none.
 */
function freeKeys(sort: Sort, order: Order, filters: readonly Filter[], position: Position) {
  const free: number[] = [];
  for (const [index, key] of sort.entries()) {
    const pin = filters.find((f) => f.parameter === key.parameter && f.operator === 'eq');
    const place = position[index] as string;
    const side = pin ? comparePositions([key], order, [pin.value], [place]) : 0;
    if (side !== 0) return { free, side };
    if (!pin) free.push(index);
  }
  return { free, side: 0 };
}
