// What a row costs in pages of 25 to 5,000 rows: processor time of mirrorql and of PostgreSQL.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { between, named, watchBackends } from '../lib/backends.js';
import { type Known, knownIn, ledgerOptions, withLedger } from '../lib/medium.js';
import { type Running, start } from '../lib/targets.js';

const here = fileURLToPath(new URL('../..', import.meta.url));

const { values: options } = parseArgs({
  options: {
    ...ledgerOptions,
    checkout: { type: 'string', multiple: true, default: [here] },
    /** Questions whose name has this word. */
    only: { type: 'string', default: '' },
    sizes: { type: 'string', default: '25,100,500,1000,2500,5000' },
    /** Rows of each of the rounds, and rounds; the cheapest of them counts. */
    rows: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
  },
});

const sizes = options.sizes.split(',').map(Number);

type Question = (first: number) => string;

const told = 'id name result chargedFee consensusTimestamp';
const moved = 'transfers { accountId tinybars } tokenTransfers { accountId tokenId units }';

const questions = ({ payer }: Known): Readonly<Record<string, Question>> => ({
  balances: (first) => `{ balances(first: ${first}) { nodes { hbars } } }`,
  'balances, tokens': (first) =>
    `{ balances(first: ${first}) { nodes { hbars tokens(first: 5) { nodes { balance } } } } }`,
  'balances, accounts': (first) =>
    `{ balances(first: ${first}) { nodes { hbars account { memo evmAddress } } } }`,
  blocks: (first) => `{ blocks(first: ${first}) { nodes { number hash count } } }`,
  schedules: (first) =>
    `{ schedules(first: ${first}) { nodes { id memo payerAccountId executedTimestamp } } }`,
  transactions: (first) =>
    `{ account(id: "${payer}") { transactions(first: ${first}) { nodes { ${told} } } } }`,
  'transactions, moved': (first) =>
    `{ account(id: "${payer}") { transactions(first: ${first}) { nodes { ${told} ${moved} } } } }`,
});

async function ask({ url }: Running, query: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query });
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
  const { errors } = (await response.json()) as { errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
}

type Watch = Awaited<ReturnType<typeof watchBackends>>;

interface Server extends Running {
  readonly checkout: string;
  /** Name of its connections to the database. */
  readonly application: string;
}

/** Microseconds of Node and of PostgreSQL that a row has cost in one round. */
async function round(server: Server, query: string, size: number, backends: Watch) {
  const times = Math.max(4, Math.ceil(Number(options.rows) / size));
  const [cpu, asked] = [server.cpu(), await backends.of(server.application)];
  for (let index = 0; index < times; index += 1) await ask(server, query);
  const own = server.cpu() - cpu;
  const database = between(asked, await backends.of(server.application));
  return [own, database].map((ms) => (ms * 1000) / times / size) as [number, number];
}

async function measure(servers: readonly Server[], name: string, query: Question, backends: Watch) {
  for (const server of servers) {
    for (let index = 0; index < 500; index += 1) await ask(server, query(25));
    for (let index = 0; index < 20; index += 1) await ask(server, query(1000));
  }
  const costs = servers.map(() => [] as string[]);
  for (const size of sizes) {
    const turns = servers.map(() => [] as [number, number][]);
    for (let turn = 0; turn < Number(options.rounds); turn += 1) {
      for (const [at, server] of servers.entries()) {
        turns[at]?.push(await round(server, query(size), size, backends));
      }
    }
    for (const [at, own] of turns.entries()) {
      const least = (place: 0 | 1) => Math.min(...own.map((one) => one[place])).toFixed(1);
      costs[at]?.push(`${least(0)} + ${least(1)}`.padStart(16));
    }
  }
  for (const [at, { checkout }] of servers.entries()) {
    const whose = servers.length > 1 ? `  ${checkout}` : '';
    process.stdout.write(`${name.padEnd(20)}${costs[at]?.join('')}${whose}\n`);
  }
}

async function startAll(database: URL): Promise<Server[]> {
  const bounds = {
    page: '5000',
    'cost-rows': '10000000',
    'cost-calls': '100000',
    'cost-values': '100000000',
  };
  const limits = Object.entries(bounds).flatMap(([name, value]) => [`--max-${name}`, value]);
  const servers: Server[] = [];
  for (const [at, checkout] of options.checkout.entries()) {
    const application = `bench ${process.pid} ${at}`;
    const command = [
      `${checkout}/dist/main.js`,
      ...['--database', named(database, application), '--host', '127.0.0.1', '--port', '{port}'],
      ...['--no-cache', '--timeout', '60000', ...limits],
    ];
    servers.push({ ...(await start(command, 'first')), checkout, application });
  }
  return servers;
}

await withLedger(options, async (database) => {
  const asked = Object.entries(questions(await knownIn(database)));
  const servers = await startAll(database);
  process.stdout.write('microseconds per row, Node + PostgreSQL, in pages of\n');
  process.stdout.write(`${''.padEnd(20)}${sizes.map((size) => `${size}`.padStart(16)).join('')}\n`);
  const backends = await watchBackends(database);
  try {
    for (const [name, query] of asked) {
      if (name.includes(options.only)) await measure(servers, name, query, backends);
    }
  } finally {
    await backends.close();
    for (const server of servers) await server.stop();
  }
});
