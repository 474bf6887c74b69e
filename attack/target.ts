// Starts the real server as a process with a small heap, and tells what memory it takes.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LedgerName, Target } from './attack.js';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** Megabytes of the heap. */
const heap = 384;

export interface Running extends Target {
  readonly pid: number;
  /** How the process has ended; null while it runs. */
  ended(): string | null;
  /** Megabytes that the process holds, and those of its heap that are in use. */
  memory(): Promise<{ readonly held: number; readonly heap: number }>;
  /** Ends it as a supervisor does; milliseconds that it takes. */
  stop(): Promise<number>;
}

/** A server on a ledger, with these options beside those of the attack. */
export async function startTarget(
  ledger: LedgerName,
  options: readonly string[],
  silence?: () => void,
): Promise<Running> {
  const args = [`--max-old-space-size=${heap}`, '--import', 'tsx', main, '--port', '0'];
  const child = spawn(process.execPath, [...args, '--no-cache', '--log', 'error', ...options], {
    env: { ...process.env, PGHOST: undefined, DATABASE_URL: undefined, MIRRORQL_TICK: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await urlOf(child);
  return {
    url,
    pid: child.pid as number,
    ledger,
    ...(silence && { silence }),
    ended: () => child.signalCode ?? (child.exitCode === null ? null : `exit ${child.exitCode}`),
    async memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const text = await (await fetch(`${url}/metrics`)).text();
      const used = /^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1];
      return {
        held: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024),
        heap: Math.round(Number(used) / 1e6),
      };
    },
    async stop() {
      const began = performance.now();
      if (child.exitCode !== null || child.signalCode !== null) return 0;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), 30_000);
      await ended;
      clearTimeout(force);
      return performance.now() - began;
    },
  };
}

/** The address that the process says it listens on. */
function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (chunk: Buffer) => {
      said = (said + chunk).slice(-10_000);
      const found = /GraphQL(?: and GraphiQL)? +(\S+)\/graphql/.exec(said);
      if (found) resolve(found[1] as string);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}
