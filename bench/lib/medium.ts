// The medium ledger in PostgreSQL: tables, the rows of a script, and ids that exist in it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createBareTables, createIndexes } from '../../src/sql/tables/schema.js';

/** Where the ledger is, and what makes it. */
export const ledgerOptions = {
  /** Script that fills the tables, told where by the variables of libpq. */
  generator: {
    type: 'string',
    default: fileURLToPath(
      new URL('../../../shared/tools/medium-ledger/generate.mjs', import.meta.url),
    ),
  },
  /** A database that is filled already, or is filled and kept; without it one of its own. */
  database: { type: 'string' },
  scale: { type: 'string', default: '1' },
} as const;

interface Options {
  readonly generator: string;
  readonly database?: string | undefined;
  readonly scale: string;
}

/** What requests of the benchmark name, as encoded ids. */
export interface Known {
  readonly account: string;
  /** The token that most accounts hold. */
  readonly token: string;
  /** The account that has paid for most transactions. */
  readonly payer: string;
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
async function fill(database: URL, generator: string, scale: string): Promise<void> {
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

/** Runs over a database of its own that is filled first and gone afterwards. */
export async function withOwnDatabase(
  filled: (database: URL) => Promise<void>,
  run: (database: URL) => Promise<void>,
): Promise<void> {
  const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const name = `mirrorql_bench_${process.pid}`;
  const database = new URL(`/${name}`, server);
  await inDatabase(server, (client) => client.query(`create database ${name}`));
  try {
    await filled(database);
    await run(database);
  } finally {
    await inDatabase(server, (client) => client.query(`drop database ${name} with (force)`));
  }
}

/** Runs over the ledger that the options name; one that nobody named is gone afterwards. */
export async function withLedger(
  { generator, database: given, scale }: Options,
  run: (database: URL) => Promise<void>,
): Promise<void> {
  if (given !== undefined) {
    const database = new URL(given);
    const { rows } = await inDatabase(database.href, (client) =>
      client.query(`select 1 from pg_class where relname = 'entity' and relkind = 'r'`),
    );
    if (rows.length === 0) await fill(database, generator, scale);
    return run(database);
  }
  await withOwnDatabase((database) => fill(database, generator, scale), run);
}

export function knownIn(database: URL): Promise<Known> {
  return inDatabase(database.href, async (client) => {
    const { rows: accounts } = await client.query(
      `select id::text from entity where type = 'ACCOUNT' order by id offset 500 limit 1`,
    );
    const { rows: tokens } = await client.query(
      'select token_id::text as id from token_account group by 1 order by count(*) desc limit 1',
    );
    const { rows: payers } = await client.query(
      'select payer_account_id::text as id from transaction group by 1 order by count(*) desc limit 1',
    );
    return { account: accounts[0].id, token: tokens[0].id, payer: payers[0].id };
  });
}
