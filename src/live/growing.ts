// The lists that can be followed as they grow.
import { type BlockRow, blocks } from '../contract/resources/blocks.js';
import { type ContractLogRow, logs, logsOfContract } from '../contract/resources/contract-logs.js';
import { type MessageRow, messages } from '../contract/resources/topic-messages.js';
import type { TransactionRow } from '../contract/resources/transactions.js';
import { transactions } from '../contract/resources/transactions.js';
import type { Growing } from './feed.js';

export const addedBlocks: Growing<BlockRow> = {
  list: blocks,
  rows: 'blocks',
  field: 'blocks',
  window: 1000,
  behind: (at, first, newest) =>
    BigInt(newest.number) -
    (typeof at === 'string' ? BigInt(first.number) - 1n : BigInt(at[0] as string)),
};

export const addedMessages: Growing<MessageRow> = {
  list: messages,
  rows: 'messages',
  field: 'Topic.messages',
  // Of each topic that is followed; there may be many.
  window: 100,
  behind: (_at, first, newest) =>
    BigInt(newest.sequence_number) - BigInt(first.sequence_number) + 1n,
};

export const addedTransactions: Growing<TransactionRow> = {
  list: transactions,
  rows: 'transactions',
  field: 'Account.transactions',
  window: 100,
};

const growingLogs = { rows: 'logs', window: 100 } as const;

export const addedLogs: Growing<ContractLogRow> = { ...growingLogs, list: logs, field: 'logs' };

export const addedLogsOfContract: Growing<ContractLogRow> = {
  ...growingLogs,
  list: logsOfContract,
  field: 'Contract.logs',
};
