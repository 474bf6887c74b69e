// What long load leaves behind: mirrorql over the stub with all workloads in turn, and a mirror node that falls
// silent in between. Prints what the server holds at rest after each round, and a verdict at the end.
// npx tsx bench/runs/soak.ts --minutes 10 [--cache]

import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { here } from '../lib/places.js';
import { load, mirrorql, start } from '../lib/targets.js';
import { askOf, workloads } from '../lib/workloads.js';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    cache: { type: 'boolean', default: false },
  },
});

/** Seconds for which the mirror node says nothing: longer than a call may take. */
const silence = 12;
/** Milliseconds after which it must be answered again; a host is left alone for 30 s at the most. */
const patience = 35_000;
/** Megabytes by which the heap at rest may be larger after the last round than after the second, with no answers kept. */
const mayGrow = 10;

const end = Date.now() + Number(options.minutes) * 60_000;
const stub = await start(['--import', 'tsx', here('lib/stub.ts')], 'last');
/** Memory is collected when it is asked to be; that the mirror node fails is no news for the log. */
const collecting = [
  '--expose-gc',
  '--import',
  "data:text/javascript,process.on('SIGUSR2',()=>gc())",
];
const words = mirrorql.command
  .filter((word) => !options.cache || word !== '--no-cache')
  .map((word) => (word === 'warn' ? 'silent' : word.replace('{upstream}', stub.url)));
const server = await start([...collecting, ...words], 'first');
const wrong: string[] = [];

/** A figure of the server's own metrics, all its labels together. */
async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const values = text.matchAll(new RegExp(`^${name}(?:{.*})? (\\S+)$`, 'gm'));
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}

/** Heap in megabytes when nothing runs, and what nobody needs is collected. */
async function heapAtRest(): Promise<number> {
  await wait(3000);
  server.signal('SIGUSR2');
  await wait(1000);
  const running = (await figure('mirrorql_requests_running')) - 1;
  if (running !== 0) wrong.push(`${running} requests run at rest`);
  return (await figure('nodejs_heap_size_used_bytes')) / 1e6;
}

/** Milliseconds until a question is answered without errors. */
async function recovered(): Promise<number> {
  const [workload] = workloads;
  const began = performance.now();
  for (let round = 0; performance.now() - began < patience; round += 1) {
    const ask = workload && askOf(workload, 'mirrorql', 10_000 + round);
    if (!ask) throw new Error('no words for it');
    const { method, path, body } = ask;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}${path}`, { method, body, headers });
    if (!('errors' in ((await answer.json()) as object))) return performance.now() - began;
    await wait(100);
  }
  wrong.push(`nothing is answered ${patience} ms after the mirror node is`);
  return Number.NaN;
}

const heaps: number[] = [];
let requests = 0;
const began = Date.now();
try {
  for (let round = 0; Date.now() < end; round += 1) {
    let failures = 0;
    const run = async (name: string, connections: number, seconds: number) => {
      const order = { url: server.url, dialect: 'mirrorql', workload: name, connections } as const;
      const result = await load({ ...order, seconds, first: round * 31 });
      requests += result.requests;
      return result.failures;
    };
    for (const { name, connections } of workloads) failures += await run(name, connections, 7);
    if (failures > 0) wrong.push(`${failures} failures while the mirror node answered`);
    const [first] = workloads;
    stub.signal('SIGSTOP');
    const silent = run(first?.name ?? '', 16, silence + 2);
    await wait(silence * 1000);
    stub.signal('SIGCONT');
    const after = await recovered();
    await silent;
    heaps.push(await heapAtRest());
    const minutes = ((Date.now() - began) / 60_000).toFixed(1);
    const sizes = `${server.memory().toFixed(0)} MB resident, ${heaps.at(-1)?.toFixed(0)} MB heap at rest`;
    process.stdout.write(
      `${minutes} min: ${requests} requests, ${failures} failed, answers ${after.toFixed(0)} ms after a silence, ${sizes}\n`,
    );
  }
  const [, second = Number.NaN] = heaps;
  const growth = (heaps.at(-1) ?? Number.NaN) - second;
  if (growth > mayGrow && !options.cache)
    wrong.push(`the heap has grown by ${growth.toFixed(0)} MB`);
} finally {
  await server.stop();
  await stub.stop();
}
process.stdout.write(
  wrong.length > 0 ? `${wrong.join('\n')}\n` : 'nothing grows, and nothing is left\n',
);
process.exitCode = wrong.length > 0 ? 1 : 0;
