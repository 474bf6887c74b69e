// What a database has of the mirror node's schema: tables, columns, rights, and the indexes that queries want.
import sql from 'sql-template-tag';
import type { Finding, Operation } from '../ledger.js';
import type { Database, Row } from './engines/database.js';
import { servesAlike } from './indexes.js';
import { tablesByName } from './tables/schema.js';
import type { Table } from './tables/table.js';

const names = [...tablesByName.keys()];

const server = sql`select version() as version, current_user::text as role, pg_jit_available() as jit,
  current_database()::text as database, array_to_string(current_schemas(false), ', ') as schemas`;

const tables = sql`select wanted.name, to_regclass(wanted.name) is not null as known,
  case when to_regclass(wanted.name) is not null
    then has_table_privilege(wanted.name, 'select') end as readable,
  (select json_agg(attname) from pg_attribute
    where attrelid = to_regclass(wanted.name) and attnum > 0 and not attisdropped) as columns,
  (select json_agg(indexdef) from pg_indexes
    where schemaname = any(current_schemas(false)) and tablename = wanted.name) as indexes
  from unnest(${names}::text[]) as wanted(name)`;

/** Bytes of a table of which no plan reads too much, since all of it is little. */
const small = 1024 * 1024;

/**
 * Tables of whose columns PostgreSQL knows nothing, or how many of their partitions. Their rows it may
 * have counted nevertheless, as it does while it makes an index.
 */
const unknown = sql`select wanted.name, count(part.relid)::int as parts
  from unnest(${names}::text[]) as wanted(name)
    left join lateral pg_partition_tree(to_regclass(wanted.name)) as part on part.isleaf
    join pg_class as own on own.oid = coalesce(part.relid, to_regclass(wanted.name))
    join pg_namespace as place on place.oid = own.relnamespace
  where has_table_privilege(own.oid, 'select') and pg_relation_size(own.oid) > ${small}
    and not exists (select from pg_stats as known
      where known.schemaname = place.nspname and known.tablename = own.relname)
  group by wanted.name order by wanted.name`;

/** Looks at a database, without reading a row of the ledger. */
export async function inspectDatabase(
  database: Database,
  operation: Operation,
): Promise<readonly Finding[]> {
  const [about] = await database.query(server, operation);
  const version = /^\S+ [\d.]+/.exec(about?.['version'])?.[0];
  const role = about?.['role'];
  const rows = await database.query(tables, operation);
  const unread = await database.query(unknown, operation);
  return [
    {
      is: 'good',
      text: `${version}, database ${about?.['database']}, role ${role}, schemas looked into: ${about?.['schemas'] || 'none'}`,
    },
    ...(about?.['jit'] ? [compiling(role)] : []),
    ...rows.flatMap((row) => findingsOf(row, role)),
    ...unread.map(guessing),
  ];
}

/** Without statistics the planner takes each value for one of 200, and walks through all others for a rare one. */
const guessing = ({ name, parts }: Row): Finding => ({
  is: 'slow',
  text: `table ${name}: ${parts ? `${parts} of its partitions have` : 'has'} no statistics, so that a page may read most of it; analyze ${name}`,
});

/** No page has as many rows as would pay for it, and the planner can be mistaken about how many come. */
const compiling = (role: string): Finding => ({
  is: 'slow',
  text: `jit is on: a statement that is expected to read much is compiled first, which can take seconds; alter role ${role} set jit = off`,
});

function findingsOf({ name, known, readable, columns, indexes }: Row, role: string): Finding[] {
  const table = tablesByName.get(name) as Table;
  if (!known) return [{ is: 'bad', text: `table ${name}: is not there` }];
  if (!readable) return [{ is: 'bad', text: `table ${name}: role ${role} may not read it` }];
  const lacking = Object.keys(table.columns).filter((column) => !columns?.includes(column));
  const { key, indexes: wanted = [] } = table;
  const slow = [...(key === undefined ? [] : [`(${key})`]), ...wanted].filter(
    (on) => !servesAlike(indexes ?? [], on),
  );
  return [
    ...(lacking.length > 0
      ? [{ is: 'bad', text: `table ${name}: lacks ${lacking.join(', ')}` } as const]
      : []),
    ...slow.map(
      (on) => ({ is: 'slow', text: `table ${name}: no index on ${name} ${on}` }) as const,
    ),
  ];
}
