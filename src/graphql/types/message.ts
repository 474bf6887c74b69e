// Messages of topics: `message`, `Topic.messages`, and what was sent in parts as a whole.
import { sound } from '../../contract/check.js';
import { joinKey } from '../../contract/path-key.js';
import type { Parameter } from '../../contract/resource.js';
import {
  type ChunkInfo as Chunk,
  chunkInfo,
  initialTransaction,
  message,
  messageAt,
  messages,
} from '../../contract/resources/topic-messages.js';
import { readOrNull, timestamp } from '../../contract/values.js';
import { badInput } from '../../errors.js';
import { builder } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { toAccount, toTopic, toTransaction } from '../build/links.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { givenKey, givenPart, ownKey } from '../build/nodes.js';
import { Message, Topic, Transaction } from '../build/refs.js';
import { utf8Text } from '../build/utf8.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { loadMeant } from './transaction-query.js';
import {
  furtherReads,
  mostBytes,
  mostParts,
  type WholeMessage as Whole,
  wholeMessage,
} from './whole-message.js';

const InitialTransaction = builder
  .objectRef<Chunk['initial_transaction_id']>('InitialTransaction')
  .implement({
    description: meaningOf(initialTransaction),
    fields: (t) => ({
      ...members(t, initialTransaction, {
        payerAccountId: 'account_id',
        payerAccount: { member: 'account_id', ...toAccount },
        nonce: 'nonce',
        scheduled: 'scheduled',
        validStart: 'transaction_valid_start',
      }),
      transaction: t.field({
        type: Transaction,
        nullable: true,
        description: 'The transaction itself; null where the ledger does not have it (any more).',
        extensions: { cost: { loads: 'each' } satisfies FieldCost },
        resolve({ account_id, transaction_valid_start, nonce, scheduled }, _args, context, info) {
          const [payer, given] = [sound(account_id), sound(transaction_valid_start)];
          // Senders of later parts may say any time, also one that no transaction can begin at.
          const start = given === null ? null : readOrNull(timestamp, given);
          if (payer === null || start === null) return null;
          const own = {
            nonce: sound(nonce) ?? undefined,
            scheduled: sound(scheduled) === true ? true : undefined,
          };
          const key = `${payer}-${start.replace('.', '-')}`;
          return loadMeant({ key, ...own }, context, info);
        },
      }),
    }),
  });

const ChunkInfo = builder.objectRef<Chunk>('ChunkInfo').implement({
  description: meaningOf(chunkInfo),
  fields: (t) =>
    members(t, chunkInfo, {
      number: 'number',
      total: 'total',
      initialTransaction: { member: 'initial_transaction_id', type: InitialTransaction },
    }),
});

const WholeMessage = builder.objectRef<Whole>('WholeMessage').implement({
  description: 'A message with all of its parts, in their order.',
  fields: (t) => ({
    bytes: t.field({
      type: 'Base64',
      nullable: false,
      description: 'What was sent, joined.',
      resolve: ({ bytes }) => bytes,
    }),
    text: t.string({
      nullable: true,
      description: 'The same as text; null where it is no UTF-8.',
      resolve: ({ bytes }) => utf8Text(bytes),
    }),
    parts: t.exposeInt('parts', {
      nullable: false,
      description: 'In how many parts it was sent.',
    }),
  }),
});

entity(Message, {
  kinds: message.keys?.map(({ kind }) => kind) ?? [],
  description: meaningOf(messages.row),
  id: ({ topic_id, sequence_number }) => joinKey(topic_id, String(sequence_number)),
  load: (id, { loaders }) => loaders.of(message).load(id),
  fields: (t) => ({
    ...members(t, messages.row, {
      topicId: 'topic_id',
      topic: { member: 'topic_id', ...toTopic, cost: { sameBelow: ['Topic.messages'] } },
      sequenceNumber: 'sequence_number',
      consensusTimestamp: 'consensus_timestamp',
      payerAccountId: 'payer_account_id',
      payerAccount: { member: 'payer_account_id', ...toAccount },
      bytes: 'message',
      text: {
        member: 'message',
        type: 'String',
        as: utf8Text,
        also: 'Here as text; null where it is no UTF-8.',
      },
      chunkInfo: { member: 'chunk_info', type: ChunkInfo },
      runningHash: 'running_hash',
      runningHashVersion: 'running_hash_version',
      transaction: {
        member: 'consensus_timestamp',
        ...toTransaction('The transaction that sent it'),
      },
    }),
    whole: t.field({
      type: WholeMessage,
      nullable: true,
      description: `The whole of which this is a part; a message that was sent in one is whole by itself. Of more than ${mostParts} parts or ${mostBytes} bytes it is the error MESSAGE_TOO_LARGE, and MESSAGE_INCOMPLETE where a part is neither among the 100 messages before and behind, nor among the first 100 of the topic since the message was sent; where nobody knows when that was, its parts have to lie next to each other.`,
      extensions: {
        needs: 'row',
        cost: { loads: 'each', further: furtherReads } satisfies FieldCost,
      },
      resolve: (row, _args, context) => wholeMessage(row, context),
    }),
  }),
});

builder.queryField('message', (t) =>
  t.field({
    type: Message,
    description:
      'One message by its topic and sequence number, by the consensus time of its transaction, or by its global id; null when there is none.',
    args: {
      topic: t.arg({ type: 'EntityId', description: 'The topic; goes with `sequenceNumber`.' }),
      sequenceNumber: t.arg({
        type: 'Int64',
        description: meaningOf(messages.row, 'sequence_number'),
      }),
      timestamp: t.arg({
        type: 'Timestamp',
        description: 'Consensus time of the transaction, which the ledger must still have.',
      }),
      id: t.arg.id({ description: 'Global id.' }),
    },
    resolve(_root, { topic, sequenceNumber, timestamp, id }, { loaders }) {
      const given = [topic ?? sequenceNumber, timestamp, id].filter((one) => one != null);
      const isHalf = (topic == null) !== (sequenceNumber == null);
      if (given.length !== 1 || isHalf) {
        const rule = 'take topic with sequenceNumber, or timestamp, or a global id';
        throw badInput('topic', given[0] ?? 'nothing', rule);
      }
      if (timestamp != null)
        return loaders.of(messageAt).load(loaders.typed(timestamp, 'timestamp'));
      if (id != null)
        return loaders.of(message).load(loaders.typed(ownKey('Message', 'id', String(id)), 'id'));
      const { kind } = messages.parameters['sequencenumber'] as Parameter;
      const number = givenPart('sequenceNumber', String(sequenceNumber), kind);
      const key = joinKey(givenKey('Topic', 'topic', String(topic)), number);
      return loaders.of(message).load(loaders.typed(key, 'topic', 'sequenceNumber'));
    },
  }),
);

/** Name of the transactions that send messages. */
const sending = 'CONSENSUSSUBMITMESSAGE';

builder.objectField(Transaction, 'message', (t) =>
  t.field({
    type: Message,
    description: 'The message that it has sent to a topic; null for all else.',
    extensions: {
      needs: 'row',
      looksAt: ['name', 'result', 'consensus_timestamp'],
      cost: { loads: 'each', ofKind: sending } satisfies FieldCost,
    },
    resolve({ name, result, consensus_timestamp }, _args, { loaders }) {
      const hasSent = sound(name) === sending && sound(result) === 'SUCCESS';
      return hasSent ? loaders.of(messageAt).load(sound(consensus_timestamp)) : null;
    },
  }),
);

connectionOf(Message, {
  one: 'a message',
  many: 'messages',
  edge: 'A message with its place in its topic.',
});

const filter = conditions('MessagesFilter', 'the messages of a topic', messages, {
  sequenceNumber: 'sequencenumber',
  timestamp: 'timestamp',
});

builder.objectField(Topic, 'messages', (t) =>
  listField(t, {
    list: messages,
    type: Message,
    description: 'Messages that were sent to the topic, oldest first by default.',
    by: 'time',
    filter,
    below: ({ topic_id: key }) => ({ key }),
  }),
);
