// Processor time of PostgreSQL, told apart by the server that asked for it.
import { readFileSync } from 'node:fs';
import pg from 'pg';

/** The same database for one server: its connections can be told by the name. */
export function named(database: URL, application: string): string {
  const own = new URL(database);
  own.searchParams.set('application_name', application);
  return own.href;
}

/** Milliseconds of processor time by process of PostgreSQL, for the connections of one server. */
export type Backends = ReadonlyMap<number, number>;

/** Opens a look at the backends; PostgreSQL must run on this machine. */
export async function watchBackends(database: URL) {
  const client = new pg.Client({ connectionString: database.href });
  await client.connect();
  return {
    async of(application: string): Promise<Backends> {
      const { rows } = await client.query(
        'select pid from pg_stat_activity where application_name = $1',
        [application],
      );
      return new Map(rows.map(({ pid }) => [pid, timeOf(pid)]));
    },
    close: () => client.end(),
  };
}

/** What the backends have used between two looks; one that is gone by then is not counted. */
export function between(before: Backends, after: Backends): number {
  let sum = 0;
  for (const [pid, time] of after) sum += time - (before.get(pid) ?? 0);
  return sum;
}

function timeOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
