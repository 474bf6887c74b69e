// Scheduled transactions: the list, and one by its id.
import { sound, WrongMember } from '../check.js';
import { type List, type Lookup, operators } from '../resource.js';
import * as t from '../shape.js';
import { timeOf } from '../timestamps.js';
import { entityIdOrEvm, nanoseconds, plainEntityId } from '../values.js';

const area = { name: 'schedules', description: 'Transactions that wait for signatures.' };

export const scheduleSignature = t.object(
  'A signature that a schedule has collected.',
  {
    consensus_timestamp: t.timestamp('When it was collected.'),
    public_key_prefix: t.base64(
      'First bytes of the public key, enough to tell the keys apart; over REST with a line feed after every 76 characters.',
      true,
    ),
    signature: t.base64(
      'The signature; over REST with a line feed after every 76 characters.',
      true,
    ),
    type: t.choice('How the signature was made.', {
      CONTRACT: 'By a contract.',
      ED25519: 'With an ED25519 key.',
      RSA_3072: 'With an RSA key of 3072 bits.',
      ECDSA_384: 'With an ECDSA key of 384 bits.',
      ECDSA_SECP256K1: 'With an ECDSA key on secp256k1.',
      UNKNOWN: 'The ledger does not say, or says it in a word newer than this schema.',
    }),
  },
  'ScheduleSignature',
);

export type ScheduleSignature = t.Static<typeof scheduleSignature>;

const scheduleRow = t.object(
  'A transaction that waits for signatures or for its time.',
  {
    admin_key: t.key('Key that can delete the schedule; null where nobody can.'),
    deleted: t.optional(
      t.nullable(
        t.boolean('Whether the schedule is deleted; null or left out where it is not known.'),
      ),
    ),
    consensus_timestamp: t.timestamp('Consensus timestamp of the creation.'),
    creator_account_id: t.nullable(t.entityId('Account that created the schedule.')),
    executed_timestamp: t.timestampOrNull('When it was executed; null while it was not.'),
    expiration_time: t.timestampOrNull(
      'When it expires; null where the creator did not say: then after the 30 minutes of the network.',
    ),
    memo: t.optional(
      t.nullable(t.text('Note of the schedule; null or left out where it is not known.')),
    ),
    payer_account_id: t.nullable(t.entityId('Account that pays for the execution.')),
    schedule_id: t.entityId('Id of the schedule.'),
    signatures: t.list(scheduleSignature, 'Signatures collected so far, in order of time.'),
    transaction_body: t.base64('Body of the transaction that is executed in the end, as protobuf.'),
    wait_for_expiry: t.boolean('Whether it is executed at its expiry, even if all signed before.'),
  },
  'Schedule',
);

export type ScheduleRow = t.Static<typeof scheduleRow>;

export const schedules: List<ScheduleRow> = {
  is: 'list',
  name: 'schedules',
  description: 'Scheduled transactions with their signatures.',
  path: '/api/v1/schedules',
  documents: { area, operation: 'getSchedules', body: 'SchedulesResponse' },
  row: scheduleRow,
  parts: { members: ['signatures', 'transaction_body'] },
  items: 'schedules',
  order: 'asc',
  sort: [{ parameter: 'schedule.id', kind: entityIdOrEvm, of: (row) => row.schedule_id }],
  flow: 2,
  maxAge: 10,
  parameters: {
    'account.id': {
      kind: entityIdOrEvm,
      operators,
      repeat: 'all',
      description: 'Creator of the schedule.',
    },
    'schedule.id': {
      kind: entityIdOrEvm,
      operators,
      repeat: 'all',
      description: 'Schedule id.',
    },
  },
};

// When a schedule can change no more (contract B.15), in nanoseconds.
const implicitLifetime = 31n * 60n * 1_000_000_000n;
const graceAfterExpiry = 60n * 1_000_000_000n;

/** Whether a schedule is executed or deleted, by what the ledger says. */
export const isOver = ({ executed_timestamp, deleted }: ScheduleRow): boolean =>
  typeof executed_timestamp === 'string' || deleted === true;

/** Whether a schedule is executed, deleted, or expired at `now` (milliseconds), so never changes. */
function isFinal(schedule: ScheduleRow, now: number): boolean {
  if (isOver(schedule)) return true;
  const { consensus_timestamp: created, expiration_time: expiry } = schedule;
  // A mirror node may leave out what is not known, or say something that is no time.
  const start = timeOf(expiry ?? created);
  if (start === null) return false;
  return BigInt(now) * 1_000_000n >= start + (expiry ? graceAfterExpiry : implicitLifetime);
}

/**
 * A schedule as it was at an instant, out of what it is: null before its creation. What it was made
 * with never changes, and it is executed once. When it was deleted the contract does not tell: null
 * for one that is deleted now, unless it was signed after the instant, which only open ones are.
 */
export function scheduleAt(now: ScheduleRow, at: string): ScheduleRow | null {
  const end = nanoseconds(at);
  // What is none since the epoch was before it.
  const isBy = (time: string) => (timeOf(time) ?? 0n) <= end;
  if (!isBy(sound(now.consensus_timestamp))) return null;
  const { executed_timestamp: executed, deleted } = now;
  const signatures = signaturesWhere(now.signatures, isBy);
  const isLater =
    Array.isArray(signatures) && signatures.length < (now.signatures as readonly unknown[]).length;
  return {
    ...now,
    executed_timestamp: typeof executed === 'string' && !isBy(executed) ? null : executed,
    signatures,
    ...(deleted === true && { deleted: isLater ? false : null }),
  };
}

/** Signatures by their times; where one of them is none, that stands for the list. */
function signaturesWhere(
  all: ScheduleRow['signatures'],
  isWanted: (time: string) => boolean,
): ScheduleRow['signatures'] {
  try {
    return sound(all).filter((one) => isWanted(sound(sound(one).consensus_timestamp)));
  } catch (error) {
    if (error instanceof WrongMember) return error as never;
    throw error;
  }
}

export const schedule: Lookup<ScheduleRow> = {
  is: 'lookup',
  name: 'schedule',
  description: 'One scheduled transaction.',
  path: '/api/v1/schedules/{id}',
  documents: { area, operation: 'getSchedule', example: '0.0.3001' },
  row: scheduleRow,
  keys: [{ parameter: 'scheduleid', kind: plainEntityId, description: 'Schedule id.' }],
  flow: 1,
  maxAge: (item, now) => (isFinal(item, now) ? 3600 : 1),
  parameters: {},
};
