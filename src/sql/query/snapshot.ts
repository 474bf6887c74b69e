// The balance snapshot that a timestamp range names, and the time from which its rows count.
import sql, { empty, type Sql } from 'sql-template-tag';
import { systemEntity } from '../../contract/entity.js';
import type { Filter, List, Lookup } from '../../contract/resource.js';
import { timestampRange } from '../../contract/timestamps.js';
import type { PageRequest } from '../../ledger.js';
import type { Clock, Instant } from './query.js';
import { atMost, type Below, direction, isKey, where } from './seek.js';

/** Every snapshot holds the treasury's balance; it is the anchor (contract B.1). */
const treasury = () => systemEntity(2n);
const nanosecondsPerMillisecond = 1_000_000n;

/** First instant (UTC) of the month before the month of a time; both in nanoseconds. */
export function monthBefore(time: bigint): bigint {
  const date = new Date(Number(time / nanosecondsPerMillisecond));
  const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1);
  return BigInt(start) * nanosecondsPerMillisecond;
}

/**
 * Relation `snapshot(upper, lower)`: the newest snapshot in the range, and the first instant of its
 * month. Snapshots are deduplicated within a month, so a balance is the newest row between the two.
 * Both are null when the range holds no snapshot.
 */
export function snapshot(
  { instant }: Pick<List | Lookup, 'instant'>,
  filters: readonly Filter[],
  clock: Clock,
  each?: Instant,
): Sql {
  if (each) return newestWithin(each.since, each.at, empty);
  const range = timestampRange(filters, instant, 'upper');
  if (range.isEmpty) return sql`(select null::bigint as upper, null::bigint as lower) as snapshot`;
  const oldest = oldestFor(range.upper, clock);
  const lower = range.lower > oldest ? range.lower : oldest;
  const not = range.not.length > 0 ? sql`and consensus_timestamp <> all(${range.not})` : empty;
  return newestWithin(sql`${lower}`, sql`${range.upper}`, not);
}

/** Since when there can be a snapshot for an instant. */
export function oldestFor(at: bigint, clock: Clock): bigint {
  const now = BigInt(clock.now()) * nanosecondsPerMillisecond;
  return monthBefore(now < at ? now : at);
}

const newestWithin = (
  lower: Sql,
  upper: Sql,
  not: Sql,
): Sql => sql`(select upper, (extract(epoch from
        date_trunc('month', to_timestamp(upper / 1000000000) at time zone 'UTC')))::bigint * 1000000000 as lower
      from (select max(consensus_timestamp) as upper from account_balance
        where account_id = ${treasury()} and consensus_timestamp >= ${lower}
          and consensus_timestamp <= ${upper} ${not}) as newest) as snapshot`;

/** How many rows a balance may have in a month is no matter where its account is known: one is read of each. */
const newestOf = (ids: readonly bigint[], table: Sql, rows: readonly Sql[]): Sql =>
  sql`select own.id as account_id, newest.balance from unnest(${ids}::bigint[]) as own(id)
    cross join lateral (select balance from ${table} ${where([sql`account_id = own.id`, ...rows])}
      order by consensus_timestamp desc limit 1) as newest`;

/**
 * The page of a snapshot's balances, with `snapshot` beside each: of every account that meets `all`
 * its newest row, and of these the ones that meet `balance`; `ids` are the only accounts that can. A condition on the amount must not
 * choose the row, since an older balance would then stand for the one of the time.
 */
export function newestBalances(
  table: Sql,
  snapshotOf: Sql,
  all: readonly Sql[],
  balance: readonly Sql[],
  { order, limit }: Pick<PageRequest, 'order' | 'limit'>,
  ids: readonly bigint[] = [],
  below?: Below,
): Sql {
  const by = direction(order);
  const every = [
    ...(below ? [isKey(below.column, below.key)] : []),
    sql`consensus_timestamp >= snapshot.lower`,
    sql`consensus_timestamp <= snapshot.upper`,
    ...all,
  ];
  if (ids.length > 1) {
    return sql`${snapshotOf} cross join lateral (select * from (${newestOf(ids, table, every)}) as newest
        ${where(balance)} order by account_id ${by} ${atMost(limit)}) as row`;
  }
  const first = below ? sql`${below.column}, ` : empty;
  // Only an index whose columns all run one way gives rows in order, so that no more are read than a page
  // has: then the last of an account's rows is the newest, or the first is another one.
  const own = sql`select distinct on (${first}account_id) account_id, balance from ${table} ${where(every)}
    order by ${below ? sql`${below.column} ${by}, ` : empty}account_id ${by}, consensus_timestamp ${by}`;
  // The limit stands in both, where no condition is left for what comes out.
  const last = balance.length === 0 ? atMost(limit) : empty;
  const its = where([sql`account_id = own.account_id`, ...every]);
  const newest =
    order === 'desc'
      ? sql`(${own} ${last}) as newest`
      : sql`(select own.account_id, each.balance from (${own} ${last}) as own
          cross join lateral (select balance from ${table} ${its}
            order by consensus_timestamp desc ${atMost(1)}) as each) as newest`;
  return sql`${snapshotOf} cross join lateral (select * from ${newest}
      ${where(balance)} order by account_id ${by} ${atMost(limit)}) as row`;
}

/** Live token balances of an account, in the given order: an array of `{token id, balance}`. */
export function liveTokens(account: Sql, order: Sql, limit: number | undefined): Sql {
  if (limit === undefined) return sql`null::bigint[]`;
  return sql`array(select array[token_id, balance] from token_account
    where account_id = ${account} and associated is true
    order by token_id ${order} ${atMost(limit)})`;
}

/** Token balances of an account in the relation `snapshot`, as those that are live. */
export function snapshotTokens(account: Sql, order: Sql, limit: number | undefined): Sql {
  if (limit === undefined) return sql`null::bigint[]`;
  return sql`array(select array[token_id, balance] from (
    select distinct on (token_id) token_id, balance from token_balance
      where account_id = ${account} and consensus_timestamp >= snapshot.lower
        and consensus_timestamp <= snapshot.upper
      order by token_id ${order}, consensus_timestamp desc ${atMost(limit)}) as held
    order by token_id ${order})`;
}
