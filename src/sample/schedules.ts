// Schedules of the sample ledger: those from before the block window, and new ones for it.
import type { Party } from './accounts.js';
import {
  day,
  longestScheduleLife,
  minute,
  now,
  scheduleLife,
  second,
  windowStart,
} from './clock.js';
import { type Birth, known } from './ids.js';
import { emptyKeyList, type KeyRing, noKey } from './keys.js';
import { scheduledTransfer } from './protobuf.js';
import type { Random } from './random.js';
import { memo } from './words.js';

interface Signature {
  at: bigint;
  prefix: string;
  type: number;
}

export interface Schedule {
  num: number;
  created: bigint;
  creator: number;
  payer: number;
  receiver: number;
  amount: bigint;
  executed: bigint | null;
  deletedAt: bigint | null;
  expiration: bigint | null;
  waitForExpiry: boolean;
  adminKey: string | null;
  publicKey: string | null;
  memo: string;
  body: string;
  signatures: Signature[];
}

/** Signature types are protobuf field numbers of SignaturePair (contract.md C.3). */
const ed25519Type = 3;
const ecdsaType = 6;

export function sign(
  random: Random,
  schedule: Schedule,
  signer: Pick<Party, 'publicKey'> | null,
  at: bigint,
): void {
  const publicKey = signer?.publicKey ?? random.hex(32);
  // 64 digits are the 32 bytes of an ED25519 key, 66 the 33 of a compressed ECDSA one.
  const type = publicKey.length === 66 ? ecdsaType : ed25519Type;
  const bytes = random.chance(0.3) ? random.between(1, 12) : publicKey.length / 2;
  schedule.signatures.push({ at, prefix: publicKey.slice(0, bytes * 2), type });
}

export function createSchedule(
  random: Random,
  keys: KeyRing,
  { num, created }: Pick<Schedule, 'num' | 'created'>,
  active: readonly Pick<Party, 'num' | 'publicKey'>[],
): Schedule {
  const creator = random.pick(active);
  let receiver = random.pick(active);
  while (receiver === creator) receiver = random.pick(active);
  const amount = random.amount(5, 9);
  const text = memo(random);
  const admin = random.chance(0.7) ? keys.any() : random.chance(0.1) ? emptyKeyList : noKey;
  const schedule: Schedule = {
    num,
    created,
    creator: creator.num,
    payer: random.chance(0.75) ? creator.num : random.pick(active).num,
    receiver: receiver.num,
    amount,
    executed: null,
    deletedAt: null,
    expiration: random.chance(0.6) ? created + minute * BigInt(random.between(31, 40_000)) : null,
    waitForExpiry: false,
    adminKey: admin.key,
    publicKey: admin.publicKey,
    memo: text,
    body: scheduledTransfer({
      fee: 100_000_000n,
      memo: text,
      from: creator.num,
      to: receiver.num,
      amount,
    }),
    signatures: [],
  };
  schedule.waitForExpiry = schedule.expiration !== null && random.chance(0.15);
  if (num === known.pendingSchedule) {
    schedule.expiration = created + longestScheduleLife;
    schedule.waitForExpiry = true;
  }
  if (random.chance(0.92)) sign(random, schedule, creator, created);
  return schedule;
}

/** Executed, deleted, run out, or (the recent ones) waiting still. */
export function pastSchedules(
  random: Random,
  keys: KeyRing,
  births: readonly Birth[],
  active: readonly Party[],
): Schedule[] {
  return births
    .filter((birth) => birth.kind === 'schedule')
    .map((birth) => {
      const schedule = createSchedule(random, keys, birth, active);
      let at = birth.created;
      for (let count = random.below(4); count > 0; count--) {
        at += second + random.bigBelow(7n * minute);
        sign(random, schedule, random.pick(active), at);
      }
      const end = random.fraction();
      const recent = birth.created > windowStart - 50n * day;
      if (birth.num === known.expiredSchedule) {
        schedule.expiration = birth.created + scheduleLife;
      } else if (recent && end < 0.7) {
        const left = longestScheduleLife - (now - birth.created);
        schedule.expiration = now + 1n + random.bigBelow(left);
      } else if (end < 0.6) {
        schedule.executed = at + second + random.bigBelow(minute);
        // A schedule that waits for its expiry is executed then and not before.
        if (schedule.waitForExpiry) schedule.waitForExpiry = false;
      } else if (end < 0.75) {
        schedule.deletedAt = at + second + random.bigBelow(minute);
      }
      return schedule;
    });
}
