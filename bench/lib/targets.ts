// The servers that are measured: how each is started, where it listens, what its processor time is.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { LoadOrder, LoadResult } from './load.js';
import { here } from './places.js';
import type { Dialect } from './workloads.js';

export interface Target {
  readonly name: string;
  readonly dialect: Dialect;
  /** Script and its arguments; `{upstream}` and `{port}` are filled in. */
  readonly command: readonly string[];
  /** A file that is there where it is installed, and what installs it. */
  readonly needs?: { readonly file: string; readonly run: string };
}

const peer = (name: string, dialect: Dialect): Target => ({
  name,
  dialect,
  command: [here(`peers/${name}.js`), '{upstream}', '{port}'],
  needs: { file: here('peers/node_modules'), run: 'npm --prefix bench/peers ci' },
});

/**
 * mirrorql as it is built in a checkout: without its response cache, and without a log line per
 * request, since none of the others writes one.
 */
export const product = (name: string, checkout: string): Target => ({
  name,
  dialect: 'mirrorql',
  needs: { file: `${checkout}/dist/main.js`, run: `npm --prefix ${checkout} run build` },
  command: [
    `${checkout}/dist/main.js`,
    ...['--upstream', '{upstream}', '--host', '127.0.0.1', '--port', '{port}'],
    ...['--log', 'warn', '--no-cache'],
  ],
});

export const mirrorql = product('mirrorql', here('..'));

const hive: Target = {
  name: 'hive',
  dialect: 'openapi',
  command: [here('peers/hive/hive.js'), '{upstream}', '{port}'],
  // Large, and so apart.
  needs: {
    file: here('peers/hive/supergraph.graphql'),
    run: 'npm --prefix bench/peers/hive ci && npm --prefix bench/peers/hive run compose',
  },
};

export const isThere = ({ needs }: Target) => needs === undefined || existsSync(needs.file);

export const comparators: readonly Target[] = [
  peer('yoga', 'plain'),
  peer('mercurius', 'plain'),
  peer('apollo', 'plain'),
  hive,
  peer('passthrough', 'rest'),
  peer('constant', 'rest'),
];

/** Comparators that do nothing for an answer, and so have none that could be compared. */
export const isConstant = ({ name }: Target) => name === 'constant';

export interface Running {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from its start until it answered. */
  readonly started: number;
  /** Processor time that it has used so far, in milliseconds. */
  cpu(): number;
  /** Resident memory in megabytes. */
  memory(): number;
  /** Holds it still, lets it go on, or asks for what its script does on it. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGUSR2'): void;
  stop(): Promise<void>;
}

/** Starts a script on one core, the servers on the first and all else on the last. */
export async function start(
  command: readonly string[],
  core: 'first' | 'last',
  environment: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const port = await freePort();
  const words = command.map((word) => word.replace('{port}', String(port)));
  const began = performance.now();
  const child = spawn('taskset', ['-c', core === 'first' ? '0' : '1', process.execPath, ...words], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      MIRRORQL_TICK: '0',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await listening(child, url);
  const pid = child.pid as number;
  return {
    url,
    pid,
    started: performance.now() - began,
    cpu: () => cpuOf(pid),
    memory: () => memoryOf(pid),
    signal: (name) => void child.kill(name),
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

const run = promisify(execFile);

/** Loads a server from a process of its own. */
export async function load(order: LoadOrder): Promise<LoadResult> {
  const words = ['-c', '1', process.execPath, '--import', 'tsx', here('lib/load.ts')];
  const { stdout } = await run('taskset', [...words, JSON.stringify(order)]);
  return JSON.parse(stdout) as LoadResult;
}

async function listening(child: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode} before it listened`);
    const answer = await fetch(`${url}/health`).catch(() => null);
    if (answer) return;
    await wait(50);
  }
  throw new Error('does not listen');
}

/** Processor time of all threads of a process, from the scheduler's nanoseconds. */
function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return times.reduce((sum, time) => sum + time, 0) / 1e6;
}

function memoryOf(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4096) / 1e6;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
