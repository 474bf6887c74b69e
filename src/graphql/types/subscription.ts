// Subscriptions: `blockAdded`, `messageAdded`, `balanceChanged`, `scheduleChanged`, and what all of them share.

import { positionOf, printCursor, readCursor } from '../../contract/position.js';
import type { List } from '../../contract/resource.js';
import { blocks } from '../../contract/resources/blocks.js';
import { type ScheduleRow, schedules } from '../../contract/resources/schedules.js';
import { messages } from '../../contract/resources/topic-messages.js';
import { badInput, LedgerError } from '../../errors.js';
import type { Settled } from '../../ledger.js';
import type { LiveBalance } from '../../live/balances.js';
import { builder } from '../build/builder.js';
import { edgeOf } from '../build/connection-type.js';
import { meaningOf } from '../build/members.js';
import { givenKey } from '../build/nodes.js';
import { Balance, Block, Message, Schedule } from '../build/refs.js';
import type { Context } from '../reading/context.js';
import { firstRow } from '../reading/first-row.js';

builder.subscriptionType({
  description:
    'What changes, as it changes, as server-sent events. An event with an error (the field is null, `errors` says why) tells of a ledger that does not answer, once; the stream goes on when it does. STREAM_ENDED is the last event of a stream that the server ends: subscribe again.',
});

export const subscriberOf = ({ subscriber }: Context) => {
  if (!subscriber) throw new LedgerError('BAD_USER_INPUT', 'Subscriptions need a server');
  return subscriber;
};

/** What an event shows; an error among the values becomes the error of its event. */
function shown<T, S>(event: Settled<T>, show: (value: T) => S): S {
  if (event instanceof LedgerError) throw event;
  return show(event);
}

/** What an event of something new shows: its row, with its place in the list that it has come to. */
export const shownIn = <T>(list: List<T>, event: unknown) =>
  shown(event as Settled<T>, (row) => ({
    cursor: printCursor(list, positionOf(list, row)),
    node: row,
  }));

builder.subscriptionField('blockAdded', (t) =>
  t.field({
    type: edgeOf(Block),
    nullable: true,
    description:
      'Each block, once and in order. With `after` first all blocks since that cursor, 10000 at the most, then those to come: without a gap, so that a client goes on where it was cut off.',
    args: {
      after: t.arg.string({
        description: 'Cursor of the last block that is known, of an event or of `blocks`.',
      }),
    },
    subscribe(_root, { after }, context) {
      const { live, client } = subscriberOf(context);
      return live.blocks(client, after == null ? null : readCursor(blocks, 'after', after));
    },
    resolve: (event) => shownIn(blocks, event),
  }),
);

/** Where a message lies in its topic, or the last one before it where it is not there (yet). */
async function placeOf(key: string, number: string, context: Context) {
  if (BigInt(number) < 0n) {
    throw badInput('afterSequenceNumber', number, 'must be a whole number from 0');
  }
  if (BigInt(number) === 0n) return 'start' as const;
  const filters = [{ parameter: 'sequencenumber', operator: 'lte', value: number }] as const;
  const row = await firstRow(context, messages, { key, filters, order: 'desc' });
  return row ? positionOf(messages, row) : ('start' as const);
}

builder.subscriptionField('messageAdded', (t) =>
  t.field({
    type: edgeOf(Message),
    nullable: true,
    description:
      'Each message of a topic, once and in order. With `after` or `afterSequenceNumber` first all messages since then, 10000 at the most, then those to come: without a gap, so that a client goes on where it was cut off.',
    args: {
      topic: t.arg({
        type: 'EntityId',
        required: true,
        description: meaningOf(messages.row, 'topic_id'),
      }),
      after: t.arg.string({
        description:
          'Cursor of the last message that is known, of an event or of `Topic.messages`.',
      }),
      afterSequenceNumber: t.arg({
        type: 'Int64',
        description: 'Number of the last message that is known, in place of `after`; 0 for none.',
      }),
    },
    async subscribe(_root, { topic, after, afterSequenceNumber: number }, context) {
      const { live, client } = subscriberOf(context);
      const key = givenKey('Topic', 'topic', topic);
      if (after != null && number != null) {
        throw badInput('after', after, 'take either after or afterSequenceNumber');
      }
      if (number == null) {
        const place = after == null ? null : readCursor(messages, 'after', after);
        return live.messages(client, key, place);
      }
      const place = await placeOf(key, number, context);
      const last = BigInt(number);
      return live.messages(client, key, place, (row) => BigInt(row.sequence_number) <= last);
    },
    resolve: (event) => shownIn(messages, event),
  }),
);

builder.subscriptionField('balanceChanged', (t) =>
  t.field({
    type: Balance,
    nullable: true,
    description:
      'The live balance of an account: as it is, and again when it or one of the first 50 token balances has become another; null, without an error, while there is no such account. Of several changes in a short time the last is shown. `timestamp` is the newest of the balances that were read together.',
    args: {
      account: t.arg({ type: 'AccountRef', required: true, description: 'The account.' }),
    },
    subscribe(_root, { account }, context) {
      const { live, client } = subscriberOf(context);
      return live.balance(client, givenKey('Account', 'account', account));
    },
    resolve: (event) =>
      shown(event as Settled<LiveBalance | null>, (found) =>
        found ? { ...found.row, timestamp: found.timestamp, snapshot: null } : null,
      ),
  }),
);

builder.subscriptionField('scheduleChanged', (t) =>
  t.field({
    type: Schedule,
    nullable: true,
    description:
      'A schedule: as it is, and again when it has become another, such as by a signature; null, without an error, while there is no such schedule. The stream completes when the schedule is executed or deleted, since nothing changes after that.',
    args: {
      id: t.arg({
        type: 'EntityId',
        required: true,
        description: meaningOf(schedules.row, 'schedule_id'),
      }),
    },
    subscribe(_root, { id }, context) {
      const { live, client } = subscriberOf(context);
      return live.schedule(client, givenKey('Schedule', 'id', id));
    },
    resolve: (event) => shown(event as Settled<ScheduleRow | null>, (row) => row),
  }),
);
