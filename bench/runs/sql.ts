// The REST face on PostgreSQL beside a plain select through the same driver.

import { parseArgs } from 'node:util';
import { between, named, watchBackends } from '../lib/backends.js';
import { type Known, knownIn, ledgerOptions, withLedger } from '../lib/medium.js';
import { here } from '../lib/places.js';
import { type Measured, printTable } from '../lib/table.js';
import { load, type Running, start } from '../lib/targets.js';

const { values: options } = parseArgs({
  options: {
    ...ledgerOptions,
    checkout: { type: 'string', multiple: true, default: [] },
    /** Paths that hold one of these words, separated by commas. */
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '4' },
    warmup: { type: 'string', default: '15' },
    turns: { type: 'string', default: '3' },
  },
});

interface Server extends Running {
  readonly name: string;
  /** Name of its connections to the database. */
  readonly application: string;
}

const paths = ({ account, token }: Known) =>
  [
    '/api/v1/balances?limit=25',
    '/api/v1/balances?limit=100',
    `/api/v1/balances?account.id=0.0.${account}`,
    `/api/v1/accounts/0.0.${account}?transactions=false`,
    `/api/v1/tokens/0.0.${token}/balances`,
    '/api/v1/schedules?limit=25',
    '/api/v1/blocks?limit=25',
  ].filter((path) => options.only.split(',').some((word) => path.includes(word)));

async function measure(path: string, servers: readonly Server[], database: URL): Promise<void> {
  const turns = new Map(servers.map((server) => [server, [] as Measured['turns']]));
  const common = { dialect: 'rest', workload: path, connections: 20, first: 0 } as const;
  for (const { url } of servers) {
    await load({ ...common, url, seconds: Number(options.warmup) });
  }
  const backends = await watchBackends(database);
  for (let turn = 0; turn < Number(options.turns); turn += 1) {
    for (const server of servers) {
      const { url, application } = server;
      const [cpu, asked] = [server.cpu(), await backends.of(application)];
      const result = await load({ ...common, url, seconds: Number(options.seconds) });
      turns.get(server)?.push({
        ...result,
        cpu: server.cpu() - cpu,
        database: between(asked, await backends.of(application)),
        calls: result.requests,
        memory: server.memory(),
      });
    }
  }
  await backends.close();
  const measured = servers.map((server) => ({ ...server, turns: turns.get(server) ?? [] }));
  printTable(`${path}; 20 connections`, measured);
}

async function startAll(database: URL): Promise<Server[]> {
  const product = (checkout: string) => (address: string) => [
    `${checkout}/dist/main.js`,
    ...['--database', address, '--host', '127.0.0.1', '--port', '{port}', '--log', 'warn'],
  ];
  const commands = [
    ['mirrorql', product(here('..'))],
    ...options.checkout.map((path) => [path, product(path)] as const),
    ['plain select', (address: string) => [here('lib/select.js'), address, '{port}']],
  ] as const;
  const servers: Server[] = [];
  for (const [index, [name, command]] of commands.entries()) {
    const application = `bench ${process.pid} ${index}`;
    const running = await start(command(named(database, application)), 'first');
    servers.push({ ...running, name, application });
  }
  return servers;
}

async function run(database: URL): Promise<void> {
  const servers = await startAll(database);
  try {
    for (const path of paths(await knownIn(database))) await measure(path, servers, database);
  } finally {
    for (const server of servers) await server.stop();
  }
}

await withLedger(options, run);
