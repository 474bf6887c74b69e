// The database below the service under test: fills and empties the same tables on both engines.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { printJson } from '../src/contract/json.js';
import type { Database } from '../src/sql/engines/database.js';
import { openEmbedded } from '../src/sql/engines/embedded.js';
import { openPostgres } from '../src/sql/engines/postgres.js';
import type { Row } from './rows.js';

export interface Target {
  /** What the service asks. */
  readonly database: Database;
  /** Runs statements without parameters. */
  exec(text: string): Promise<void>;
  /** Runs one statement with text parameters. */
  run(text: string, values: readonly string[]): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** In-memory PGlite, or a new scratch database on a PostgreSQL server that `close` drops. */
export function openTarget(url: string | undefined): Promise<Target> {
  return url === undefined ? embedded() : postgres(url);
}

async function embedded(): Promise<Target> {
  const database = await openEmbedded(null);
  return { database, exec: database.exec, run: database.run, close: () => database.close() };
}

async function postgres(url: string): Promise<Target> {
  const name = `mirrorql_conformance_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: scratch.href });
  await client.connect();
  // Nothing in here outlives the run, so no write needs to reach the disk before it goes on.
  await client.query('set synchronous_commit = off');
  const database = openPostgres(scratch.href);
  return {
    database,
    async exec(text) {
      await client.query(text);
    },
    run: async (text, values) => (await client.query(text, [...values])).rows,
    async close() {
      await database.close();
      await client.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

const rowsAtOnce = 5000;

/**
 * Inserts rows with the same columns. They travel as one JSON text, so that PostgreSQL itself reads
 * every value by its column's type, on both drivers alike.
 */
export async function insert(
  target: Pick<Target, 'run'>,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await target.run(
      `insert into ${table} (${columns})
        select ${columns} from json_populate_recordset(null::${table}, $1::text::json)`,
      [printJson(rows.slice(start, start + rowsAtOnce))],
    );
  }
}

/** Fills tables that are empty so far. */
export async function fill(target: Target, tables: ReadonlyMap<string, readonly Row[]>) {
  for (const [table, rows] of tables) await insert(target, table, rows);
}

export async function empty(target: Target, tables: Iterable<string>): Promise<void> {
  const names = [...tables].join(', ');
  if (names !== '') await target.exec(`truncate ${names}`);
}
