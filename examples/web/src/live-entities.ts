// What is followed live: new blocks, messages of a topic, the balance of an account, a schedule.
import type { NewBlocksSubscription, NewMessagesSubscription } from './gql/graphql.js';
import { graphql } from './gql/index.js';
import { useNewItems, useStream } from './live.js';

const newBlocks = graphql(`
  subscription NewBlocks($after: String) {
    blockAdded(after: $after) {
      cursor
      node { ...BlockRow }
    }
  }
`);

export type NewBlock = NonNullable<NewBlocksSubscription['blockAdded']>;

/** Hands out each block after a cursor, once. */
export const useNewBlocks = (after: string | null | undefined, add: (block: NewBlock) => void) =>
  useNewItems(newBlocks, {}, (data: NewBlocksSubscription) => data.blockAdded, { after, add });

const newMessages = graphql(`
  subscription NewMessages($topic: EntityId!, $after: String) {
    messageAdded(topic: $topic, after: $after) {
      cursor
      node { ...MessageRow }
    }
  }
`);

export type NewMessage = NonNullable<NewMessagesSubscription['messageAdded']>;

/** Hands out each message of a topic after a cursor, once. */
export const useNewMessages = (
  topic: string,
  after: string | null | undefined,
  add: (message: NewMessage) => void,
) =>
  useNewItems(newMessages, { topic }, (data: NewMessagesSubscription) => data.messageAdded, {
    after,
    add,
  });

const liveBalance = graphql(`
  subscription LiveBalance($id: AccountRef!) {
    balanceChanged(account: $id) {
      id
      hbars
      timestamp
    }
  }
`);

/** Keeps the balance of an account up to date, unless it is one of the past. */
export const useLiveBalance = (id: string, isPast: boolean) =>
  useStream(liveBalance, { variables: { id }, skip: isPast });

const liveSchedule = graphql(`
  subscription LiveSchedule($id: EntityId!) {
    scheduleChanged(id: $id) {
      id
      deleted
      executedTimestamp
      signatures {
        consensusTimestamp
        publicKeyPrefix
        type
      }
    }
  }
`);

/** Keeps a schedule up to date for as long as it can change. */
export const useLiveSchedule = (id: string, isWaiting: boolean) =>
  useStream(liveSchedule, { variables: { id }, skip: !isWaiting });
