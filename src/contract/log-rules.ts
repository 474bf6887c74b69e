// Searches of logs by topic, which the contract takes only within a span of time (contract H.1).
import { isStrict, lower, upper } from './operators.js';
import type { Filter, Search } from './resource.js';
import { nanoseconds } from './values.js';

const day = 86_400_000_000_000n;

/** Whether a range is one instant: that counts as equality (contract H.1). */
export const isInstant = (
  times: readonly { readonly operator: string; readonly value: string }[],
): boolean => {
  const [first, second] = times;
  return (
    times.length === 2 &&
    first?.value === second?.value &&
    times.some(({ operator }) => operator === 'gte') &&
    times.some(({ operator }) => operator === 'lte')
  );
};

const reasons = {
  none: 'No timestamp range or eq operator provided',
  ne: 'Not equals operator not supported for timestamp param',
  lower: 'Multiple gt or gte operators not permitted for timestamp param',
  upper: 'Multiple lt or lte operators not permitted for timestamp param',
  mixed: 'Cannot combine eq with ne, gt, gte, lt, or lte for timestamp param',
  open: 'Timestamp range must have gt (or gte) and lt (or lte), or eq operator',
  span: 'Timestamp range by the lower and upper bounds must be positive and within 7d',
} as const;

const span = 7n * day;

/** What is wrong with the times of a search; undefined where nothing is. */
function mistake(times: readonly Filter[]): keyof typeof reasons | undefined {
  if (times.length === 0) return 'none';
  if (isInstant(times)) return undefined;
  const of = (...operators: string[]) =>
    times.filter(({ operator }) => operators.includes(operator));
  const [low, high, equal] = [of(...lower), of(...upper), of('eq')];
  if (of('ne').length > 0 && equal.length === 0) return 'ne';
  if (low.length > 1) return 'lower';
  if (high.length > 1) return 'upper';
  if (equal.length > 0) return equal.length < times.length ? 'mixed' : undefined;
  const [from, to] = [low[0], high[0]];
  if (!from || !to) return 'open';
  const first = nanoseconds(from.value) + (isStrict(from.operator) ? 1n : 0n);
  const last = nanoseconds(to.value) - (isStrict(to.operator) ? 1n : 0n);
  return last < first || last - first >= span ? 'span' : undefined;
}

export const topicSearch: Search = {
  by: ['topic0', 'topic1', 'topic2', 'topic3'],
  span,
  broken(filters) {
    if (!filters.some(({ parameter }) => topicSearch.by.includes(parameter))) return undefined;
    const wrong = mistake(filters.filter(({ parameter }) => parameter === 'timestamp'));
    return (
      wrong && {
        message: `Cannot search topics without a valid timestamp range: ${reasons[wrong]}`,
      }
    );
  },
};
