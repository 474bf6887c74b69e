// How long each kind of ledger takes to the first answer, and the memory it holds after some of them.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { here } from '../lib/places.js';
import { start } from '../lib/targets.js';

const { values: options } = parseArgs({
  options: {
    checkout: { type: 'string', default: here('..') },
    database: { type: 'string' },
    /** Words that the names of the modes hold. */
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '5' },
  },
});

/** Milliseconds until a path answered 200. */
async function until(url: string, began: number): Promise<number> {
  for (;;) {
    if (performance.now() - began > 60_000) throw new Error(`${url} is not ready`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return performance.now() - began;
    await wait(5);
  }
}

const memoryOf = (pid: number) =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6;
const cpuOf = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** Health, ready and processor time in ms, memory in MB at the start and after 200 questions. */
async function startOnce(words: readonly string[], cache: string, port: number) {
  const began = performance.now();
  const command = [`${options.checkout}/dist/main.js`, ...words, '--port', String(port)];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, NODE_ENV: 'production', MIRRORQL_TICK: '0', XDG_CACHE_HOME: cache },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const pid = child.pid as number;
  const url = `http://127.0.0.1:${port}`;
  const health = await until(`${url}/health`, began);
  const ready = await until(`${url}/ready`, began);
  const [cpu, first] = [cpuOf(pid), memoryOf(pid)];
  const body = JSON.stringify({
    query: '{ balances(first: 25, filter: { account: { lt: "0.0.2000" } }) { nodes { hbars } } }',
  });
  const headers = { 'content-type': 'application/json' };
  for (let index = 0; index < 200; index += 1) {
    await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).text();
  }
  const later = memoryOf(pid);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  return [health, ready, cpu, first, later] as const;
}

const stub = await start(['--import', 'tsx', here('lib/stub.ts')], 'last');
const cache = mkdtempSync(join(tmpdir(), 'mirrorql-bench-'));
const modes: readonly (readonly [string, readonly string[], isFirst?: boolean])[] = [
  ['embedded, first', [], true],
  ['embedded', []],
  ['remote', ['--upstream', stub.url]],
  ...(options.database ? [['PostgreSQL', ['--database', options.database]] as const] : []),
];
process.stdout.write(
  'least of the runs: ms to /health, to /ready, of processor; MB then, and after 200 questions\n',
);
for (const [name, words, isFirst] of modes.filter(([mode]) => mode.includes(options.only))) {
  const runs: (readonly number[])[] = [];
  for (let time = 0; time < Number(options.times); time += 1) {
    if (isFirst) rmSync(cache, { recursive: true, force: true });
    runs.push(await startOnce(words, cache, 20_000 + Math.floor(Math.random() * 20_000)));
  }
  const least = [0, 1, 2, 3, 4].map((place) =>
    Math.min(...runs.map((run) => run[place] as number)),
  );
  process.stdout.write(
    `${name.padEnd(18)}${least.map((value) => value.toFixed(0).padStart(8)).join('')}\n`,
  );
}
rmSync(cache, { recursive: true, force: true });
await stub.stop();
