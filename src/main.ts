#!/usr/bin/env node
// The command line: runs the command that is asked for; without one serves until a signal.
import { type QueryLine, runLine } from './command/program.js';
import { configOf, OptionError, unknownVariables } from './config.js';
import { readDocuments } from './documents.js';
import { causeOf } from './errors.js';
import { exampleQuery } from './graphql/http/example.js';
import type { Ledger } from './ledger.js';
import { openLedger } from './open.js';
import { whyNotReady } from './operating/probes.js';
import {
  expectProduction,
  expectShortLives,
  leaveAtSignals,
  runUntilStopped,
} from './operating/process.js';
import type { Given } from './options/line.js';
import type { Server } from './server.js';
import { explained } from './system-errors.js';

/** A line of ours beside what is asked for. */
const tell = (text: string): void => void process.stderr.write(`mirrorql: ${text}\n`);

/** Who reads only the first lines of what is printed has what they want; a full disk has not. */
function leaveWithReader({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') process.exit(0);
  tell(`what is printed can not be written: ${message}`);
  process.exit(1);
}

function greet(ledger: Ledger, { url }: Server, hasGraphiql: boolean): void {
  const example = ['', 'Try:', exampleQuery.replaceAll(/^/gm, '  ').trimEnd(), ''];
  const lines = [
    `mirrorql serves the ${ledger.description}`,
    `  ${hasGraphiql ? 'GraphQL and GraphiQL' : 'GraphQL             '}  ${url}/graphql`,
    `  REST                  ${url}/api/v1`,
    ...(hasGraphiql ? example : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** `mirrorql query`: one operation without a server. */
async function query(source: string, line: QueryLine, given: Given): Promise<void> {
  const { readQueryOptions, runQuery } = await import('./command/query.js');
  const options = readQueryOptions(source, line);
  const config = configOf(given, process.env);
  const { ledger } = await openLedger(config, process.env);
  const limits = {
    timeout: config.number('timeout'),
    calls: config.number('max-calls'),
    maxPage: config.number('max-page'),
  };
  try {
    // Rows that are seen themselves need no count beside them.
    const isShown = options.all && process.stderr.isTTY && !process.stdout.isTTY;
    const progress = isShown
      ? (await import('./command/progress.js')).progressLine(process.stderr)
      : undefined;
    const output = process.stdout;
    process.exitCode = await runQuery(options, { ledger, limits, output, tell, progress });
  } finally {
    await ledger.close();
  }
}

/** `mirrorql schema`: as clients see it, or as a router does. */
async function schema(given: Given): Promise<void> {
  const text = configOf(given, process.env).isSet('federation')
    ? (await import('./graphql/federation.js')).subgraphSdl()
    : (await import('./graphql/printed.js')).printedSchema();
  process.stdout.write(text);
}

/** `mirrorql check`: what a ledger answers, and what it lacks; the exit code is 1 where it lacks some. */
async function check(given: Given): Promise<void> {
  const config = configOf(given, process.env);
  const { checkLedger } = await import('./command/check.js');
  const opened = await openLedger(config, process.env);
  try {
    const write = (text: string) => void process.stdout.write(`${text}\n`);
    process.exitCode = await checkLedger(opened, config.number('timeout'), write);
  } finally {
    await opened.ledger.close();
  }
}

/** Without a command: serves until a signal. */
async function serveUntilStopped(given: Given): Promise<void> {
  leaveAtSignals();
  // Others are served, whoever reads what is printed.
  process.stdout.off('error', leaveWithReader).on('error', () => {});
  expectShortLives();
  const config = configOf(given, process.env);
  const endTraces = await beginTraces();
  const documents = readDocuments(config);
  const opening = openLedger(config, process.env);
  const [opened, { serve }, { openLog }] = await Promise.all([
    opening,
    import('./serve.js'),
    import('./operating/log.js'),
  ]);
  const { ledger } = opened;
  const log = openLog(config.text('log') as string);
  const server = await serve(config, documents, opened, log).catch(async (error: unknown) => {
    await ledger.close();
    throw error;
  });
  async function close() {
    await server.close();
    await ledger.close();
    await endTraces?.();
  }
  const patience = config.number('shutdown-timeout') + closingGrace;
  const isEnding = runUntilStopped(close, patience, log);
  // Last: whoever has read it may end the process.
  greet(ledger, server, !config.isSet('no-graphiql'));
  const failure = await whyNotReady(ledger, config.number('ready-timeout'));
  if (failure === null || isEnding()) return;
  tell(`the ledger does not answer yet: ${causeOf(failure)}; requests fail until it does`);
  tell('the command check with the same options tells more');
}

/** Milliseconds that the ledger, Redis and traces get to close once the server has. */
const closingGrace = 2000;

/** Starts traces where the environment asks for them; resolves to what ends them. */
async function beginTraces(): Promise<(() => Promise<void>) | null> {
  const { startTracing, wantsTraces } = await import('./operating/tracing.js');
  if (!wantsTraces(process.env)) return null;
  const started = await startTracing();
  if (typeof started !== 'string') return started;
  tell(started);
  return null;
}

/** What a failed start says: one line where the reason is outside of us, else where it came from. */
function failed(error: unknown): void {
  const line = error instanceof OptionError ? error.message : explained(error);
  tell(line ?? String((error as Error)?.stack ?? error));
  process.exit(line === undefined ? 1 : 2);
}

expectProduction();
process.stdout.on('error', leaveWithReader);
// Whoever does not hear what we tell beside it has no less of it.
process.stderr.on('error', () => {});
for (const slip of unknownVariables(process.env)) tell(slip);
runLine(process.argv.slice(2), { serve: serveUntilStopped, query, schema, check }).catch(failed);
