// Databases that test runs have left on the server since they were killed.
import type { Client } from 'pg';

/** Of a run, by the id of its process. */
export const databaseOf = (pid: number): string => `mirrorql_test_${pid}`;

/**
 * Removes those of processes that are gone. The server may be for several machines, whose processes
 * nobody knows here: a run is connected to its database for as long as it lasts, so those are left.
 */
export async function removeLeftDatabases(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ name: string; pid: number }>(
    `select datname as name, substring(datname from '\\d+$')::int as pid from pg_database as d
     where datname ~ '^mirrorql_test_\\d{1,9}$'
       and not exists (select from pg_stat_activity as a where a.datid = d.oid)`,
  );
  for (const { name, pid } of rows) {
    // Another run may have removed it, or somebody connected to it, in between.
    if (!isRunning(pid)) await admin.query(`drop database if exists ${name}`).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // One of somebody else's is there, too.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
