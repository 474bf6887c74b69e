// Runs once before all tests: the sample ledger, prepared on the embedded engine and on PostgreSQL.
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openSampleDatabase } from '../../src/sample/prepared.js';
import { seed } from '../../src/sample/seed.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL server's sample database; empty where no server answers. */
    postgres: string;
  }
}

const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export default async function setup(project: TestProject) {
  const sample = await openSampleDatabase();
  await sample.kept;
  await sample.close();
  const admin = new pg.Client({ connectionString: server, connectionTimeoutMillis: 3000 });
  try {
    await admin.connect();
  } catch (error) {
    process.stdout.write(
      `not covered: PostgreSQL, since none answers (${(error as Error).message}); TEST_DATABASE_URL names another\n`,
    );
    project.provide('postgres', '');
    return undefined;
  }
  const name = `mirrorql_test_${process.pid}`;
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  await seed(
    (text) => client.query(text),
    (text, values) => client.query(text, values),
  );
  await client.end();
  project.provide('postgres', address.href);
  return async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
}
