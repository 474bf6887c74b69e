// Conditions on one key as an interval: whether any value meets all of them.
import { type Compared, compare, following } from './compared.js';
import { bounds, isStrict, meets, sideOf } from './operators.js';
import type { Operator } from './resource.js';
import type { Kind } from './values.js';

/** Operator and value of a condition; null for a value that has no place in the order. */
export type Bound = readonly [operator: string, value: Compared | null];

export const isBound = (operator: string): operator is Operator =>
  bounds.includes(operator as Operator);

/** Whether no value meets all conditions: equal to any of the eq values, and in the range. */
export function isEmptyInterval(kind: Kind, ends: readonly Bound[]): boolean {
  const isWithin = (x: Compared) =>
    ends.every(
      ([operator, value]) =>
        value === null || !isBound(operator) || meets(operator, compare(x, value)),
    );
  const equal = ends.filter(([operator]) => operator === 'eq');
  if (equal.length > 0) return !equal.some(([, value]) => value === null || isWithin(value));
  // The least value that meets the lower bounds must meet the upper ones too.
  const lows = ends.flatMap(([operator, value]) => {
    if (value === null || !isBound(operator) || sideOf(operator) === 'upper') return [];
    return isStrict(operator) ? [following(kind, value)] : [value];
  });
  // Nothing follows the greatest value.
  if (lows.includes(null)) return true;
  const [low] = (lows as Compared[]).sort((a, b) => compare(b, a));
  return low !== undefined && !isWithin(low);
}
