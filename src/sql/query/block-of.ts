// The block that a consensus time lies in (contract G.3).
import sql, { type Sql } from 'sql-template-tag';
import { later } from './bytes.js';
import { atMost } from './seek.js';

/** A record file is closed within this many nanoseconds. */
const longest = 10_000_000_000n;

/** The relation `(index, hash, gas_used)` of the first block that ends at a time or behind it. */
export const blockOf = (at: Sql): Sql =>
  sql`(select f.index, f.hash, nullif(f.gas_used, -1) as gas_used from record_file as f
    where f.consensus_end >= ${at} order by f.consensus_end ${atMost(1)})`;

/**
 * The rows of a page as `page`, and as `block(at, index, hash, gas_used)` the block of each of their
 * times: looked up once, however many rows have the time. It also holds the time, and ends not long
 * after the newest of the page.
 */
export const withBlocks = (page: Sql): Sql => sql`with page as materialized (${page}),
  block as materialized (select time.at, b.index, b.hash, nullif(b.gas_used, -1) as gas_used
    from (select distinct consensus_timestamp as at from page) as time
    cross join lateral (select f.index, f.hash, f.gas_used, f.consensus_start from record_file as f
      where f.consensus_end >= time.at
        and f.consensus_end <= ${later(sql`(select max(consensus_timestamp) from page)`, longest)}
      order by f.consensus_end ${atMost(1)}) as b where b.consensus_start <= time.at)`;
