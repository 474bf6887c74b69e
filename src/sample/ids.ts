// The numbers of the sample ledger's well-known entities, and who else is born when.
import { blockCount, blockLength, day, genesis, minute, windowStart } from './clock.js';
import type { Random } from './random.js';

/** Entities that documentation, examples and tests may name; their numbers never change. */
export const known = {
  treasury: 2,
  feeCollector: 98,
  stakingRewards: 800,
  nodeRewards: 801,
  manyTokens: 1001,
  fiftyTokens: 1002,
  noTokens: 1003,
  manyTokensToo: 1004,
  ecdsaAlias: 1005,
  ed25519Alias: 1006,
  hollow: 1007,
  deleted: 1008,
  contract: 1009,
  maxHolder: 1010,
  fiftyOneTokens: 1011,
  digitsMemo: 1012,
  jsonMemo: 1013,
  issuer: 1014,
  maxToken: 2001,
  nftToken: 2002,
  keepsakes: 2003,
  coinContract: 5001,
  storageContract: 5002,
  deletedContract: 5003,
  addressContract: 5004,
  emptyContract: 5005,
  expiredSchedule: 3001,
  noteTopic: 4001,
  orderTopic: 4002,
  chunkTopic: 4003,
  emptyTopic: 4004,
  longTopic: 4005,
  deletedTopic: 4006,
  pendingSchedule: 9_000_001,
  executedSchedule: 9_000_002,
  deletedSchedule: 9_000_003,
  shells: 9_100_001,
  tidePoints: 9_100_002,
  pierTickets: 9_100_003,
} as const;

/** Nodes 0 to 7 are paid through 0.0.3 to 0.0.10. */
export const nodeAccounts = [3, 4, 5, 6, 7, 8, 9, 10] as const;

type Kind = 'account' | 'contract' | 'token' | 'schedule' | 'topic';

export interface Birth {
  kind: Kind;
  num: number;
  created: bigint;
}

/** How many of a kind were born before the block window, and since when. */
const past: readonly (readonly [kind: Kind, count: number, since: bigint])[] = [
  ['account', 2_790, genesis],
  ['contract', 60, genesis],
  ['token', 248, genesis],
  ['topic', 6, genesis],
  ['schedule', 250, genesis],
  // Still waiting: younger than the 62 days that a schedule may live.
  ['schedule', 50, windowStart - 50n * day],
];

const knownPast: readonly (readonly [kind: Kind, num: number])[] = [
  ...[1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008].map((num) => ['account', num] as const),
  ['contract', known.contract],
  ...[1010, 1011, 1012, 1013, 1014].map((num) => ['account', num] as const),
  ['token', known.maxToken],
  ['token', known.nftToken],
  ['schedule', known.expiredSchedule],
];

/** Everything born before the window. Numbers grow with the time of birth, with gaps. */
export function pastBirths(random: Random): Birth[] {
  const births: Birth[] = [];
  for (const [kind, count, since] of past) {
    // An hour of rest keeps what happens before the window away from what happens in it.
    const span = windowStart - 60n * minute - (since + day);
    for (let index = 0; index < count; index++) {
      births.push({ kind, num: 0, created: since + day + random.bigBelow(span) });
    }
  }
  births.sort((a, b) => (a.created < b.created ? -1 : a.created > b.created ? 1 : 0));
  let num = 10_000;
  births.forEach((birth, index) => {
    num += random.between(1, 2 + Math.floor(index * 1.2));
    birth.num = num;
  });
  const first = knownPast.map(([kind, num], index): Birth => {
    return { kind, num, created: genesis + BigInt(index + 1) * minute + 123_456_789n };
  });
  return [...first, ...births];
}

/** The consensus times of the window's transactions: one in most blocks, up to four in a few. */
export function slotTimes(random: Random): bigint[] {
  const times: bigint[] = [];
  for (let block = 0; block < blockCount; block++) {
    const kind = random.fraction();
    const count = kind < 0.8 ? 1 : kind < 0.95 ? 2 : random.between(3, 4);
    const share = blockLength / BigInt(count);
    const start = windowStart + BigInt(block) * blockLength;
    for (let index = 0; index < count; index++) {
      // 1,000 ns stay free at both ends: child transactions sit one nanosecond before their parent.
      times.push(start + BigInt(index) * share + 1_000n + random.bigBelow(share - 2_000n));
    }
  }
  return times;
}
