// Rules over several conditions that more than one list of the contract has.
import { isInstant } from './log-rules.js';
import { bounds, lower, upper } from './operators.js';
import { type Filter, type Operator, operators, type Rule } from './resource.js';
import { type Kind, plainEntityId } from './values.js';

const of = (filters: readonly Filter[], parameter: string, operators: readonly Operator[]) =>
  filters.filter((f) => f.parameter === parameter && operators.includes(f.operator));

/** How a condition is called where there is another one like it. */
const kindOf = (operator: Operator): string => {
  if (operator === 'eq') return 'equal (eq)';
  return lower.includes(operator) ? 'gt/gte' : 'lt/lte';
};

/** One bound of each side, or one equality, and one value of `once`; each is looked at as it comes. */
const oneOfEach =
  (names: readonly string[], once?: string): Rule =>
  (filters) => {
    const seen = new Set<string>();
    for (const { parameter: name, operator } of filters) {
      if (name !== once && !names.includes(name)) continue;
      if (operator === 'ne') {
        return { message: `Not equal (ne) operator is not supported for ${name}` };
      }
      const message =
        name === once
          ? `Only one ${name} filter is allowed`
          : `Only one ${kindOf(operator)} operator is allowed for ${name}`;
      if (seen.has(message)) return { message };
      seen.add(message);
    }
    return undefined;
  };

const notBoth =
  (name: string): Rule =>
  (filters) =>
    of(filters, name, ['eq']).length > 0 && of(filters, name, bounds).length > 0
      ? { message: `Can't support both range and equal for ${name}` }
      : undefined;

/**
 * Rules of a list whose two sort keys make one range: the second needs the first (contract A.14).
 * `pairIsEqual`: a range of one value counts as equality, and only with that one of the second goes.
 * `once`: a parameter beside them that takes one value.
 */
export const twoKeyRules = (
  primary: string,
  secondary: string,
  { pairIsEqual = false, once }: { readonly pairIsEqual?: boolean; readonly once?: string } = {},
): readonly Rule[] => [
  oneOfEach([primary, secondary], once),
  (filters) => {
    const own = filters.filter(({ parameter }) => parameter === primary);
    const isEqual =
      (own.length === 1 && own[0]?.operator === 'eq') || (pairIsEqual && isInstant(own));
    const isWrong = pairIsEqual && !isEqual && of(filters, secondary, ['eq']).length > 0;
    return isWrong ? { message: `${primary} must have eq operator` } : undefined;
  },
  notBoth(primary),
  notBoth(secondary),
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

interface RangeOf {
  readonly kind?: Kind;
  /** From which side an equality bounds; left out, it is none of the bounds. */
  readonly equal?: 'lower' | 'upper';
  /** Whether bounds are compared as they are, so that nothing between 5 and 6 is no mistake; links may say that. */
  readonly isLiteral?: true;
  /** What messages call the parameter, where that is not its name. */
  readonly called?: string;
  /** What is said in place of the usual words. */
  readonly message?: string;
}

/** Bounds between which something can be: of whole numbers, or of times. */
export const rightRange =
  (name: string, range: RangeOf = {}): Rule =>
  (filters) => {
    const { kind = plainEntityId, equal, isLiteral, called = name } = range;
    const { message = `Invalid range provided for ${called}` } = range;
    const values = (side: 'lower' | 'upper', strict: Operator, step: bigint) => {
      const bounding = side === 'lower' ? lower : upper;
      const all = equal === side ? [...bounding, 'eq' as const] : bounding;
      return of(filters, name, all).map(({ operator, value }) => {
        const number = kind.toInt64?.(value) ?? 0n;
        return operator === strict && !isLiteral ? number + step : number;
      });
    };
    const highest = values('upper', 'lt', -1n);
    const isCrossed = values('lower', 'gt', 1n).some((low) => highest.some((high) => low > high));
    return isCrossed ? { message } : undefined;
  };

/** One bound of each side at the most. */
export const oneRange =
  (name: string): Rule =>
  (filters) =>
    of(filters, name, lower).length > 1 || of(filters, name, upper).length > 1
      ? { message: `Multiple range params not allowed for ${name}` }
      : undefined;

/** What the bounds of one key may be by themselves, in the words of the reference's Java. */
const boundedInJava =
  (name: string): Rule =>
  (filters) => {
    if (of(filters, name, ['ne']).length > 0) {
      return { message: `Unsupported range operator ne for ${name}` };
    }
    for (const operators of [['eq'], lower, upper] as const) {
      if (of(filters, name, operators).length > 1) {
        const names = operators.map((operator) => operator.toUpperCase()).join(', ');
        return {
          message: `Only one range operator from [${names}] is allowed for the given parameter for ${name}`,
        };
      }
    }
    return notBoth(name)(filters);
  };

/** `twoKeyRules` of the reference's Java, in the order in which it checks (contract B.8, J.3). */
export const twoKeysInJava = (primary: string, secondary: string): readonly Rule[] => [
  (filters) =>
    of(filters, secondary, operators).length > 0 && of(filters, primary, operators).length === 0
      ? { message: `${secondary} parameter must have ${primary} present` }
      : undefined,
  boundedInJava(primary),
  rightRange(primary, { isLiteral: true }),
  boundedInJava(secondary),
  (filters) => {
    const isClosed = [lower, upper].every((side) => of(filters, primary, side).length > 0);
    return isClosed ? undefined : rightRange(secondary, { isLiteral: true })(filters);
  },
  (filters) =>
    of(filters, secondary, upper).length > 0 && of(filters, primary, ['lte', 'eq']).length === 0
      ? { message: `Requires the presence of an lte or eq ${primary} parameter` }
      : undefined,
  (filters) =>
    of(filters, secondary, lower).length > 0 && of(filters, primary, ['gte', 'eq']).length === 0
      ? { message: `Requires the presence of an gte or eq ${primary} parameter` }
      : undefined,
];
