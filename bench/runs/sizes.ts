// What a row costs in pages of 25 to 5,000 rows: processor time of mirrorql and of PostgreSQL.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { between, named, watchBackends } from '../lib/backends.js';
import { ledgerOptions, withLedger } from '../lib/medium.js';
import { type Running, start } from '../lib/targets.js';

const { values: options } = parseArgs({
  options: {
    ...ledgerOptions,
    checkout: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
    /** Rows of each of the rounds, and rounds; the cheapest of them counts. */
    rows: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
  },
});

const sizes = [25, 100, 500, 1000, 2500, 5000];
const queries: Readonly<Record<string, (first: number) => string>> = {
  balances: (first) => `{ balances(first: ${first}) { nodes { hbars } } }`,
  'balances, tokens': (first) =>
    `{ balances(first: ${first}) { nodes { hbars tokens(first: 5) { nodes { balance } } } } }`,
  'balances, accounts': (first) =>
    `{ balances(first: ${first}) { nodes { hbars account { memo evmAddress } } } }`,
  blocks: (first) => `{ blocks(first: ${first}) { nodes { number hash count } } }`,
};

async function ask({ url }: Running, query: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query });
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
  const { errors } = (await response.json()) as { errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
}

type Watch = Awaited<ReturnType<typeof watchBackends>>;

async function measure(server: Running, application: string, backends: Watch): Promise<void> {
  for (const [name, query] of Object.entries(queries)) {
    for (let index = 0; index < 500; index += 1) await ask(server, query(25));
    for (let index = 0; index < 20; index += 1) await ask(server, query(1000));
    const costs: string[] = [];
    for (const size of sizes) {
      const times = Math.max(4, Math.ceil(Number(options.rows) / size));
      const turns: [number, number][] = [];
      for (let round = 0; round < Number(options.rounds); round += 1) {
        const [cpu, asked] = [server.cpu(), await backends.of(application)];
        for (let index = 0; index < times; index += 1) await ask(server, query(size));
        const own = server.cpu() - cpu;
        turns.push([own, between(asked, await backends.of(application))]);
      }
      const least = (place: 0 | 1) =>
        (Math.min(...turns.map((turn) => turn[place])) * 1000) / times / size;
      costs.push(`${least(0).toFixed(1)} + ${least(1).toFixed(1)}`.padStart(14));
    }
    process.stdout.write(`${name.padEnd(20)}${costs.join('')}\n`);
  }
}

await withLedger(options, async (database) => {
  const application = `bench ${process.pid}`;
  const bounds = {
    page: '5000',
    'cost-rows': '10000000',
    'cost-calls': '100000',
    'cost-values': '100000000',
  };
  const limits = Object.entries(bounds).flatMap(([name, value]) => [`--max-${name}`, value]);
  const server = await start(
    [
      `${options.checkout}/dist/main.js`,
      ...['--database', named(database, application), '--host', '127.0.0.1', '--port', '{port}'],
      ...['--no-cache', '--timeout', '60000', ...limits],
    ],
    'first',
  );
  process.stdout.write('microseconds per row, Node + PostgreSQL, in pages of\n');
  process.stdout.write(`${''.padEnd(20)}${sizes.map((size) => `${size}`.padStart(14)).join('')}\n`);
  const backends = await watchBackends(database);
  try {
    await measure(server, application, backends);
  } finally {
    await backends.close();
    await server.stop();
  }
});
