// The seeded random numbers behind the sample ledger: the same seed gives the same ledger.

export interface Random {
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number;
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** A bigint from 0 to `limit` - 1. */
  bigBelow(limit: bigint): bigint;
  /** An amount whose number of digits, not its value, is evenly spread: few are large. */
  amount(minDigits: number, maxDigits: number): bigint;
  /** A fraction in [0, 1). */
  fraction(): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  hex(bytes: number): string;
}

/** sfc32, by Chris Doty-Humphrey (PractRand): small, fast and good enough for made-up data. */
export function createRandom(seed: number): Random {
  let a = seed | 0;
  let b = 0x9e3779b9 | 0;
  let c = 0x243f6a88 | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  // The author's own warm-up: a small seed needs some rounds to reach all the bits.
  for (let round = 0; round < 15; round++) next();

  const fraction = (): number => next() / 2 ** 32;
  const below = (limit: number): number => Math.floor(fraction() * limit);
  const bigBelow = (limit: bigint): bigint => ((BigInt(next()) << 32n) | BigInt(next())) % limit;
  return {
    fraction,
    below,
    bigBelow,
    between: (low, high) => low + below(high - low + 1),
    amount: (minDigits, maxDigits) => {
      const power = 10n ** BigInt(minDigits + below(maxDigits - minDigits + 1) - 1);
      return power + bigBelow(9n * power);
    },
    chance: (probability) => fraction() < probability,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
    hex: (bytes) => {
      const buffer = Buffer.allocUnsafe(Math.ceil(bytes / 4) * 4);
      for (let offset = 0; offset < bytes; offset += 4) buffer.writeUInt32BE(next(), offset);
      return buffer.toString('hex', 0, bytes);
    },
  };
}
