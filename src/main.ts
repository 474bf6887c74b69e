#!/usr/bin/env node
// The command line: reads options, opens the ledger that they name, serves it, closes on a signal.
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import {
  type Config,
  chooseLedger,
  type Environment,
  help,
  OptionError,
  readConfig,
} from './config.js';
import type { Network } from './contract/networks.js';
import { defaultLimits } from './contract/resource.js';
import { exampleQuery } from './graphql/example.js';
import type { Ledger } from './ledger.js';
import type { Server } from './server.js';
import type { Clock } from './sql/query.js';

// Modules are loaded when they are needed, and while the ledger opens: it is the start that counts.
async function openLedger(config: Config, environment: Environment): Promise<[Ledger, Clock]> {
  const chosen = chooseLedger(config, environment);
  const timeout = config.number('upstream-timeout');
  const connections = config.number('connections');
  if (chosen.kind === 'embedded') {
    const { openSampleDatabase, sampleClock } = await import('./sql/sample/prepared.js');
    const { sqlLedger } = await import('./sql/sql.js');
    return [sqlLedger(await openSampleDatabase(), sampleClock), sampleClock];
  }
  if (chosen.kind === 'database') {
    const { openPostgres } = await import('./sql/postgres.js');
    const { sqlLedger } = await import('./sql/sql.js');
    return [sqlLedger(openPostgres(chosen.url, { connections, statementTimeout: timeout })), Date];
  }
  const { upstreamOf } = await import('./contract/networks.js');
  const { remoteLedger } = await import('./remote/remote.js');
  const isPublic = chosen.kind === 'network';
  const upstream = isPublic
    ? upstreamOf(chosen.network as Network, chosen.scheme as 'http' | 'https')
    : chosen.upstream;
  const caFile = config.text('upstream-ca');
  const ledger = remoteLedger({
    upstream,
    headers: headersOf(config.texts('upstream-header')),
    ca: caFile === undefined ? undefined : readCertificates(caFile),
    proxies: {
      httpProxy: environment['http_proxy'] ?? environment['HTTP_PROXY'],
      httpsProxy: environment['https_proxy'] ?? environment['HTTPS_PROXY'],
      noProxy: environment['no_proxy'] ?? environment['NO_PROXY'],
    },
    chunk: config.number('chunk'),
    connections,
    concurrency: config.number('upstream-concurrency'),
    rate: Number(config.text('upstream-rate') ?? (isPublic ? publicRate : 0)),
    retries: config.number('upstream-retries'),
    timeout,
    maxBody: config.number('upstream-max-body'),
    cache: config.number('upstream-cache'),
  });
  return [ledger, Date];
}

/** Calls a second that public mirror nodes answer to one client. */
const publicRate = 50;

const headersOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  );

function readCertificates(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new OptionError(`--upstream-ca can not be read: ${(error as Error).message}`);
  }
}

async function serve(config: Config, ledger: Ledger, clock: Clock): Promise<Server> {
  const { startServer } = await import('./server.js');
  const { defaultQueryLimits } = await import('./graphql/limits.js');
  return startServer(ledger, {
    host: config.text('host') as string,
    port: config.number('port'),
    bodyLimit: config.number('max-body'),
    operation: { timeout: config.number('timeout'), calls: config.number('max-calls') },
    patience: config.number('max-wait'),
    log: pino({ level: config.text('log') as string }, pino.destination(2)),
    rest: { limits: defaultLimits, delegation: false, now: () => clock.now(), users: [] },
    graphql: {
      graphiql: !config.isSet('no-graphiql'),
      trace: config.isSet('trace'),
      maxPage: config.number('max-page'),
      limits: {
        ...defaultQueryLimits,
        depth: config.number('max-depth'),
        aliases: config.number('max-aliases'),
        tokens: config.number('max-tokens'),
      },
    },
  });
}

function greet(ledger: Ledger, { url }: Server): void {
  const lines = [
    `mirrorql serves the ${ledger.description}`,
    `  GraphQL and GraphiQL  ${url}/graphql`,
    `  REST                  ${url}/api/v1`,
    '',
    'Try:',
    exampleQuery.replaceAll(/^/gm, '  ').trimEnd(),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function main(): Promise<void> {
  const config = readConfig(process.argv.slice(2), process.env);
  if (config.isSet('help')) return void process.stdout.write(help());
  if (config.isSet('version')) {
    const path = new URL('../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
    return void process.stdout.write(`${version}\n`);
  }
  const opening = openLedger(config, process.env);
  const [[ledger, clock]] = await Promise.all([opening, import('./server.js')]);
  const server = await serve(config, ledger, clock).catch(async (error: unknown) => {
    await ledger.close();
    throw error;
  });
  greet(ledger, server);
  const stop = async () => {
    await server.close();
    await ledger.close();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  const isPlain = error instanceof OptionError;
  process.stderr.write(
    `mirrorql: ${isPlain ? error.message : ((error as Error)?.stack ?? error)}\n`,
  );
  process.exit(isPlain ? 2 : 1);
});
