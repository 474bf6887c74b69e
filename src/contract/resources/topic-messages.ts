// Messages of topics: those of one topic, and one by its sequence number or its consensus time.
import { keyParts } from '../path-key.js';
import { type List, type Lookup, operators } from '../resource.js';
import * as t from '../shape.js';
import { naturalNumber, timestamp, word } from '../values.js';
import { area, topicKey } from './topics.js';

export const initialTransaction = t.object(
  'Id of the transaction that sent the first part of a message.',
  {
    account_id: t.nullable(t.entityId('Account that paid for the first part.')),
    nonce: t.nullable(t.int32('Nonce of the id; null where the ledger has no whole id.')),
    scheduled: t.nullable(
      t.boolean('Whether it was scheduled; null where the ledger has no whole id.'),
    ),
    transaction_valid_start: t.timestampOrNull('From when on it was valid.'),
  },
  'TransactionId',
);

export const chunkInfo = t.object(
  'Which part of a message that was sent in several this one is.',
  {
    initial_transaction_id: initialTransaction,
    number: t.int32('Number of the part, from 1.'),
    total: t.nullable(t.int32('How many parts there are.')),
  },
  'ChunkInfo',
);

const messageRow = t.object(
  'A message that was sent to a topic.',
  {
    chunk_info: t.nullable(chunkInfo),
    consensus_timestamp: t.timestamp('Consensus timestamp of the transaction that sent it.'),
    message: t.nullable(t.base64('What was sent.')),
    payer_account_id: t.nullable(t.entityId('Account that paid for it.')),
    running_hash: t.base64('Hash over all messages of the topic up to this one.'),
    running_hash_version: t.int32('How the running hash is made.'),
    sequence_number: t.int64('Number of the message within its topic, from 1.'),
    topic_id: t.entityId('The topic.'),
  },
  'TopicMessage',
);

export type MessageRow = t.Static<typeof messageRow>;
export type ChunkInfo = NonNullable<MessageRow['chunk_info']>;

/** The message as text, whatever its bytes: what is no UTF-8 becomes replacement characters. */
const asText = (row: MessageRow): MessageRow => ({
  ...row,
  message: row.message && Buffer.from(row.message, 'base64').toString('utf8'),
});

export const messages: List<MessageRow> = {
  is: 'list',
  name: 'messages',
  description: 'Messages that were sent to a topic.',
  path: '/api/v1/topics/{topicId}/messages',
  documents: {
    area,
    operation: 'getTopicMessages',
    body: 'TopicMessagesResponse',
    example: '0.0.4001',
  },
  row: messageRow,
  items: 'messages',
  keys: [topicKey],
  keyFirst: true,
  order: 'asc',
  sort: [{ parameter: 'timestamp', kind: timestamp, of: (row) => row.consensus_timestamp }],
  flow: 2,
  maxAge: 1,
  parameters: {
    encoding: {
      kind: word('base64', 'utf-8', 'utf8'),
      operators: ['eq'],
      anyOperator: true,
      repeat: 'last',
      description: 'How messages are written: in base64, or as text.',
      default: 'base64',
      prints: (value) => (value.toLowerCase().startsWith('utf') ? asText : undefined),
    },
    sequencenumber: {
      kind: naturalNumber(1n),
      operators,
      repeat: 'all',
      description: 'Sequence number of the message.',
    },
    timestamp: {
      kind: timestamp,
      operators,
      repeat: 'all',
      description: 'Consensus timestamp of the message.',
    },
  },
};

export const message: Lookup<MessageRow> = {
  is: 'lookup',
  name: 'message',
  description: 'One message of a topic by its sequence number.',
  path: '/api/v1/topics/{topicId}/messages/{sequenceNumber}',
  documents: {
    area,
    operation: 'getTopicMessageByIdAndSequenceNumber',
    example: '0.0.4001/1',
  },
  row: messageRow,
  keys: [
    topicKey,
    { parameter: 'sequencenumber', kind: naturalNumber(1n), description: 'Sequence number.' },
  ],
  keysTogether: true,
  keyedApart: true,
  goesBy(key, { topic_id, sequence_number }) {
    const [topic, number] = keyParts(message, key);
    return topic_id === topic && String(sequence_number) === number;
  },
  flow: 1,
  maxAge: () => 600,
  parameters: {},
};

export const messageAt: Lookup<MessageRow> = {
  is: 'lookup',
  name: 'messageAt',
  description: 'The message of the transaction at a consensus timestamp.',
  path: '/api/v1/topics/messages/{timestamp}',
  documents: {
    area,
    operation: 'getTopicMessageByTimestamp',
    example: '1795170016.015535040',
  },
  row: messageRow,
  keys: [
    {
      parameter: 'consensus_timestamp',
      kind: timestamp,
      description: 'Consensus timestamp of the transaction.',
    },
  ],
  goesBy: (key, { consensus_timestamp }) => consensus_timestamp === key,
  flow: 1,
  maxAge: () => 600,
  parameters: {},
};
