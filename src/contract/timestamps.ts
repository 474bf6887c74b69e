// Timestamp conditions as one closed range of nanoseconds and the instants left out of it.
import type { Filter, List, Lookup } from './resource.js';
import { maxInt64, nanoseconds, timestamp } from './values.js';

export interface TimestampRange {
  /** Nanoseconds since the epoch, both ends included. */
  readonly lower: bigint;
  readonly upper: bigint;
  readonly not: readonly bigint[];
  /** Distinct instants asked for by equality. */
  readonly equal: readonly bigint[];
  readonly isEmpty: boolean;
}

export const maxTimestamp = maxInt64;
const max = (values: readonly bigint[]) => values.reduce((a, b) => (a > b ? a : b));
const min = (values: readonly bigint[]) => values.reduce((a, b) => (a < b ? a : b));

/** Nanoseconds of a time as a row has it, whose fraction may be short; null for what is none since the epoch. */
export function timeOf(text: unknown): bigint | null {
  const canonical = typeof text === 'string' ? timestamp.read(text) : null;
  return canonical === null ? null : nanoseconds(canonical);
}

/** The newest of several times; null where there is none. */
export function latestTimestamp(times: readonly (string | null)[]): string | null {
  return times.reduce(
    (a, b) => (a === null || (timeOf(b) ?? -1n) > (timeOf(a) ?? -1n) ? b : a),
    null,
  );
}

/** What a list or look-up is in the past, by the parameter that it has for that. */
type InTime = Pick<List | Lookup, 'instant'>;

/** Whether the state in the past is asked for, and not the newest. */
export const isPast = ({ instant }: InTime, filters: readonly Filter[]): boolean =>
  filters.some(({ parameter }) => parameter === instant);

/** The condition that asks for the state at a time. */
export const stateAt = ({ instant }: InTime, value: string): Filter => ({
  parameter: instant as string,
  operator: 'lte',
  value,
});

/** A mirror node that is further behind than a day is none. */
const day = 86_400_000;

/** Whether the state is asked for as of so long ago that all of it is there; `now` in milliseconds. */
export const isLongAgo = (of: InTime, filters: readonly Filter[], now: number): boolean =>
  isPast(of, filters) &&
  timestampRange(filters, of.instant, 'upper').upper < BigInt(now - day) * 1_000_000n;

/** The conditions without those that name an instant by equality, which are no part of a range (contract A.10). */
export const withoutEqual = ({ instant }: InTime, filters: readonly Filter[]): readonly Filter[] =>
  filters.filter(({ parameter, operator }) => parameter !== instant || operator !== 'eq');

/** The instant of which the conditions ask the state, where they do it by one time alone. */
export function soleInstant({ instant }: InTime, filters: readonly Filter[]): bigint | null {
  const [own, ...more] = filters.filter(({ parameter }) => parameter === instant);
  return own?.operator === 'lte' && more.length === 0 ? nanoseconds(own.value) : null;
}

/**
 * Largest lower and smallest upper bound of the conditions on a time (contract A.10). Where state
 * is asked for (`equalMeans: 'upper'`), equality means "at or before", else just that instant.
 */
export function timestampRange(
  filters: readonly Filter[],
  parameter: string | undefined,
  equalMeans: 'upper' | 'instant',
): TimestampRange {
  const of = (operator: string) =>
    filters
      .filter((filter) => filter.parameter === parameter && filter.operator === operator)
      .map((filter) => nanoseconds(filter.value));
  const equal = [...new Set(of('eq'))];
  const pinned = equalMeans === 'instant' ? equal : [];
  const least = max([0n, ...of('gte'), ...of('gt').map((v) => v + 1n), ...pinned]);
  // Nothing comes after the greatest time: what follows it is no time that a database takes.
  const isBeyond = least > maxTimestamp;
  const lower = isBeyond ? maxTimestamp : least;
  const greatest = isBeyond ? maxTimestamp - 1n : maxTimestamp;
  const upper = min([greatest, ...of('lte'), ...of('lt').map((v) => v - 1n), ...equal]);
  return { lower, upper, not: of('ne'), equal, isEmpty: lower > upper };
}
