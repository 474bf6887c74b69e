// Messages of topics out of `topic_message`.

import sql, { type Sql } from 'sql-template-tag';
import { readMember, someId } from '../../contract/check.js';
import { decodeEntityId } from '../../contract/entity.js';
import { sideOf } from '../../contract/operators.js';
import type { Filter } from '../../contract/resource.js';
import {
  type ChunkInfo,
  type MessageRow,
  messages as messageList,
} from '../../contract/resources/topic-messages.js';
import { success } from '../../contract/transaction-results.js';
import { typeNumbers } from '../../contract/transaction-types.js';
import { printTimestamp } from '../../contract/values.js';
import type { Row } from '../engines/database.js';
import { base64 } from '../query/bytes.js';
import { entityId, message as inField, int32, number, readMessage } from '../query/message.js';
import type { ListQuery, LookupQuery } from '../query/query.js';
import { conditions, seek } from '../query/seek.js';

const time = sql`m.consensus_timestamp`;
const sequence = sql`m.sequence_number`;

const columns = sql`m.topic_id, m.sequence_number, ${time} as timestamp, m.payer_account_id,
  m.running_hash_version, m.chunk_num, m.chunk_total, m.valid_start_timestamp,
  encode(m.message, 'hex') as message, encode(m.running_hash, 'hex') as running_hash,
  encode(m.initial_transaction_id, 'hex') as initial_transaction_id`;

/** What the ledger has of messages that are older than the column for it. */
const oldestHashVersion = 3;

/** The id in a protobuf `TransactionID`: what is not in it is 0 or false (contract I.3). */
function initialTransaction(hex: string): ChunkInfo['initial_transaction_id'] {
  const id = readMessage(Buffer.from(hex, 'hex'));
  const start = inField(id, 1);
  const nanoseconds = start && number(start, 1) * 1_000_000_000n + number(start, 2);
  return {
    account_id: entityId(inField(id, 2)),
    nonce: Number(int32(id, 4)),
    scheduled: number(id, 3) !== 0n,
    transaction_valid_start: printTimestamp(nanoseconds ?? null),
  };
}

function chunkInfo(row: Row): ChunkInfo | null {
  if (row['chunk_num'] === null) return null;
  const id: string | null = row['initial_transaction_id'];
  return {
    initial_transaction_id:
      id === null
        ? {
            account_id: decodeEntityId(row['payer_account_id']),
            nonce: null,
            scheduled: null,
            transaction_valid_start: printTimestamp(row['valid_start_timestamp']),
          }
        : readMember('TopicMessage.chunk_info.initial_transaction_id', 'a TransactionID', id, () =>
            initialTransaction(id),
          ),
    number: row['chunk_num'],
    total: row['chunk_total'],
  };
}

const item = (row: Row): MessageRow => ({
  chunk_info: chunkInfo(row),
  consensus_timestamp: printTimestamp(row['timestamp']) as string,
  message: base64(row['message']),
  payer_account_id: decodeEntityId(row['payer_account_id']),
  running_hash: base64(row['running_hash']) as string,
  running_hash_version: row['running_hash_version'] ?? oldestHashVersion,
  sequence_number: row['sequence_number'],
  topic_id: someId(row['topic_id']),
});

/**
 * Sequence numbers grow with time, so a bound on them is one on time as well: with it a page is read
 * off the index of its order wherever in the topic it lies, and ends where the range does.
 */
function timesOf(filters: readonly Filter[], topic: Sql): Sql[] {
  const end = (edge: Sql, order: Sql) => sql`(select m.consensus_timestamp from topic_message as m
    where m.topic_id = ${topic} and ${edge} order by m.sequence_number ${order} limit 1)`;
  return filters.flatMap((filter) => {
    const [edge] = conditions(messageList, [filter], { sequencenumber: sequence });
    if (!edge || filter.operator === 'ne') return [];
    const isEqual = filter.operator === 'eq';
    if (isEqual) return [sql`${time} = ${end(edge, sql`asc`)}`];
    return [
      sideOf(filter.operator) === 'lower'
        ? sql`${time} >= ${end(edge, sql`asc`)}`
        : sql`${time} <= ${end(edge, sql`desc`)}`,
    ];
  });
}

export const messages: ListQuery<MessageRow> = {
  isCounted: true,
  sortColumns: [sql`timestamp`],
  select: (request, [topic]) => sql`select ${columns} from topic_message as m
    ${seek(
      messageList,
      request,
      { timestamp: time, sequencenumber: sequence },
      {
        where: [sql`m.topic_id = ${topic}`, ...timesOf(request.filters, topic)],
      },
    )}`,
  item,
};

export const message: LookupQuery<MessageRow> = {
  select: ([topic, number]) => sql`select ${columns} from topic_message as m
    where m.topic_id = ${topic} and m.sequence_number = ${number} limit 1`,
  item,
};

export const messageAt: LookupQuery<MessageRow> = {
  // The transaction tells the topic, without which the message is found by no index.
  select: ([at]) => sql`select ${columns} from transaction as t
    join topic_message as m on m.topic_id = t.entity_id and m.consensus_timestamp = t.consensus_timestamp
    where t.consensus_timestamp = ${at} and t.type = ${typeNumbers.CONSENSUSSUBMITMESSAGE} and t.result = ${success}
    limit 1`,
  item,
};
