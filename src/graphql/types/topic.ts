// Topics: `topic`.
import {
  type TopicFee as Fee,
  type TopicFees as Fees,
  topicFee,
  topicFees,
} from '../../contract/resources/fees.js';
import { type TopicRow, topic } from '../../contract/resources/topics.js';
import { plainEntityId } from '../../contract/values.js';
import { builder } from '../build/builder.js';
import { entity } from '../build/entity.js';
import { toAccount, toCreation, topicWith } from '../build/links.js';
import { meaningOf, members } from '../build/members.js';
import { givenKey } from '../build/nodes.js';
import { Topic } from '../build/refs.js';
import { FeeAmount } from './fees.js';
import { Key } from './key.js';

const TopicFee = builder.objectRef<Fee>('TopicFee').implement({
  description: meaningOf(topicFee),
  interfaces: [FeeAmount],
  fields: (t) =>
    members(t, topicFee, {
      collectorId: 'collector_account_id',
      collector: { member: 'collector_account_id', ...toAccount },
    }),
});

const TopicFees = builder.objectRef<Fees>('TopicFees').implement({
  description: meaningOf(topicFees),
  fields: (t) =>
    members(t, topicFees, {
      createdTimestamp: 'created_timestamp',
      fixed: { member: 'fixed_fees', type: [TopicFee] },
    }),
});

entity(Topic, {
  description: meaningOf(topic.row),
  key: 'entityId',
  kinds: [plainEntityId],
  id: (row) => row.topic_id,
  load: (id, { loaders }) => loaders.of(topic).load(id),
  fields: (t) =>
    members(t, topic.row, {
      entityId: 'topic_id',
      // `nullable` as in other entities, so that one selection is for all; what nobody knows takes nothing along.
      memo: { member: 'memo', nullable: true },
      deleted: 'deleted',
      adminKey: { member: 'admin_key', type: Key },
      submitKey: { member: 'submit_key', type: Key },
      feeScheduleKey: { member: 'fee_schedule_key', type: Key },
      feeExemptKeys: {
        member: 'fee_exempt_key_list',
        type: [Key],
        // A list of no keys, which the contract tells as null, is nobody's.
        as: (keys: TopicRow['fee_exempt_key_list']) => keys?.filter((key) => key !== null),
      },
      customFees: { member: 'custom_fees', type: TopicFees, nullable: true },
      autoRenewAccountId: 'auto_renew_account',
      autoRenewAccount: { member: 'auto_renew_account', ...toAccount },
      autoRenewPeriod: 'auto_renew_period',
      createdTimestamp: 'created_timestamp',
      createTransaction: { member: 'created_timestamp', ...toCreation },
      modifiedTimestamp: {
        member: 'timestamp',
        type: 'Timestamp',
        nullable: true,
        as: ({ from }: { readonly from: string }) => from,
      },
    }),
});

builder.queryField('topic', (t) =>
  t.field({
    type: Topic,
    description: 'One topic; null when there is none.',
    args: {
      id: t.arg({
        type: 'EntityId',
        required: true,
        description: meaningOf(topic.row, 'topic_id'),
      }),
    },
    resolve: (_root, { id }, context, info) =>
      topicWith(context.loaders.typed(givenKey('Topic', 'id', id), 'id'), context, info),
  }),
);
