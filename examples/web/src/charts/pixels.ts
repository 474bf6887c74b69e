// From exact values to places in a picture: the only step at which a float will do.

/** Where a value lies between two others, from 0 to 1. */
export const ratio = (value: bigint, least: bigint, greatest: bigint): number =>
  greatest === least ? 0.5 : Number(((value - least) * 1_000_000n) / (greatest - least)) / 1e6;

/** Nanoseconds of a consensus time. */
export function nanoseconds(timestamp: string): bigint {
  const [seconds = '0', fraction = ''] = timestamp.split('.');
  return BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
}

export const least = (values: readonly bigint[]): bigint =>
  values.reduce((found, value) => (value < found ? value : found));

export const greatest = (values: readonly bigint[]): bigint =>
  values.reduce((found, value) => (value > found ? value : found));
