// A table together with that of its former versions.
import sql, { raw, type Sql } from 'sql-template-tag';
import { columnsOf, type VersionedTable } from '../tables/schema.js';

/**
 * The newest of the rows of both that meet conditions. Columns go by name: in the table of former
 * versions they may stand in another order.
 */
export function newestVersion(table: VersionedTable, conditions: Sql): Sql {
  const columns = raw(Object.keys(columnsOf(table)).join(', '));
  const rows = (of: string) => sql`select ${columns} from ${raw(of)} as e ${conditions}`;
  return sql`(select * from (${rows(table)} union all ${rows(`${table}_history`)}) as version
    order by lower(timestamp_range) desc limit 1)`;
}
