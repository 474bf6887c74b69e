// Hbars in US dollars at a time: the rate of each hour is read once, however many sums are of it.

import type { Filter } from '../../contract/resource.js';
import { exchangeRate, type Rate } from '../../contract/resources/rates.js';
import { timeOf } from '../../contract/timestamps.js';
import { printTimestamp } from '../../contract/values.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { pointed } from './amount.js';

const second = 1_000_000_000n;
const hour = 3600n * second;
/** Decimals of a dollar in hundred-millionths of a cent, by which the network counts. */
const dollarDecimals = 10;

/** What is known by the end of the hour of a time, so that all times of an hour share one look-up. */
const ofHour = (time: bigint): Filter => ({
  parameter: 'timestamp',
  operator: 'lte',
  value: printTimestamp(time - (time % hour) + hour - 1n) as string,
});

/** The rate at a time, or the newest; a rate that has ended is followed by the next. */
export async function rateAt(at: string | null, { loaders }: Context): Promise<Rate | null> {
  const time = at === null ? null : timeOf(at);
  // Nothing was known before the epoch.
  if (time === null && at !== null) return null;
  const rates = await loaders.of(exchangeRate, time === null ? [] : [ofHour(time)]).load('');
  if (!rates) return null;
  const { current_rate: current, next_rate: next } = rates;
  const isOver = time !== null && time > BigInt(current.expiration_time) * second;
  return isOver ? next : current;
}

/** Tinybars in dollars; null for no amount, and where no rate is known. */
export async function inDollars(
  tinybars: number | bigint | null | undefined,
  time: string | null,
  context: Context,
): Promise<string | null> {
  if (tinybars === null || tinybars === undefined) return null;
  const rate = await rateAt(time, context);
  if (!rate || rate.hbar_equivalent === 0) return null;
  const tinycents =
    (BigInt(tinybars) * BigInt(rate.cent_equivalent)) / BigInt(rate.hbar_equivalent);
  return pointed(tinycents.toString(), dollarDecimals);
}

/**
 * All sums of one transaction are of one hour, and share its rate; two transactions may be of two. A
 * block takes seconds, so that its transactions are of two hours at the most.
 */
export const rateCost = {
  shares: 'rate',
  rows: 1,
  apart: true,
  sharedBelow: ['Block.transactions'],
  callsBelow: { 'Block.transactions': 2 },
} satisfies FieldCost;

/** What a sum says of itself, beside the field that has the hbars. */
export const dollars = (field: string, when: string) =>
  `\`${field}\` in US dollars by the rate that the network counts fees by, ${when}: ten decimals, rounded towards zero. Null where no rate is known.`;
