// Pages of what changes in time: of each value of a column, in its order, the newest row.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
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
export function newestOfEach(
  changes: Changes,
  { order, limit }: Pick<PageRequest, 'order' | 'limit'>,
): Sql {
  const { from, leads, column, time, met, columns } = changes;
  const isDown = order === 'desc';
  const beyond = raw(isDown ? '<' : '>');
  // Downwards the first row of a value that is come to is its newest; upwards it is its oldest.
  const found = isDown ? sql`, ${columns}` : empty;
  const keys = [...leads, column, ...(isDown ? [time] : [])];
  const first = (further: readonly Sql[]) => sql`select ${column} as its_value${found} from ${from}
      ${where([...met, ...further])} ${by(keys, direction(order))}`;
  const each = sql`with recursive each as (
      (select found.*, 1 as its_place from (${first([])}) as found)
      union all select next.*, each.its_place + 1
        from each cross join lateral (${first([sql`${column} ${beyond} each.its_value`])}) as next
        where each.its_place < ${limit})`;
  if (isDown) return sql`${each} select * from each order by its_place`;
  return sql`${each} select newest.* from each cross join lateral (select ${columns} from ${from}
      ${where([...met, sql`${column} = each.its_value`])} ${by([...leads, column, time], raw('desc'))}) as newest
    order by each.its_place`;
}
