// Live balances by amount: a page of an index, in either direction.
import sql from 'sql-template-tag';
import type { BalanceRow } from '../../contract/resources/balances.js';
import {
  balancesByAmount as all,
  holdersByAmount as holders,
} from '../../contract/resources/by-balance.js';
import type { TokenHolderRow } from '../../contract/resources/tokens.js';
import type { ListQuery } from '../query/query.js';
import { seek } from '../query/seek.js';
import { accountTypes, balances, latest, liveBalances, liveColumns } from './balances.js';
import { countedHolders, liveHolders, tokenBalances } from './tokens.js';

export const balancesByAmount: ListQuery<BalanceRow> = {
  index: { table: 'entity', on: ['balance', 'id'] },
  sortColumns: [sql`balance`, sql`account`],
  // An account without a balance has no place in this order.
  select: (request) =>
    sql`${liveBalances(request)} from entity as e
      ${seek(all, request, liveColumns, { where: [sql`e.type in ${accountTypes}`, sql`e.balance is not null`] })}`,
  item: balances.item,
  timestamp: latest,
};

export const holdersByAmount: ListQuery<TokenHolderRow> = {
  isCounted: true,
  index: { table: 'token_account', on: ['token_id', 'balance', 'account_id'], given: 1 },
  sortColumns: [sql`balance`, sql`account`],
  select: (request, [key]) => liveHolders(holders, request, key),
  counted: (request, [key]) => countedHolders(holders, request, key),
  item: tokenBalances.item,
  timestamp: latest,
};
