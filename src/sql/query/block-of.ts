// The block that a consensus time lies in, and the address that an entity goes by in the EVM.
import sql, { type Sql } from 'sql-template-tag';
import { atMost } from './seek.js';

/** A record file is closed within this many nanoseconds. */
const longest = 10_000_000_000n;

/** The relation `(index, hash, gas_used)` of the first block that ends at a time or behind it. */
export const blockOf = (at: Sql): Sql =>
  sql`(select f.index, f.hash, nullif(f.gas_used, -1) as gas_used from record_file as f
    where f.consensus_end >= ${at} order by f.consensus_end ${atMost(1)})`;

/** The same where the block also holds the time, and ends not long after the newest of a page. */
export const blockAround = (at: Sql, newest: Sql): Sql =>
  sql`(select b.index, b.hash, b.gas_used from (
      select f.index, f.hash, nullif(f.gas_used, -1) as gas_used, f.consensus_start from record_file as f
      where f.consensus_end >= ${at} and f.consensus_end <= ${newest} + ${longest}
      order by f.consensus_end ${atMost(1)}) as b where b.consensus_start <= ${at})`;
