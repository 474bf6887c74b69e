// Topics: one by its id.

import type { KeyRule, Lookup } from '../resource.js';
import * as t from '../shape.js';
import { plainEntityId } from '../values.js';
import { topicFees } from './fees.js';

export const area = {
  name: 'topics',
  description: 'Topics and the messages that were sent to them.',
};

/** How the lists of a topic, and messages, take its id: one that can not exist is told as such. */
export const topicKey: KeyRule = {
  parameter: 'topic.id',
  kind: plainEntityId,
  description: 'Id of the topic.',
  tellsIds: true,
};

const topicRow = t.object(
  'A topic, to which messages are sent.',
  {
    admin_key: t.key('Key that can change or delete the topic; null where nobody can.'),
    auto_renew_account: t.nullable(t.entityId('Account that pays when the topic is renewed.')),
    auto_renew_period: t.nullable(t.int64('Seconds by which the topic is renewed.')),
    created_timestamp: t.timestampOrNull('When the topic was created.'),
    custom_fees: topicFees,
    deleted: t.nullable(t.boolean('Whether the topic is deleted; null where it is not known.')),
    fee_exempt_key_list: t.optional(
      t.list(t.key('A key.'), 'Keys whose holders send messages without the custom fees.'),
    ),
    fee_schedule_key: t.key('Key that can change what messages cost; null where nobody can.'),
    memo: t.text('Memo of the topic.'),
    submit_key: t.key('Key that messages must be signed with; null where anyone may send them.'),
    timestamp: t.object('Since when the topic is as it is.', {
      from: t.timestamp('When it became so.'),
      to: t.timestampOrNull('When it became another; null while it is so.'),
    }),
    topic_id: t.entityId('The topic.'),
  },
  'Topic',
);

export type TopicRow = t.Static<typeof topicRow>;

export const topic: Lookup<TopicRow> = {
  is: 'lookup',
  name: 'topic',
  description: 'One topic.',
  path: '/api/v1/topics/{topicId}',
  documents: { area, operation: 'getTopic', example: '0.0.4001' },
  row: topicRow,
  keys: [{ parameter: 'id', kind: plainEntityId, description: topicKey.description }],
  goesBy: (key, { topic_id }) => topic_id === key,
  flow: 'java',
  missing: 'Topic not found',
  maxAge: () => 5,
  parameters: {},
};
