// A table together with that of its former versions.
import sql, { raw, type Sql } from 'sql-template-tag';
import { columnsOf, type VersionedTable } from '../tables/schema.js';
import { atMost } from './seek.js';

/** Of versions the newest. */
export const newest = sql`order by lower(timestamp_range) desc ${atMost(1)}`;

/**
 * The newest of the rows of both that meet conditions. Columns go by name: in the table of former
 * versions they may stand in another order. Each table gives its own newest, off the index of its
 * versions: of what has had a hundred thousand of them, all would be read and sorted.
 */
export function newestVersion(table: VersionedTable, conditions: Sql): Sql {
  const columns = raw(Object.keys(columnsOf(table)).join(', '));
  const rows = (of: string) =>
    sql`(select ${columns} from ${raw(of)} as e ${conditions} ${newest})`;
  return sql`(select * from (${rows(table)} union all ${rows(`${table}_history`)}) as version ${newest})`;
}
