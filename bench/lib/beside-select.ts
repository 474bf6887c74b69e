// The REST face over a database beside a plain select through the same driver, path by path.
import { between, named, watchBackends } from './backends.js';
import { here } from './places.js';
import { inTurn, type Measured, printTable } from './table.js';
import { load, type Running, start } from './targets.js';

/** Options of every run that measures so. */
export const besideOptions = {
  checkout: { type: 'string', multiple: true, default: [] as string[] },
  /** Paths that hold one of these words, separated by commas. */
  only: { type: 'string', default: '' },
  seconds: { type: 'string', default: '4' },
  warmup: { type: 'string', default: '15' },
  turns: { type: 'string', default: '3' },
} as const;

interface Options {
  readonly checkout: readonly string[];
  readonly only: string;
  readonly seconds: string;
  readonly warmup: string;
  readonly turns: string;
}

interface Server extends Running {
  readonly name: string;
  /** Name of its connections to the database. */
  readonly application: string;
}

async function measure(
  path: string,
  servers: readonly Server[],
  database: URL,
  options: Options,
): Promise<void> {
  const turns = new Map(servers.map((server) => [server, [] as Measured['turns']]));
  const common = { dialect: 'rest', workload: path, connections: 20, first: 0 } as const;
  for (const { url } of servers) {
    await load({ ...common, url, seconds: Number(options.warmup) });
  }
  const backends = await watchBackends(database);
  for (let turn = 0; turn < Number(options.turns); turn += 1) {
    for (const server of inTurn(servers, turn)) {
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

async function startAll(
  database: URL,
  checkouts: readonly string[],
  selects: Selects,
): Promise<Server[]> {
  const product = (checkout: string) => (address: string) => [
    `${checkout}/dist/main.js`,
    ...['--database', address, '--host', '127.0.0.1', '--port', '{port}', '--log', 'warn'],
  ];
  const commands = [
    ['mirrorql', product(here('..'))],
    ...checkouts.map((path) => [path, product(path)] as const),
    ...Object.entries(selects).map(
      ([name, words]) =>
        [name, (address: string) => [here('lib/select.js'), address, '{port}', ...words]] as const,
    ),
  ] as const;
  const servers: Server[] = [];
  for (const [index, [name, command]] of commands.entries()) {
    const application = `bench ${process.pid} ${index}`;
    const running = await start(command(named(database, application)), 'first');
    servers.push({ ...running, name, application });
  }
  return servers;
}

/** Names of what stands beside, and the words by which `select.js` is told what to select. */
type Selects = Readonly<Record<string, readonly string[]>>;

/** Prints a table for each of the paths that the options name. */
export async function measureBeside(
  paths: readonly string[],
  database: URL,
  options: Options,
  selects: Selects = { 'plain select': [] },
): Promise<void> {
  const wanted = paths.filter((path) =>
    options.only.split(',').some((word) => path.includes(word)),
  );
  const servers = await startAll(database, options.checkout, selects);
  try {
    for (const path of wanted) await measure(path, servers, database, options);
  } finally {
    for (const server of servers) await server.stop();
  }
}
