// Pages of what changes in time: of each value of a column, in its order, the newest row.
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { PageRequest } from '../../ledger.js';
import { atMost, direction, where } from './seek.js';

/** Rows of which several have one value of a column, and an index that leads from the one to the other. */
interface Changes {
  /** The table and its name in the statement. */
  readonly from: Sql;
  /** The first columns of the index, of which rows have one value each. */
  readonly leads: readonly Sql[];
  /** The column behind them, of each value of which one row is wanted, and the time behind that. */
  readonly column: Sql;
  readonly time: Sql;
  /** What rows have to meet. */
  readonly met: readonly Sql[];
  /** What is shown of a row. */
  readonly columns: Sql;
}

const by = (keys: readonly Sql[], order: Sql): Sql =>
  sql`order by ${join(keys.map((key) => sql`${key} ${order}`))} ${atMost(1)}`;

/**
 * Goes from value to value, and asks for the newest row of each: what has changed a million times is
 * gone past by the index, where `distinct on` reads all of its changes.
 */
export function newestOfEach(changes: Changes, { order, limit }: PageRequest): Sql {
  const { from, leads, column, time, met, columns } = changes;
  const beyond = raw(order === 'asc' ? '>' : '<');
  const first = (further: readonly Sql[]) =>
    sql`select ${column} as value from ${from} ${where([...met, ...further])}
      ${by([...leads, column], direction(order))}`;
  return sql`with recursive each(value, place) as (
      (select found.value, 1 from (${first([])}) as found)
      union all select next.value, each.place + 1
        from each cross join lateral (${first([sql`${column} ${beyond} each.value`])}) as next
        where each.place < ${limit})
    select newest.* from each cross join lateral (select ${columns} from ${from}
      ${where([...met, sql`${column} = each.value`])} ${by([...leads, column, time], raw('desc'))}) as newest
    order by each.place`;
}
