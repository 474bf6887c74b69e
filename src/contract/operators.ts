// What the operators of conditions mean.
import { Given } from './given.js';
import type { Filter, Operator } from './resource.js';

/** The operator that leaves its value out, and the one that takes it in. */
type Side = readonly [Operator, Operator];

/** Operators that bound a range from below, from above, and from either side. */
export const lower: Side = ['gt', 'gte'];
export const upper: Side = ['lt', 'lte'];
export const bounds: readonly Operator[] = [...lower, ...upper];
export const ranges: readonly Operator[] = ['eq', ...bounds];

/** From which side an operator bounds; one that equals counts as a bound from below (contract J.3). */
export const sideOf = (operator: Operator): 'lower' | 'upper' =>
  upper.includes(operator) ? 'upper' : 'lower';

/** Whether a bound leaves its own value out. */
export const isStrict = (operator: Operator): boolean => operator === 'gt' || operator === 'lt';

/** Whether a value meets a condition, by how it compares with the condition's own. */
export function meets(operator: Operator, side: number): boolean {
  if (operator === 'eq') return side === 0;
  if (operator === 'ne') return side !== 0;
  if (side === 0) return !isStrict(operator);
  return sideOf(operator) === 'lower' ? side > 0 : side < 0;
}

/** The value that a parameter has to have, where nothing else is asked of it. */
export function soleEqual(filters: readonly Filter[], parameter: string | undefined) {
  const [own, ...more] = filters.filter((filter) => filter.parameter === parameter);
  return own?.operator === 'eq' && more.length === 0 ? own.value : undefined;
}

/** A condition that a client has typed, by this argument. */
export const typedBy = (argument: string, { parameter, operator, value }: Filter): Filter => ({
  parameter,
  operator,
  value,
  given: new Given(argument),
});

/** The condition that a parameter has a value. */
export const equals = (parameter: string, value: string): Filter => ({
  parameter,
  operator: 'eq',
  value,
});
