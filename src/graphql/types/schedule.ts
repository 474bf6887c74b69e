// Scheduled transactions: `schedule`, `schedules`.
import {
  schedules as list,
  schedule as lookup,
  type ScheduleSignature,
  scheduleSignature,
} from '../../contract/schedules.js';
import { plainEntityId } from '../../contract/values.js';
import { builder, Order } from '../build/builder.js';
import { connect } from '../build/connection.js';
import { entity } from '../build/entity.js';
import { EntityIdFilter, readFilters } from '../build/filters.js';
import { toAccount } from '../build/links.js';
import { meaningOf, members } from '../build/members.js';
import { givenKey } from '../build/nodes.js';
import { Schedule } from '../build/refs.js';
import { words } from '../build/words.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { Key } from './key.js';

const Signature = builder.objectRef<ScheduleSignature>('ScheduleSignature').implement({
  description: meaningOf(scheduleSignature),
  fields: (t) =>
    members(t, scheduleSignature, {
      consensusTimestamp: 'consensus_timestamp',
      publicKeyPrefix: 'public_key_prefix',
      signature: 'signature',
      type: { member: 'type', ...words('SignatureType', scheduleSignature.properties.type) },
    }),
});

entity(Schedule, {
  is: 'a schedule',
  description: meaningOf(list.row),
  key: 'entityId',
  kind: plainEntityId,
  id: (row) => row.schedule_id,
  load: (id, { loaders }) => loaders.of(lookup).load(id),
  fields: (t) =>
    members(t, list.row, {
      entityId: 'schedule_id',
      adminKey: { member: 'admin_key', type: Key },
      consensusTimestamp: 'consensus_timestamp',
      creatorAccountId: 'creator_account_id',
      creatorAccount: { member: 'creator_account_id', ...toAccount },
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

export const ScheduleConnection = builder.connectionObject(
  { type: Schedule, name: 'ScheduleConnection', description: 'A page of schedules.' },
  { name: 'ScheduleEdge', description: 'A schedule in a page.' },
);

builder.queryField('schedule', (t) =>
  t.field({
    type: Schedule,
    description: 'One scheduled transaction; null when there is none.',
    args: {
      id: t.arg({
        type: 'EntityId',
        required: true,
        description: meaningOf(list.row, 'schedule_id'),
      }),
    },
    resolve: (_root, { id }, { loaders }) =>
      loaders.of(lookup).load(loaders.typed(givenKey('Schedule', 'id', id))),
  }),
);

const SchedulesFilter = builder.inputType('SchedulesFilter', {
  description: 'Conditions on schedules; all that are given must hold.',
  fields: (t) => ({
    creator: t.field({ type: EntityIdFilter, description: 'Account that created it.' }),
    schedule: t.field({ type: EntityIdFilter, description: 'The schedule.' }),
  }),
});

builder.queryField('schedules', (t) =>
  t.connection(
    {
      type: Schedule,
      description: 'Scheduled transactions by id.',
      args: {
        filter: t.arg({ type: SchedulesFilter, description: 'Which schedules.' }),
        order: t.arg({ type: Order, description: 'Order by schedule id; default ASC.' }),
      },
      extensions: { cost: { unique: 'schedule' } satisfies FieldCost },
      resolve(_root, args, context, info) {
        const map = { creator: 'account.id', schedule: 'schedule.id' };
        const filters = readFilters(list, map, args.filter);
        return connect(context, info, list, args, { filters }, (row) => row);
      },
    },
    ScheduleConnection,
  ),
);
