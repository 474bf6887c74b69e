// Scheduled transactions: the list, and one by its id.
import type { Key } from './keys.js';
import { type List, type Lookup, operators } from './resource.js';
import { entityIdOrEvm, plainEntityId, timestamp } from './values.js';

export interface ScheduleSignature {
  readonly consensus_timestamp: string;
  /** Base64 of PostgreSQL: a line feed after every 76 characters. */
  readonly public_key_prefix: string;
  readonly signature: string;
  readonly type: string;
}

export interface ScheduleRow {
  readonly admin_key: Key | null;
  /** Left out in the list, null by id, where the entity is unknown; likewise `memo`. */
  readonly deleted?: boolean | null;
  readonly consensus_timestamp: string;
  readonly creator_account_id: string | null;
  readonly executed_timestamp: string | null;
  readonly expiration_time: string | null;
  readonly memo?: string | null;
  readonly payer_account_id: string | null;
  readonly schedule_id: string;
  readonly signatures: readonly ScheduleSignature[];
  readonly transaction_body: string;
  readonly wait_for_expiry: boolean;
}

export const schedules: List<ScheduleRow> = {
  is: 'list',
  name: 'schedules',
  description: 'Scheduled transactions with their signatures.',
  path: '/api/v1/schedules',
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
      description: 'Account that created the schedule.',
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
const nanoseconds = (text: string) => timestamp.toInt64?.(text) as bigint;

/** Whether a schedule is executed, deleted, or expired at `now` (milliseconds), so never changes. */
function isFinal(schedule: ScheduleRow, now: number): boolean {
  if (schedule.executed_timestamp !== null || schedule.deleted === true) return true;
  const end =
    schedule.expiration_time === null
      ? nanoseconds(schedule.consensus_timestamp) + implicitLifetime
      : nanoseconds(schedule.expiration_time) + graceAfterExpiry;
  return BigInt(now) * 1_000_000n >= end;
}

export const schedule: Lookup<ScheduleRow> = {
  is: 'lookup',
  name: 'schedule',
  description: 'One scheduled transaction.',
  path: '/api/v1/schedules/{id}',
  key: { parameter: 'scheduleid', kind: plainEntityId, description: 'Schedule id.' },
  flow: 1,
  maxAge: (item, now) => (isFinal(item, now) ? 3600 : 1),
  parameters: {},
};
