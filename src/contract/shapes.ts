// The contract's JSON Schemas by name, and the names that resources have in the documents.
import { type Schema, sharedShapes } from './shape.js';
import { accountShapes } from './shapes-accounts.js';
import { ledgerShapes } from './shapes-ledger.js';
import { tokenShapes } from './shapes-tokens.js';
import { transactionShapes } from './shapes-transactions.js';

/** Schemas of items and their parts by component name. */
export const shapes: Readonly<Record<string, Schema>> = {
  ...accountShapes,
  ...tokenShapes,
  ...ledgerShapes,
  ...transactionShapes,
  ...sharedShapes,
};

/** What a resource is called in the documents; names of the contract, so clients may rely on them. */
export interface DocumentNames {
  readonly operation: string;
  /** Component of an item, and of the whole body where that is more than the item. */
  readonly item: string;
  readonly body?: string;
  /** A path key to try; the embedded sample has it. */
  readonly example?: string;
}

/** By name of the resource. */
export const documentNames: Readonly<Record<string, DocumentNames>> = {
  balances: { operation: 'getBalances', item: 'AccountBalance', body: 'BalancesResponse' },
  accounts: { operation: 'getAccounts', item: 'AccountInfo', body: 'AccountsResponse' },
  account: {
    operation: 'getAccount',
    item: 'AccountInfo',
    body: 'AccountBalanceTransactions',
    example: '0.0.1002',
  },
  accountTokens: {
    operation: 'getTokensByAccountId',
    item: 'TokenRelationship',
    body: 'TokenRelationshipResponse',
    example: '0.0.1002',
  },
  tokens: { operation: 'getTokens', item: 'Token', body: 'TokensResponse' },
  token: { operation: 'getToken', item: 'TokenInfo', example: '0.0.2001' },
  tokenBalances: {
    operation: 'getTokenBalances',
    item: 'TokenHolder',
    body: 'TokenBalancesResponse',
    example: '0.0.2001',
  },
  schedules: { operation: 'getSchedules', item: 'Schedule', body: 'SchedulesResponse' },
  schedule: { operation: 'getSchedule', item: 'Schedule', example: '0.0.3001' },
  blocks: { operation: 'getBlocks', item: 'Block', body: 'BlocksResponse' },
  block: { operation: 'getBlock', item: 'Block', example: '91204001' },
  transactions: {
    operation: 'getTransactions',
    item: 'Transaction',
    body: 'TransactionsResponse',
  },
};
