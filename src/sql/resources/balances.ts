// Balances: live ones out of `entity`, those of a snapshot out of `account_balance`.
import sql, { type Sql } from 'sql-template-tag';
import { someId } from '../../contract/check.js';
import { comparedOf } from '../../contract/compared.js';
import type { Int64 } from '../../contract/json.js';
import { type BalanceRow, balances as balanceList } from '../../contract/resources/balances.js';
import { isPast } from '../../contract/timestamps.js';
import { accountReference, printTimestamp } from '../../contract/values.js';
import type { PageRequest } from '../../ledger.js';
import type { Row } from '../engines/database.js';
import { pageOfAccounts } from '../query/page-of-accounts.js';
import { pastBalances } from '../query/past-balances.js';
import type { Clock, Instant, ListQuery } from '../query/query.js';
import { conditions, direction, where } from '../query/seek.js';
import { liveTokens, snapshot, snapshotTokens } from '../query/snapshot.js';

export const accountTypes = sql`('ACCOUNT', 'CONTRACT')`;

/** The columns of accounts that conditions on live balances are about. */
export const liveColumns = {
  'account.id': sql`e.id`,
  'account.balance': sql`e.balance`,
  'account.publickey': sql`e.public_key`,
};

/** Rows of live balances of accounts `e`, behind which comes what these are of. */
export function liveBalances({ order, parts }: PageRequest): Sql {
  const tokens = liveTokens(sql`e.id`, direction(order), parts?.tokens);
  return sql`select e.id as account, e.balance, e.balance_timestamp as timestamp, ${tokens} as tokens`;
}

/** The accounts that are asked for by their ids, where nothing but these is asked for. */
function equalIds({ filters }: PageRequest): bigint[] {
  const own = filters.filter((f) => f.parameter === 'account.id' && f.operator === 'eq');
  const ids = own.map(({ value }) => comparedOf(accountReference, value));
  return [...new Set(ids.filter((id) => typeof id === 'bigint'))];
}

function historic(request: PageRequest, clock: Clock, instant?: Instant): Sql {
  const { filters, order, parts } = request;
  // Whatever operator is before a key, the reference takes accounts with that key here (contract B.1).
  const keys = filters.map((filter) => ({ ...filter, operator: 'eq' as const }));
  const keyed = conditions(balanceList, keys, { 'account.publickey': sql`public_key` });
  const ofKey = sql`account_id in (select id from entity ${where([sql`type in ${accountTypes}`, ...keyed])})`;
  const tokens = snapshotTokens(sql`row.account_id`, order, parts?.tokens);
  return pastBalances(balanceList, request, {
    table: sql`account_balance`,
    snapshot: snapshot(balanceList, filters, clock, instant),
    further: keyed.length > 0 ? [ofKey] : [],
    ids: equalIds(request),
    beside: sql`${tokens} as tokens`,
  });
}

/** The contract's rows of a list in which each token id is followed by its balance. */
export function tokenRows(pairs: readonly Int64[] | null) {
  const rows: { readonly token_id: string; readonly balance: Int64 }[] = [];
  for (let index = 0; pairs && index < pairs.length; index += 2) {
    const token_id = someId(pairs[index] as Int64);
    rows.push({ token_id, balance: pairs[index + 1] as Int64 });
  }
  return rows;
}

/** The latest of the rows' times, which is the body's timestamp. */
export function latest(rows: readonly Row[]): string | null {
  let newest: Int64 | null = null;
  for (const { timestamp } of rows) {
    const time = timestamp as Int64 | null;
    if (time !== null && (newest === null || time > newest)) newest = time;
  }
  return printTimestamp(newest);
}

export const balances: ListQuery<BalanceRow> = {
  unindexed: ['account.balance'],
  found: ['account.publickey'],
  sortColumns: [sql`account`],
  snapshots: true,
  select: (request, _keys, clock, instant) =>
    isPast(balanceList, request.filters)
      ? historic(request, clock, instant)
      : sql`${liveBalances(request)} from ${pageOfAccounts(balanceList, request, liveColumns)}
          order by e.id ${direction(request.order)}`,
  item: (row) => ({
    account: someId(row['account']),
    balance: row['balance'],
    tokens: tokenRows(row['tokens']),
  }),
  timestamp: latest,
};
