// The REST face on PostgreSQL beside a plain select through the same driver, on a ledger of its own.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createBareTables, createIndexes } from '../src/sql/tables.js';
import { type Measured, printTable } from './table.js';
import { load, type Running, start } from './targets.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { values: options } = parseArgs({
  options: {
    /** Script that fills the tables, told where by the variables of libpq. */
    generator: { type: 'string', default: here('../../shared/tools/medium-ledger/generate.mjs') },
    checkout: { type: 'string', multiple: true, default: [] },
    scale: { type: 'string', default: '0.1' },
    seconds: { type: 'string', default: '4' },
    warmup: { type: 'string', default: '4' },
    turns: { type: 'string', default: '3' },
  },
});

const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const name = `mirrorql_bench_${process.pid}`;
const address = new URL(server);
address.pathname = `/${name}`;

async function inDatabase<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** The script joins some of them, so that numbers must be numbers. */
function typeOf(column: string): string {
  if (/^(token_id|account_id|created_timestamp|serial_number)$/.test(column)) return 'bigint';
  const others = { timestamp_range: 'int8range', metadata: 'bytea', deleted: 'boolean' };
  return others[column as keyof typeof others] ?? 'text';
}

/** Tables and columns that the script fills and that mirrorql has no use for. */
function unread(): string {
  const script = readFileSync(options.generator, 'utf8');
  const [, names = ''] = /const TABLES = `([^`]+)`/.exec(script) ?? [];
  const tables = names.split(/\s+/).map((table) => `create table if not exists ${table} ();`);
  const columns = [...script.matchAll(/copy\('(\w+)', '([\w,]+)'/g)].flatMap(([, table, list]) =>
    (list as string)
      .split(',')
      .map(
        (column) => `alter table ${table} add column if not exists "${column}" ${typeOf(column)};`,
      ),
  );
  return ['set client_min_messages to error;', ...tables, ...columns].join('\n');
}

/** Makes the ledger, and tells ids that exist in it. */
async function fill(): Promise<readonly string[]> {
  await inDatabase(address.href, (client) => client.query(`${createBareTables}; ${unread()}`));
  const { hostname, port, username } = address;
  const env = { PGHOST: hostname, PGPORT: port || '5432', PGUSER: username, PGDATABASE: name };
  const environment = { ...process.env, ...env, SCALE: options.scale };
  execFileSync(process.execPath, [options.generator], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return inDatabase(address.href, async (client) => {
    await client.query(`${createIndexes}; analyze`);
    const { rows: accounts } = await client.query(
      `select id::text from entity where type = 'ACCOUNT' order by id offset 500 limit 1`,
    );
    const { rows: tokens } = await client.query(
      'select token_id::text as id from token_account group by 1 order by count(*) desc limit 1',
    );
    return [...accounts, ...tokens].map(({ id }) => id as string);
  });
}

async function measure(path: string, servers: readonly (readonly [string, Running])[]) {
  const measured: Measured[] = servers.map(([of, { started }]) => ({
    name: of,
    started,
    turns: [],
  }));
  const common = { dialect: 'rest', workload: path, connections: 20, first: 0 } as const;
  for (const [, { url }] of servers)
    await load({ ...common, url, seconds: Number(options.warmup) });
  for (let turn = 0; turn < Number(options.turns); turn += 1) {
    for (const [index, [, running]] of servers.entries()) {
      const before = running.cpu();
      const result = await load({ ...common, url: running.url, seconds: Number(options.seconds) });
      const cpu = running.cpu() - before;
      measured[index]?.turns.push({
        ...result,
        cpu,
        calls: result.requests,
        memory: running.memory(),
      });
    }
  }
  printTable(`${path}; 20 connections`, measured);
}

await inDatabase(server, (client) => client.query(`create database ${name}`));
const running: [string, Running][] = [];
try {
  const [account, token] = await fill();
  const product = (checkout: string) => [
    `${checkout}/dist/main.js`,
    ...['--database', address.href, '--host', '127.0.0.1', '--port', '{port}', '--log', 'warn'],
  ];
  const select = [here('select.js'), address.href, '{port}'];
  for (const [of, command] of [
    ['mirrorql', product(here('..'))],
    ...options.checkout.map((path) => [path, product(path)] as const),
    ['plain select', select],
  ] as const) {
    running.push([of, await start(command, 'first')]);
  }
  for (const path of [
    '/api/v1/balances?limit=25',
    '/api/v1/balances?limit=100',
    `/api/v1/balances?account.id=0.0.${account}`,
    `/api/v1/accounts/0.0.${account}?transactions=false`,
    `/api/v1/tokens/0.0.${token}/balances`,
    '/api/v1/schedules?limit=25',
    '/api/v1/blocks?limit=25',
  ]) {
    await measure(path, running);
  }
} finally {
  for (const [, one] of running) await one.stop();
  await inDatabase(server, (client) => client.query(`drop database ${name} with (force)`));
}
