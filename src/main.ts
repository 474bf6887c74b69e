#!/usr/bin/env node
// The command line: runs the command that is asked for; without one serves until a signal.
import { type Config, OptionError, readConfig } from './config.js';
import { exampleQuery } from './graphql/http/example.js';
import { help } from './help.js';
import { readVersion } from './identity.js';
import type { Ledger } from './ledger.js';
import { openLedger } from './open.js';
import { runUntilStopped } from './operating/process.js';
import { readTrusted } from './operating/trusted.js';
import type { Server } from './server.js';

/** Trusted documents by id, read before anything is opened. @throws OptionError */
function readDocuments(config: Config): ReadonlyMap<string, string> {
  const path = config.text('operations');
  if (path === undefined) {
    if (!config.isSet('only-persisted')) return new Map();
    throw new OptionError('--only-persisted needs --operations, which names the operations');
  }
  try {
    return readTrusted(path);
  } catch (error) {
    throw new OptionError(`--operations: ${(error as Error).message}`);
  }
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

/** `mirrorql query`: one operation without a server. */
async function query(args: readonly string[]): Promise<number> {
  const { readQueryOptions, runQuery } = await import('./command/query.js');
  const [options, others] = readQueryOptions(args);
  const config = readConfig(others, process.env);
  // Who reads only the first lines has what they want.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
    process.exit(code === 'EPIPE' ? 0 : 1),
  );
  const { ledger } = await openLedger(config, process.env);
  const limits = {
    timeout: config.number('timeout'),
    calls: config.number('max-calls'),
    maxPage: config.number('max-page'),
  };
  try {
    const tell = (text: string) => void process.stderr.write(`mirrorql: ${text}\n`);
    // Rows that are seen themselves need no count beside them.
    const isShown = options.all && process.stderr.isTTY && !process.stdout.isTTY;
    const progress = isShown
      ? (await import('./command/progress.js')).progressLine(process.stderr)
      : undefined;
    return await runQuery(ledger, options, limits, process.stdout, tell, progress);
  } finally {
    await ledger.close();
  }
}

/** `mirrorql schema`: as clients see it, or as a router does. */
async function schemaText(config: Config): Promise<string> {
  return config.isSet('federation')
    ? (await import('./graphql/federation.js')).subgraphSdl()
    : (await import('./graphql/printed.js')).printedSchema();
}

async function main(): Promise<void> {
  const [command, ...args] = process.argv.slice(2);
  if (command === 'query') {
    process.exitCode = await query(args);
    return;
  }
  if (command === 'schema') {
    return void process.stdout.write(await schemaText(readConfig(args, process.env)));
  }
  const config = readConfig(process.argv.slice(2), process.env);
  if (config.isSet('help')) return void process.stdout.write(help());
  if (config.isSet('version')) {
    return void process.stdout.write(`${readVersion()}\n`);
  }
  const endTraces = await beginTraces();
  const documents = readDocuments(config);
  const opening = openLedger(config, process.env);
  const [opened, { openLog, serve }] = await Promise.all([opening, import('./serve.js')]);
  const { ledger } = opened;
  const log = openLog(config);
  const server = await serve(config, documents, opened, log).catch(async (error: unknown) => {
    await ledger.close();
    throw error;
  });
  greet(ledger, server);
  async function close() {
    await server.close();
    await ledger.close();
    await endTraces?.();
  }
  runUntilStopped(close, config.number('shutdown-timeout') + closingGrace, log);
}

/** Milliseconds that the ledger, Redis and traces get to close once the server has. */
const closingGrace = 2000;

/** Starts traces where the environment asks for them; resolves to what ends them. */
async function beginTraces(): Promise<(() => Promise<void>) | null> {
  const { startTracing, wantsTraces } = await import('./operating/tracing.js');
  if (!wantsTraces(process.env)) return null;
  const started = await startTracing();
  if (typeof started !== 'string') return started;
  process.stderr.write(`mirrorql: ${started}\n`);
  return null;
}

main().catch((error: unknown) => {
  const isPlain = error instanceof OptionError;
  process.stderr.write(
    `mirrorql: ${isPlain ? error.message : ((error as Error)?.stack ?? error)}\n`,
  );
  process.exit(isPlain ? 2 : 1);
});
