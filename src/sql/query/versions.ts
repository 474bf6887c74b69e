// A table together with that of its former versions.
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { columnsOf, type VersionedTable } from '../tables/schema.js';
import { atMost } from './seek.js';

const newest = sql`order by lower(timestamp_range) desc ${atMost(1)}`;

/** The newest of versions, each of a relation that has one at the most. */
export const newestOf = (relations: readonly Sql[]): Sql =>
  sql`(select * from (${join(
    relations.map((relation) => sql`select * from ${relation} as one`),
    ' union all ',
  )}) as version ${newest})`;

/**
 * The newest of the rows of both that meet conditions. Columns go by name: in the table of former
 * versions they may stand in another order. Each table gives its own newest, off the index of its
 * versions: of what has had a hundred thousand of them, all would be read and sorted.
 */
export function newestVersion(table: VersionedTable, conditions: Sql): Sql {
  const columns = raw(Object.keys(columnsOf(table)).join(', '));
  const rows = (of: string) =>
    sql`(select ${columns} from ${raw(of)} as e ${conditions} ${newest})`;
  return newestOf([rows(table), rows(`${table}_history`)]);
}
