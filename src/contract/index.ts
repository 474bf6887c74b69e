// All resources of the contract, in the order of the documents.
import { account, accounts, accountTokens } from './accounts.js';
import { balances } from './balances.js';
import { block, blocks } from './blocks.js';
import type { List, Lookup } from './resource.js';
import { schedule, schedules } from './schedules.js';
import { token, tokenBalances, tokens } from './tokens.js';
import { transactions } from './transactions.js';

export const lists: readonly List[] = [
  balances,
  accounts,
  accountTokens,
  tokens,
  tokenBalances,
  schedules,
  blocks,
  transactions,
];

export const lookups: readonly Lookup[] = [account, token, schedule, block];
