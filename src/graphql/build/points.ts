// The instants of a history: so many of them between two times, or one every so many seconds.
import { nanoseconds, printTimestamp } from '../../contract/values.js';
import { badInput } from '../../errors.js';
import { mostPoints } from '../costing/cost-arguments.js';
import type { Types } from './builder.js';

const usualPoints = 30;
const nanosecondsPerSecond = 1_000_000_000n;

/** What a history is asked by. */
interface Asked {
  readonly from: string;
  readonly to: string;
  readonly points?: number | null | undefined;
  readonly every?: number | null | undefined;
}

export const pointArguments = <P>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, P>) => ({
  from: t.arg({ type: 'Timestamp', required: true, description: 'Instant of the first point.' }),
  to: t.arg({
    type: 'Timestamp',
    required: true,
    description: 'Instant of the last point, or without one there the end of the range.',
  }),
  points: t.arg({
    type: 'Int',
    defaultValue: usualPoints,
    description: `Points at the most, 1 to ${mostPoints}, evenly from \`from\` to \`to\`; one alone is at \`to\`.`,
  }),
  every: t.arg({
    type: 'Int',
    description:
      'Seconds from one point to the next, from `from` on; more points than `points` are refused.',
  }),
});

/**
 * The instants, in order and each once; of what was read as it was at `then` nothing is known later.
 * @throws LedgerError BAD_USER_INPUT that names the argument.
 */
export function pointsOf(asked: Asked, then?: string): string[] {
  const { every } = asked;
  const points = asked.points ?? usualPoints;
  if (points < 1 || points > mostPoints) {
    throw badInput('points', points, `must be from 1 to ${mostPoints}`);
  }
  const [from, to] = [asked.from, asked.to].map(nanoseconds) as [bigint, bigint];
  if (from > to) throw badInput('from', asked.from, `must not be later than to, ${asked.to}`);
  const instants =
    every === undefined || every === null
      ? evenly(from, to, BigInt(points))
      : stepwise(from, to, every, points);
  const end = then === undefined ? to : nanoseconds(then);
  const known = instants.map((instant) => (instant < end ? instant : end));
  return [...new Set(known)].map((instant) => printTimestamp(instant) as string);
}

function evenly(from: bigint, to: bigint, points: bigint): bigint[] {
  if (points === 1n) return [to];
  return Array.from({ length: Number(points) }, (_, n) => {
    return from + ((to - from) * BigInt(n)) / (points - 1n);
  });
}

function stepwise(from: bigint, to: bigint, every: number, points: number): bigint[] {
  if (every < 1) throw badInput('every', every, 'must be 1 second or more');
  const step = BigInt(every) * nanosecondsPerSecond;
  const count = (to - from) / step + 1n;
  if (count > points) {
    throw badInput(
      'every',
      every,
      `must leave no more points than points: ${points}, not ${count}`,
    );
  }
  return Array.from({ length: Number(count) }, (_, n) => from + step * BigInt(n));
}
