// The subscription `logAdded`: logs as contracts write them.

import { readCursor } from '../../contract/position.js';
import { logs, logsOfContract } from '../../contract/resources/contract-logs.js';
import { builder } from '../build/builder.js';
import { edgeOf } from '../build/connection-type.js';
import { givenContract } from '../build/given-contract.js';
import { ContractLog } from '../build/refs.js';
import { type GivenTopics, readTopics, topics } from './contract-log.js';
import { shownIn, subscriberOf } from './subscription.js';

/** Logs of one contract have places of their own, so that cursors tell which list they are of. */
const listOf = (contract: string | null | undefined) => (contract == null ? logs : logsOfContract);

builder.subscriptionField('logAdded', (t) =>
  t.field({
    type: edgeOf(ContractLog),
    nullable: true,
    description:
      'Each log of a contract, or of all, once and in order. With `after` first all since that cursor, 10000 at the most, then those to come: without a gap, so that a client goes on where it was cut off.',
    args: {
      contract: t.arg({
        type: 'AccountRef',
        description: 'The contract; cursors of its logs are its own.',
      }),
      topics: t.arg({
        ...topics,
        type: t.arg.listRef(t.arg.listRef('Hex'), { required: false }),
      }),
      after: t.arg.string({
        description:
          'Cursor of the last log that is known, of an event or of a list of the same logs.',
      }),
    },
    subscribe(_root, { contract, topics: given, after }, context) {
      const { live, client } = subscriberOf(context);
      const key = contract == null ? {} : { key: givenContract('contract', contract) };
      const asked = { ...key, filters: readTopics(given as GivenTopics, 'topics') };
      const place = after == null ? null : readCursor(listOf(contract), 'after', after);
      return live.logs(client, asked, place);
    },
    resolve: (event, { contract }) => shownIn(listOf(contract), event),
  }),
);
