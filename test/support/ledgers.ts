// The ledgers that tests run on: the sample, or rows of their own, on every engine that is there.
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { insert } from '../../conformance/load.js';
import { rowsOf, type Setup } from '../../conformance/setup.js';
import { configOf } from '../../src/config.js';
import { defaultLimits } from '../../src/contract/resource.js';
import { defaultQueryLimits } from '../../src/graphql/running/limits.js';
import type { Ledger, Operation } from '../../src/ledger.js';
import { startOperation } from '../../src/operation.js';
import { type RemoteOptions, remoteLedger } from '../../src/remote/remote.js';
import { openSampleDatabase, sampleClock } from '../../src/sample/prepared.js';
import { boundsOf } from '../../src/serve.js';
import { type Server, type ServerOptions, startServer } from '../../src/server.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import { openPostgres } from '../../src/sql/engines/postgres.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { createTables } from '../../src/sql/tables/schema.js';

export type Engine = 'embedded' | 'PostgreSQL';

/** The SQL engines of this machine; what is missing was said once at the start. */
export const engines: readonly Engine[] = inject('postgres')
  ? ['embedded', 'PostgreSQL']
  : ['embedded'];

let embedded: Promise<EmbeddedDatabase> | undefined;
let currentSchema = 'public';

/**
 * One embedded database for all ledgers of a test process: to open one takes longer than most
 * tests. Each ledger has a schema of its own in it; statements run in the order they are sent in.
 */
async function inSchema(schema: string): Promise<EmbeddedDatabase> {
  embedded ??= openSampleDatabase();
  const database = await embedded;
  const enter = () => {
    if (currentSchema === schema) return;
    currentSchema = schema;
    void database.exec(`set search_path to ${schema}`);
  };
  return {
    ...database,
    query(...asked) {
      enter();
      return database.query(...asked);
    },
    run(text, values) {
      enter();
      return database.run(text, values);
    },
    exec(text) {
      enter();
      return database.exec(text);
    },
    copy(text, rows) {
      enter();
      return database.copy(text, rows);
    },
    close: async () => {},
  };
}

/** The sample ledger on an engine. */
export async function openSample(engine: Engine): Promise<Ledger> {
  const database =
    engine === 'embedded' ? await inSchema('public') : openPostgres(inject('postgres'));
  return sqlLedger(database, sampleClock);
}

let cases = 0;

/** The embedded database of the test process, with the sample in it. */
export const openSampleSchema = (): Promise<EmbeddedDatabase> => inSchema('public');

/** A schema of its own, with nothing in it, in the embedded database of the test process. */
export async function openEmpty(): Promise<EmbeddedDatabase> {
  const schema = `case_${process.pid}_${++cases}`;
  const database = await inSchema(schema);
  await database.exec(`create schema ${schema}`);
  return database;
}

/** A ledger of given rows, and a hand in its tables. */
interface OpenCase {
  readonly ledger: Ledger;
  /** Adds rows while the ledger is asked. */
  add(setup: Setup): Promise<void>;
  /** Runs one statement in its tables. */
  run(text: string, values?: readonly unknown[]): Promise<readonly object[]>;
  /** Takes the hand out again; the ledger stays. */
  release(): Promise<void>;
}

/** Schemas of cases that are over: to empty one takes a fraction of the time that its tables take. */
const vacant: Readonly<Record<Engine, string[]>> = { embedded: [], PostgreSQL: [] };
/** What leaves more behind than rows. */
const lasting = /\b(create|alter|drop|analyze|vacuum|begin|lock)\b/i;
/** None where an engine that had to end a statement began anew, as it was before its cases. */
const tablesOf = 'select from pg_tables where schemaname = $1';
const emptyTables = `do $$ declare names text; begin
  select string_agg(relname, ', ') into names from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0;
  if names is not null then execute 'truncate ' || names; end if;
end $$`;

/** A ledger that holds nothing but the given rows, in the spelling of the case files, and can change. */
export async function openChanging(engine: Engine, setup: Setup): Promise<OpenCase> {
  const schema = vacant[engine].pop() ?? `case_${process.pid}_${++cases}`;
  const target = engine === 'embedded' ? await embeddedCase(schema) : await postgresCase(schema);
  const { ledger, exec, run, release } = target;
  const isThere = (await run(tablesOf, [schema])).length > 0;
  // Nor is such an engine in the schema that it was told.
  if (!isThere) currentSchema = '';
  await exec(isThere ? emptyTables : `create schema ${schema}; ${createTables}`);
  const add = async (rows: Setup) => {
    for (const [table, given] of rowsOf(rows)) await insert({ run }, table, given);
  };
  await add(setup);
  let isTaken = true;
  let isLasting = false;
  return {
    ledger: {
      ...ledger,
      async close() {
        await ledger.close();
        if (isTaken && !isLasting) vacant[engine].push(schema);
        isTaken = false;
      },
    },
    add,
    run(text, values = []) {
      isLasting ||= lasting.test(text);
      return run(text, [...values]);
    },
    release,
  };
}

async function embeddedCase(schema: string) {
  const database = await inSchema(schema);
  return { ...database, ledger: sqlLedger(database), release: async () => {} };
}

async function postgresCase(schema: string) {
  const address = new URL(inject('postgres'));
  address.searchParams.set('options', `-c search_path=${schema}`);
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  const exec = async (text: string) => void (await client.query(text));
  const run = async (text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows;
  return { ledger: sqlLedger(openPostgres(address.href)), exec, run, release: () => client.end() };
}

/** The same for rows that stay as they are. */
export async function openCase(engine: Engine, setup: Setup): Promise<Ledger> {
  const { ledger, release } = await openChanging(engine, setup);
  await release();
  return ledger;
}

/** An operation with room for everything, for calls to a ledger without a server. */
export const freeOperation = (): Operation => startOperation({ timeout: 20_000, calls: 10_000 });

type Overrides = Partial<Omit<ServerOptions, 'graphql' | 'rest' | 'operation' | 'live'>> & {
  readonly graphql?: Partial<ServerOptions['graphql']>;
  readonly rest?: Partial<ServerOptions['rest']>;
  readonly operation?: Partial<ServerOptions['operation']>;
  readonly live?: Partial<ServerOptions['live']>;
};

/** What an operation may cost where that is not what is tested. */
export const freely: Overrides = {
  operation: { calls: 10_000, timeout: 30_000 },
  graphql: {
    limits: {
      ...defaultQueryLimits,
      cost: { ...defaultQueryLimits.cost, calls: 1_000_000, rows: 10_000_000 },
    },
  },
};

/** Bounds of a server of which no option says anything. */
export const usual = boundsOf(configOf({}, {}));

/** A server on a free port over a ledger, with the product's defaults. */
export function serve(ledger: Ledger, options: Overrides = {}): Promise<Server> {
  return startServer(ledger, {
    host: '127.0.0.1',
    port: 0,
    ...usual,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    ...options,
    live: { ...usual.live, ...options.live },
    operation: {
      timeout: 15_000,
      calls: defaultQueryLimits.cost.calls,
      values: defaultQueryLimits.cost.values,
      ...options.operation,
    },
    rest: {
      limits: defaultLimits,
      delegation: false,
      now: () => sampleClock.now(),
      users: [],
      ...options.rest,
    },
    graphql: {
      title: 'ledger of a test',
      graphiql: true,
      maxPage: 1000,
      limits: defaultQueryLimits,
      ...options.graphql,
    },
  });
}

/** A ledger over HTTP to a mirror node, which may be mirrorql's own REST face. */
export const remote = (upstream: string, options: Partial<RemoteOptions> = {}): Ledger =>
  remoteLedger({ upstream, ...options });

/** A call that a face made to its ledger, as one line: `page balances`, `many account ×3`. */
export type LedgerCall = string;

/** The same ledger, writing down each call. */
export function counted(ledger: Ledger): Ledger & { readonly calls: LedgerCall[] } {
  const calls: LedgerCall[] = [];
  return {
    ...ledger,
    calls,
    one(lookup, ...rest) {
      calls.push(`one ${lookup.name}`);
      return ledger.one(lookup, ...rest);
    },
    many(resource, keys, ...rest) {
      calls.push(`many ${resource.name} ×${keys.length}`);
      return ledger.many(resource, keys, ...rest);
    },
    page(list, ...rest) {
      calls.push(`page ${list.name}`);
      return ledger.page(list, ...rest);
    },
    pages(list, requests, ...rest) {
      calls.push(`pages ${list.name} ×${requests.length}`);
      return ledger.pages(list, requests, ...rest);
    },
    ...(ledger.counts && {
      counts(list, requests, ...rest) {
        calls.push(`counts ${list.name} ×${requests.length}`);
        return (ledger.counts as NonNullable<Ledger['counts']>)(list, requests, ...rest);
      },
    }),
  };
}
