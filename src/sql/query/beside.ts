// Rows of another table beside those of a page.
import sql, { raw, type Sql } from 'sql-template-tag';
import type { MirrorTable } from '../tables/schema.js';

/**
 * What a table has under a condition, to be joined to each row of a page by an index. A plain join
 * may be planned as a merge of two indexes, which begins at the end of the other one: for a page in the
 * middle of a ledger all rows before it would be read. `offset` keeps the planner from that.
 */
export const beside = (table: MirrorTable, alias: string, condition: Sql): Sql =>
  sql`lateral (select * from ${raw(`${table} as ${alias}`)} where ${condition} offset 0) as ${raw(alias)}`;

/** The same, where there need be none. */
export const perhapsBeside = (...asked: Parameters<typeof beside>): Sql =>
  sql`left join ${beside(...asked)} on true`;
