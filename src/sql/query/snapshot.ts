// The balance snapshot that a timestamp range names, and the time from which its rows count.
import sql, { empty, type Sql } from 'sql-template-tag';
import { systemEntity } from '../../contract/entity.js';
import type { Filter, List, Lookup, Order } from '../../contract/resource.js';
import { timestampRange } from '../../contract/timestamps.js';
import { newestOfEach } from './newest-of-each.js';
import type { Clock, Instant } from './query.js';
import { atMost, direction, isKey } from './seek.js';

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

/** Live token balances of an account, in the given order: an array of `{token id, balance}`. */
export function liveTokens(account: Sql, order: Sql, limit: number | undefined): Sql {
  if (limit === undefined) return sql`null::bigint[]`;
  return sql`array(select array[token_id, balance] from token_account
    where account_id = ${account} and associated is true
    order by token_id ${order} ${atMost(limit)})`;
}

/** Token balances of an account in the relation `snapshot`, as those that are live. */
export function snapshotTokens(account: Sql, order: Order, limit: number | undefined): Sql {
  if (limit === undefined) return sql`null::bigint[]`;
  const held = {
    from: sql`token_balance as h`,
    leads: [sql`h.account_id`],
    column: sql`h.token_id`,
    time: sql`h.consensus_timestamp`,
    met: [
      isKey(sql`h.account_id`, account),
      sql`h.consensus_timestamp >= snapshot.lower`,
      sql`h.consensus_timestamp <= snapshot.upper`,
    ],
    columns: sql`h.token_id, h.balance`,
  };
  return sql`array(select array[token_id, balance] from (${newestOfEach(held, { order, limit })}) as held
    order by token_id ${direction(order)})`;
}
