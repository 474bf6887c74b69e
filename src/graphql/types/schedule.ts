// Scheduled transactions: `schedule`, `schedules`.
import {
  type ScheduleSignature,
  schedule,
  scheduleAt,
  scheduleSignature,
  schedules,
} from '../../contract/resources/schedules.js';
import { plainEntityId } from '../../contract/values.js';
import { builder } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { asItWas, entity } from '../build/entity.js';
import { toAccount, toCreation, toTransaction } from '../build/links.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { givenKey } from '../build/nodes.js';
import { Schedule } from '../build/refs.js';
import { words } from '../build/words.js';
import type { Context } from '../reading/context.js';
import { partsLookedAt } from '../reading/selection.js';
import { Key } from './key.js';

const Signature = builder.objectRef<ScheduleSignature>('ScheduleSignature').implement({
  description: meaningOf(scheduleSignature),
  fields: (t) =>
    members(t, scheduleSignature, {
      consensusTimestamp: 'consensus_timestamp',
      transaction: {
        member: 'consensus_timestamp',
        ...toTransaction('The transaction that has brought it'),
      },
      publicKeyPrefix: 'public_key_prefix',
      signature: 'signature',
      type: { member: 'type', ...words('SignatureType', scheduleSignature.properties.type) },
    }),
});

/** One as it is, or as it was, which follows from what it is. */
async function scheduleBy(id: string, { loaders }: Context, at?: string | null) {
  const now = await loaders.of(schedule).load(id);
  return now && at ? asItWas(scheduleAt(now, at), at) : now;
}

entity(Schedule, {
  description: meaningOf(schedules.row),
  key: 'entityId',
  kinds: [plainEntityId],
  id: (row) => row.schedule_id,
  versions: 'asOf',
  load: scheduleBy,
  fields: (t) =>
    members(t, schedules.row, {
      entityId: 'schedule_id',
      adminKey: { member: 'admin_key', type: Key },
      consensusTimestamp: 'consensus_timestamp',
      createTransaction: { member: 'consensus_timestamp', ...toCreation },
      executedTransaction: {
        member: 'executed_timestamp',
        ...toTransaction('What was executed by it, null before that'),
      },
      creatorAccountId: 'creator_account_id',
      creatorAccount: {
        member: 'creator_account_id',
        ...toAccount,
        cost: { sameBelow: ['Account.schedules'] },
      },
      payerAccountId: 'payer_account_id',
      payerAccount: { member: 'payer_account_id', ...toAccount },
      deleted: 'deleted',
      executedTimestamp: 'executed_timestamp',
      expirationTime: 'expiration_time',
      memo: 'memo',
      signatures: { member: 'signatures', type: [Signature] },
      transactionBody: 'transaction_body',
      waitForExpiry: 'wait_for_expiry',
    }),
});

connectionOf(Schedule, { one: 'a schedule', many: 'schedules' });

builder.queryField('schedule', (t) =>
  t.field({
    type: Schedule,
    description: 'One scheduled transaction; null when there is none.',
    args: {
      id: t.arg({
        type: 'EntityId',
        required: true,
        description: meaningOf(schedules.row, 'schedule_id'),
      }),
      at: t.arg({
        type: 'Timestamp',
        description:
          'The schedule as it was at this instant, with a global id of its own: null before its creation, executed if it was by then, with the signatures that it had. `deleted` is null of one that is deleted now, since the contract does not tell when that was; it is false where a later signature shows that it was open. What it leads to is as of now.',
      }),
    },
    resolve: (_root, { id, at }, context) =>
      scheduleBy(context.loaders.typed(givenKey('Schedule', 'id', id), 'id'), context, at),
  }),
);

const filter = conditions('SchedulesFilter', 'schedules', schedules, {
  creator: { by: 'account.id', description: 'Account that created it.' },
  schedule: { by: 'schedule.id', description: 'The schedule.' },
});

builder.queryField('schedules', (t) =>
  listField(t, {
    list: schedules,
    type: Schedule,
    description: 'Scheduled transactions by id.',
    by: 'schedule id',
    filter,
    parts: (_context, info) => partsLookedAt(info, 'Schedule', schedules),
    cost: { unique: 'schedule' },
  }),
);
