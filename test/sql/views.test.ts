// A role that sees views of the tables alone, in a schema of its own: neither tables nor types are among the names that it knows.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sampleClock } from '../../src/sample/prepared.js';
import { openPostgres } from '../../src/sql/engines/postgres.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { tableNames } from '../../src/sql/tables/schema.js';
import { everyCall } from '../ledger/ledger.suite.js';
import { freeOperation, openSample } from '../support/ledgers.js';

const postgres = inject('postgres');
const role = `mirrorql_views_${process.pid}`;

describe.skipIf(!postgres)('views of all tables', () => {
  const admin = new pg.Client({ connectionString: postgres });
  const address = new URL(postgres);
  address.username = role;
  address.password = role;
  address.searchParams.set('options', `-c search_path=${role}`);

  beforeAll(async () => {
    await admin.connect();
    await admin.query(`drop role if exists ${role}; create role ${role} login password '${role}'`);
    await admin.query(`create schema ${role}; grant usage on schema ${role} to ${role}`);
    for (const name of tableNames) {
      await admin.query(`create view ${role}.${name} as select * from public.${name}`);
    }
    await admin.query(`grant select on all tables in schema ${role} to ${role}`);
  });
  afterAll(async () => {
    await admin.query(`drop schema ${role} cascade; drop role ${role}`);
    await admin.end();
  });

  it('answer every list and every look-up as the tables do', async () => {
    const tables = await openSample('PostgreSQL');
    const views = sqlLedger(openPostgres(address.href), sampleClock);
    const expected = everyCall(tables, freeOperation());
    const calls = everyCall(views, freeOperation());
    expect(calls.length).toBeGreaterThan(40);
    for (const [at, [name, call]] of calls.entries()) {
      expect([name, await call()]).toEqual([name, await expected[at]?.[1]()]);
    }
    await views.close();
    await tables.close();
  });
});
