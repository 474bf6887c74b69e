// The day that follows the end of a staking period, as the contract prints it.
import type { Int64 } from '../../contract/json.js';
import { printTimestamp } from '../../contract/values.js';

const day = 86_400_000_000_000n;

export function stakingPeriod(end: null): null;
export function stakingPeriod(end: Int64): { from: string; to: string };
export function stakingPeriod(end: Int64 | null): { from: string; to: string } | null;
export function stakingPeriod(end: Int64 | null) {
  if (end === null) return null;
  const from = BigInt(end) + 1n;
  return {
    from: printTimestamp(from) as string,
    to: printTimestamp(from + day) as string,
  };
}
