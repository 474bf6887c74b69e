// Pages of balances in a snapshot: of every account its newest row in it.
import sql, { empty, type Sql } from 'sql-template-tag';
import type { List } from '../../contract/resource.js';
import type { PageRequest } from '../../ledger.js';
import { newestOfEach } from './newest-of-each.js';
import {
  atMost,
  type Below,
  conditions,
  direction,
  isKey,
  ordered,
  placeConditions,
  where,
} from './seek.js';

/** Which balances a page is of; each row is of an `account_id`. */
interface Balances {
  readonly table: Sql;
  /** The relation `snapshot`. */
  readonly snapshot: Sql;
  /** What accounts have to meet beside the list's own conditions. */
  readonly further: readonly Sql[];
  readonly below?: Below;
  /** Ids of the only accounts that can be on the page, where these are known. */
  readonly ids?: readonly bigint[];
  /** A column beside each balance `row`. */
  readonly beside: Sql;
}

/** How many rows a balance may have in a month is no matter where its account is known: one is read of each. */
const newestOf = (ids: readonly bigint[], table: Sql, rows: readonly Sql[]): Sql =>
  sql`(select own.id as account_id, newest.balance from unnest(${ids}::bigint[]) as own(id)
    cross join lateral (select balance from ${table} ${where([sql`account_id = own.id`, ...rows])}
      order by consensus_timestamp desc limit 1) as newest) as newest`;

/** Of the first accounts in an order the newest rows, by an index that goes from account to account. */
function newestOfFirst(request: PageRequest, { table, below }: Balances, rows: readonly Sql[]) {
  const changes = {
    from: table,
    leads: below ? [below.column] : [],
    column: sql`account_id`,
    time: sql`consensus_timestamp`,
    met: rows,
    columns: sql`account_id, balance`,
  };
  return sql`(${newestOfEach(changes, request)}) as newest`;
}

/**
 * Of all accounts in an order the newest rows, where conditions leave no one knows how many of them: they
 * are looked through once.
 */
function newestOfAll(order: PageRequest['order'], of: Balances, rows: readonly Sql[]) {
  const { table, below } = of;
  const by = direction(order);
  const first = below ? sql`${below.column}, ` : empty;
  // Only an index whose columns all run one way gives rows in order, so that none are sorted: then the last
  // of an account's rows is the newest, or the first is another one.
  const own = sql`(select distinct on (${first}account_id) account_id, balance from ${table} ${where(rows)}
    order by ${below ? sql`${below.column} ${by}, ` : empty}account_id ${by}, consensus_timestamp ${by})`;
  if (order === 'desc') return sql`${own} as newest`;
  const its = where([sql`account_id = own.account_id`, ...rows]);
  return sql`(select own.account_id, each.balance from ${own} as own
    cross join lateral (select balance from ${table} ${its}
      order by consensus_timestamp desc ${atMost(1)}) as each) as newest`;
}

/**
 * The rows `(account, balance, timestamp, …)` of a page. A condition on the amount must not choose the
 * row of an account, since an older balance would then stand for the one of the time.
 */
export function pastBalances<T>(list: List<T>, request: PageRequest, of: Balances): Sql {
  const { filters, order, limit } = request;
  const { snapshot, below, ids = [] } = of;
  const account = sql`account_id`;
  const rows = [
    ...(below ? [isKey(below.column, below.key)] : []),
    sql`consensus_timestamp >= snapshot.lower`,
    sql`consensus_timestamp <= snapshot.upper`,
    ...conditions(list, filters, { 'account.id': account }),
    ...placeConditions(list, request, [account]),
    ...of.further,
  ];
  const amount = conditions(list, filters, { 'account.balance': sql`balance` });
  const isOfFirst = amount.length === 0 && of.further.length === 0;
  const newest =
    ids.length > 1
      ? newestOf(ids, of.table, rows)
      : isOfFirst
        ? newestOfFirst(request, of, rows)
        : newestOfAll(order, of, rows);
  return sql`select row.account_id as account, row.balance, snapshot.upper as timestamp, ${of.beside}
    from ${snapshot} cross join lateral (select * from ${newest}
      ${where(amount)} ${ordered([account], order, limit)}) as row
    ${ordered([sql`row.account_id`], order, limit)}`;
}
