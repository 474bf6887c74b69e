// The medium ledger in PostgreSQL: tables, the rows of a script, and ids that exist in it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { createBareTables, createIndexes } from '../src/sql/tables.js';

/** What requests of the benchmark name, as encoded ids. */
export interface Known {
  readonly account: string;
  /** The token that most accounts hold. */
  readonly token: string;
}

export async function inDatabase<T>(
  url: string,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** The script joins some of them, so that numbers must be numbers. */
function typeOf(column: string): string {
  if (/^(token_id|account_id|created_timestamp|serial_number)$/.test(column)) return 'bigint';
  const others = { timestamp_range: 'int8range', metadata: 'bytea', deleted: 'boolean' };
  return others[column as keyof typeof others] ?? 'text';
}

/** Tables and columns that the script fills and that mirrorql has no use for. */
function unread(script: string): string {
  const [, names = ''] = /const TABLES = `([^`]+)`/.exec(script) ?? [];
  const tables = names.split(/\s+/).map((table) => `create table if not exists ${table} ();`);
  const columns = [...script.matchAll(/copy\('(\w+)', '([\w,]+)'/g)].flatMap(([, table, list]) =>
    (list as string)
      .split(',')
      .map(
        (column) => `alter table ${table} add column if not exists "${column}" ${typeOf(column)};`,
      ),
  );
  return ['set client_min_messages to error;', ...tables, ...columns].join('\n');
}

/** Fills an empty database by a script that is told where by the variables of libpq. */
export async function fill(database: URL, generator: string, scale: string): Promise<void> {
  const tables = `${createBareTables}; ${unread(readFileSync(generator, 'utf8'))}`;
  await inDatabase(database.href, (client) => client.query(tables));
  const { hostname, port, username, pathname } = database;
  const server = { PGHOST: hostname, PGPORT: port || '5432', PGUSER: username };
  execFileSync(process.execPath, [generator], {
    env: { ...process.env, ...server, PGDATABASE: pathname.slice(1), SCALE: scale },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await inDatabase(database.href, async (client) => {
    await client.query(createIndexes);
    await client.query('vacuum analyze');
  });
}

export function knownIn(database: URL): Promise<Known> {
  return inDatabase(database.href, async (client) => {
    const { rows: accounts } = await client.query(
      `select id::text from entity where type = 'ACCOUNT' order by id offset 500 limit 1`,
    );
    const { rows: tokens } = await client.query(
      'select token_id::text as id from token_account group by 1 order by count(*) desc limit 1',
    );
    return { account: accounts[0].id, token: tokens[0].id };
  });
}
