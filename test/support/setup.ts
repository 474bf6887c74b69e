// Runs once before all tests: the sample ledger, prepared on the embedded engine and on PostgreSQL.
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openSampleDatabase } from '../../src/sample/prepared.js';
import { seed } from '../../src/sample/seed.js';
import { databaseOf, removeLeftDatabases } from './left-databases.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL server's sample database; empty where no server answers. */
    postgres: string;
    /** Folder of the product as processes run it. */
    product: string;
  }
}

const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** What the product reads beside its code, as far from it as in a package. */
const beside = ['package.json', 'node_modules', 'static', 'examples', 'docs', 'schema.graphql'];

/** A folder like that of the package, whose code is compiled when a test first asks for it. */
async function productFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mirrorql-product-'));
  await Promise.all(beside.map((name) => symlink(join(root, name), join(folder, name))));
  return folder;
}

/** Keeps the embedded sample ledger, from which each process begins. */
async function keepSample(): Promise<void> {
  const sample = await openSampleDatabase();
  await sample.kept;
  await sample.close();
}

/** A database of this run with the sample ledger, connected to for as long as it lasts: its address, and how to remove it. */
async function fillPostgres() {
  const admin = new pg.Client({ connectionString: server, connectionTimeoutMillis: 3000 });
  try {
    await admin.connect();
  } catch (error) {
    process.stdout.write(
      `not covered: PostgreSQL, since none answers (${(error as Error).message}); TEST_DATABASE_URL names another\n`,
    );
    return { url: '', remove: async () => {} };
  }
  await removeLeftDatabases(admin);
  const name = databaseOf(process.pid);
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  // Nothing outlives the run, so no write needs to reach the disk before it goes on.
  await client.query('set synchronous_commit = off');
  await seed(
    (text) => client.query(text),
    (text, values) => client.query(text, values),
  );
  const remove = async () => {
    await client.end();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
  return { url: address.href, remove };
}

export default async function setup(project: TestProject) {
  const [product, postgres] = await Promise.all([productFolder(), fillPostgres(), keepSample()]);
  project.provide('product', product);
  project.provide('postgres', postgres.url);
  return async () => {
    await postgres.remove();
    await rm(product, { recursive: true });
  };
}
