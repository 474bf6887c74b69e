// The mirror node's own PostgreSQL (or Citus) as a database of the query core.
import pg from 'pg';
import { type Database, databaseError, type Row, readers, within } from './database.js';
import { keptPlans } from './kept-plans.js';

export interface PostgresOptions {
  /** Connections at the most. */
  readonly connections?: number;
  /** Milliseconds after which the server gives up a statement. */
  readonly statementTimeout?: number;
  /** Plans every statement anew, for poolers that do not know named statements. */
  readonly noPreparedStatements?: boolean;
}

/** Opens a pool on a `postgres://` address; connects on first use. */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: options.statementTimeout ?? 10_000,
    application_name: 'mirrorql',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        readers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  });
  // An idle connection that breaks is replaced on the next query; without a listener it would
  // end the process.
  pool.on('error', () => {});

  const plans = keptPlans(options.noPreparedStatements ?? false);

  return {
    description: `PostgreSQL at ${describe(url)}`,
    async query(statement, operation, isSteady = false) {
      const { text, values } = statement;
      const name = isSteady ? plans.nameOf(text) : undefined;
      try {
        const answer = pool.query({ text, values, ...(name !== undefined && { name }) });
        return (await within(operation, answer)).rows as Row[];
      } catch (error) {
        if (name !== undefined && plans.isLost(error)) return this.query(statement, operation);
        throw databaseError(error);
      }
    },
    close: () => pool.end(),
  };
}

/** Host, port and database of an address: what may be shown. */
function describe(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
  } catch {
    return 'the given address';
  }
}
