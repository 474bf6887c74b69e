// Databases of test runs that were killed are removed by the next one, and no others.
import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { databaseOf, removeLeftDatabases } from '../support/left-databases.js';

const address = inject('postgres');

/** The id of a process that has ended. */
const goneProcess = () => spawnSync(process.execPath, ['--version']).pid;

it.skipIf(!address)(
  'removes what runs have left whose process is gone, unless somebody is connected',
  async ({ onTestFinished }) => {
    const admin = new pg.Client(address);
    await admin.connect();
    const names = {
      gone: databaseOf(goneProcess()),
      elsewhere: databaseOf(goneProcess()),
      running: databaseOf(process.pid),
      other: `${databaseOf(goneProcess())}_other`,
    };
    const all = Object.values(names);
    onTestFinished(async () => {
      for (const name of all) await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    });
    for (const name of all) await admin.query(`create database ${name} template template0`);
    const connected = new URL(address);
    connected.pathname = `/${names.elsewhere}`;
    const client = new pg.Client(connected.href);
    await client.connect();
    await removeLeftDatabases(admin);
    await client.end();
    const { rows } = await admin.query('select datname from pg_database where datname = any($1)', [
      all,
    ]);
    expect(rows.map(({ datname }) => datname).sort()).toEqual(
      [names.elsewhere, names.running, names.other].sort(),
    );
  },
);
