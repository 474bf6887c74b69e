// The fixed time of the sample ledger: nothing in it depends on the real clock.

export const second = 1_000_000_000n;
export const minute = 60n * second;
export const day = 86_400n * second;

/** 2026-11-20T12:00:00Z: nothing in the ledger has happened later. */
export const now = 1_795_176_000n * second;

/** 2019-09-13T22:00:00Z, when the network's public history begins. */
export const genesis = 1_568_412_000n * second;

/** A block is closed every two seconds (the network's record file interval). */
export const blockLength = 2n * second;
export const blockCount = 3_000;
export const firstBlockNumber = 91_204_001;

/** Blocks and transactions exist from here on, as in a mirror that has pruned its past. */
export const windowStart = now - BigInt(blockCount) * blockLength;

/** Balance snapshots, 15 minutes apart as the network writes them; the first is complete. */
export const snapshotTimes: readonly bigint[] = [
  now - 45n * minute,
  now - 30n * minute,
  now - 15n * minute,
];

/** A schedule without an expiration time lives for 30 minutes. */
export const scheduleLife = 30n * minute;

/** 62 days: the longest a schedule may wait. */
export const longestScheduleLife = 62n * day;

/** An int8range in PostgreSQL's text form; open to the right when `to` is left out. */
export function timestampRange(from: bigint, to?: bigint): string {
  return `[${from},${to ?? ''})`;
}
