// The mirror node's own PostgreSQL (or Citus) as a database of the query core.
import pg from 'pg';
import { within } from '../../ledger.js';
import { Connections, type State } from './connections.js';
import { type Database, databaseError, isLong, type Row, readerOf } from './database.js';
import { keptPlans } from './kept-plans.js';
import { type Asked, converse } from './running-statement.js';
import { type Turn, Turns } from './turns.js';

export interface PostgresOptions {
  /** Connections at the most. */
  readonly connections?: number;
  /** Milliseconds after which the server gives up a statement. */
  readonly statementTimeout?: number;
  /** Milliseconds that an operation waits for its first connection. */
  readonly patience?: number;
  /** Milliseconds from one renewal of connections and kept plans to the next. */
  readonly renewal?: number;
  /** Plans every statement anew, for poolers that do not know named statements. */
  readonly noPreparedStatements?: boolean;
}

interface Statement extends Turn, Asked {
  refuse(error: unknown): void;
}

/** SQLSTATE of a server that has no more connections to give. */
const full = new Set(['53300']);
/** Connections of one operation: enough to read side by side, and too few to be in the way of others. */
const each = 4;
/** Of these, connections that read whole tables. */
const scansEach = 2;
/** The part of all connections that may read whole tables at the same time. */
const scanning = 1 / 8;
const scansOf = (places: number) => Math.ceil(places * scanning);
/**
 * SQLSTATEs of what the server takes back though nothing is wrong with the statement: it has ended a
 * session that was idle until then; a standby had to go on replaying; two waited for each other.
 */
const takenBack = new Set(['57P05', '40001', '40P01']);
/** Milliseconds until a server that had no more connections to give is asked for more. */
const pause = 5_000;
/**
 * Milliseconds until connections and kept plans are renewed: in an hour clients may ask for other things,
 * tables be changed, the server be found elsewhere; and what a connection holds there only grows.
 */
const usualRenewal = 3_600_000;

/**
 * Opens connections to a `postgres://` address; connects on first use.
 * @throws what makes an address useless, such as a file of certificates that is not there
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const places = Math.max(1, options.connections ?? 10);
  const timeout = options.statementTimeout ?? 10_000;
  const connections = new Connections({
    connectionString: url,
    max: places,
    connectionTimeoutMillis: 5_000,
    statement_timeout: timeout,
    application_name: 'mirrorql',
    types: { getTypeParser: readerOf },
  });
  const { patience = 5_000, renewal = usualRenewal } = options;
  const turns = new Turns<Statement>({
    places,
    each,
    scans: scansOf(places),
    scansEach,
    patience,
  });
  const plans = keptPlans(options.noPreparedStatements ?? false);
  const renewing = setInterval(() => {
    plans.renew();
    connections.renew();
  }, renewal).unref();
  /** Whether no more are asked for than there are. */
  let isNarrow = false;

  function pump(): void {
    resize();
    for (let next = turns.next(); next; next = turns.next()) {
      const statement = next;
      void run(statement).finally(() => {
        turns.end(statement);
        pump();
      });
    }
  }

  async function run(statement: Statement): Promise<void> {
    try {
      const client = await connections.take();
      const isWanted = statement.operation.over === undefined;
      let state: State = isWanted ? 'broken' : 'free';
      try {
        if (isWanted) state = await converse(client, statement, timeout);
      } finally {
        connections.giveBack(client, state);
      }
    } catch (error) {
      if (isOf(full, error) && connections.count > 0) return goOnWithThese(statement);
      statement.refuse(error);
      // Nothing is connected: whoever waits would be told the same, one after the other.
      if (connections.count === 0) turns.refuseAll(databaseError(error));
    }
  }

  function resize(): void {
    const now = isNarrow ? Math.max(1, connections.count) : places;
    turns.resize(now, scansOf(now));
  }

  /** The server has given all connections that it has: the statement waits for one of them. */
  function goOnWithThese(statement: Statement): void {
    turns.add(statement);
    if (isNarrow) return;
    isNarrow = true;
    setTimeout(() => {
      isNarrow = false;
      pump();
    }, pause).unref();
  }

  const ask = (query: pg.QueryConfig, operation: Asked['operation'], isScan: boolean) =>
    new Promise<readonly Row[]>((resolve, refuse) => {
      turns.add({ query, operation, isScan, resolve, refuse });
      pump();
    });

  /** All only read, so that one which is taken back can be asked once more. */
  async function askAgain(...[query, operation, isScan]: Parameters<typeof ask>) {
    try {
      return await ask(query, operation, isScan);
    } catch (error) {
      if (!isOf(takenBack, error)) throw error;
      operation.note({ retries: 1 });
      return ask(query, operation, isScan);
    }
  }

  return {
    description: `PostgreSQL at ${describe(url)}`,
    query: ({ text, values }, operation, reads) =>
      plans.run(text, reads, (name) => {
        const query = { text, values, ...(name !== undefined && { name }) };
        return within(operation, askAgain(query, operation, isLong(reads)));
      }),
    close() {
      clearInterval(renewing);
      turns.refuseAll(databaseError(new Error('the ledger is closed')));
      return connections.close();
    },
  };
}

const isOf = (states: ReadonlySet<string>, error: unknown): boolean =>
  error instanceof pg.DatabaseError && states.has(error.code ?? '');

/** Host, port and database, as the driver takes them from an address and the PG variables: what may be shown. */
function describe(url: string): string {
  const { host, port, database } = new pg.Client({ connectionString: url });
  return `${host.includes(':') ? `[${host}]` : host}:${port}/${database ?? ''}`;
}
