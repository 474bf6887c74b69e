// Rules over several conditions that more than one list of the contract has.
import type { Filter, Operator, Rule } from './resource.js';
import type { Kind } from './values.js';

const lower: readonly Operator[] = ['gt', 'gte'];
const upper: readonly Operator[] = ['lt', 'lte'];

const of = (filters: readonly Filter[], parameter: string, operators: readonly Operator[]) =>
  filters.filter((f) => f.parameter === parameter && operators.includes(f.operator));

/** What the bounds of one key may be by themselves: one of each side, or one equality. */
const bounded =
  (name: string): Rule =>
  (filters) => {
    const count = (...operators: Operator[]) => of(filters, name, operators).length;
    const [equal, low, high] = [count('eq'), count(...lower), count(...upper)];
    if (equal > 1) return { message: `Only one equal (eq) operator is allowed for ${name}` };
    if (low > 1) return { message: `Only one gt/gte operator is allowed for ${name}` };
    if (high > 1) return { message: `Only one lt/lte operator is allowed for ${name}` };
    if (equal > 0 && low + high > 0) {
      return { message: `Can't support both range and equal for ${name}` };
    }
    return undefined;
  };

/** Rules of a list whose two sort keys make one range: the second needs the first (contract A.14). */
export const twoKeyRules = (primary: string, secondary: string): readonly Rule[] => [
  bounded(primary),
  bounded(secondary),
  (filters) => {
    const has = (name: string, ...operators: Operator[]) => of(filters, name, operators).length > 0;
    if (!has(secondary, 'eq', ...lower, ...upper)) return undefined;
    if (!has(primary, 'eq', ...lower, ...upper)) {
      return { message: `${secondary} without a ${primary} parameter filter` };
    }
    if (has(secondary, ...lower) && !has(primary, 'eq', 'gte')) {
      return { message: `${primary} must have gte or eq operator` };
    }
    if (has(secondary, ...upper) && !has(primary, 'eq', 'lte')) {
      return { message: `${primary} must have lte or eq operator` };
    }
    return undefined;
  },
];

/**
 * Bounds between which something can be: of whole numbers, or of times, where equality is a bound
 * from above.
 */
export const rightRange =
  (name: string, kind: Kind, equal: Operator[] = []): Rule =>
  (filters) => {
    const values = (operators: readonly Operator[], strict: Operator, step: bigint) =>
      of(filters, name, operators).map(({ operator, value }) => {
        const number = kind.toInt64?.(value) ?? 0n;
        return operator === strict ? number + step : number;
      });
    const highest = [...values(upper, 'lt', -1n), ...values(equal, 'eq', 0n)];
    const isCrossed = values(lower, 'gt', 1n).some((low) => highest.some((high) => low > high));
    return isCrossed ? { message: `Invalid range provided for ${name}` } : undefined;
  };

/** One bound of each side at the most. */
export const oneRange =
  (name: string): Rule =>
  (filters) =>
    of(filters, name, lower).length > 1 || of(filters, name, upper).length > 1
      ? { message: `Multiple range params not allowed for ${name}` }
      : undefined;
