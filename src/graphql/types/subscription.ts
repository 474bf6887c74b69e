// Subscriptions: `blockAdded`, `balanceChanged`, `scheduleChanged`.
import { type BlockRow, blocks } from '../../contract/blocks.js';
import { positionOf, printCursor, readCursor } from '../../contract/position.js';
import { type ScheduleRow, schedules } from '../../contract/schedules.js';
import { LedgerError } from '../../errors.js';
import type { Settled } from '../../ledger.js';
import type { LiveBalance } from '../../live/balances.js';
import { builder } from '../build/builder.js';
import { meaningOf } from '../build/members.js';
import { givenKey } from '../build/nodes.js';
import { Balance, Schedule } from '../build/refs.js';
import type { Context } from '../reading/context.js';
import { BlockEdge } from './block.js';

builder.subscriptionType({
  description:
    'What changes, as it changes, as server-sent events. An event with an error (`data` is null, `errors` says why) tells of a ledger that does not answer, once; the stream goes on when it does. STREAM_ENDED is the last event of a stream that the server ends: subscribe again.',
});

const subscriberOf = ({ subscriber }: Context) => {
  if (!subscriber) throw new LedgerError('BAD_USER_INPUT', 'Subscriptions need a server');
  return subscriber;
};

/** What an event shows; an error among the values becomes the error of its event. */
function shown<T, S>(event: Settled<T>, show: (value: T) => S): S {
  if (event instanceof LedgerError) throw event;
  return show(event);
}

builder.subscriptionField('blockAdded', (t) =>
  t.field({
    type: BlockEdge,
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
    resolve: (event) =>
      shown(event as Settled<BlockRow>, (row) => ({
        cursor: printCursor(blocks, positionOf(blocks, row)),
        node: row,
      })),
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
