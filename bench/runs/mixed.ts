// Many visitors who look at the same few accounts again and again: what caches save the upstream, and whom they keep waiting.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LoadResult } from '../lib/load.js';
import { here } from '../lib/places.js';
import { type Running, start } from '../lib/targets.js';
import type { Visit } from '../lib/visitors.js';

/** Seconds for which mirrorql keeps the answer with an account, and so mercurius too. */
const kept = '2';
const load = { visitors: 300, accounts: 2000, seconds: 20, pause: 2000 };

const run = promisify(execFile);

async function visited(visit: Visit): Promise<LoadResult> {
  const words = ['-c', '1', process.execPath, '--import', 'tsx', here('lib/visitors.ts')];
  const { stdout } = await run('taskset', [...words, JSON.stringify(visit)]);
  return JSON.parse(stdout) as LoadResult;
}

/** Prints a line for each server; `latency` is the upstream's, in milliseconds. */
export async function mixed(latency: string): Promise<void> {
  const stub = await start(['--import', 'tsx', here('lib/stub.ts')], 'last', {
    BENCH_LATENCY: latency,
  });
  const calls = async () => Number(await (await fetch(`${stub.url}/calls`)).text());
  const own = ['--upstream', stub.url, '--port', '{port}', '--host', '127.0.0.1', '--log', 'warn'];
  const servers = [
    ['mirrorql', 'mirrorql', () => start([here('../dist/main.js'), ...own], 'first')],
    [
      'mercurius, its cache',
      'plain',
      () => start([here('peers/mercurius.js'), stub.url, '{port}'], 'first', { KEEP: kept }),
    ],
    ['a browser, REST', 'rest', async () => stub],
  ] as const;
  const { visitors, accounts, seconds, pause } = load;
  process.stdout.write(
    `${visitors} visitors of ${accounts} accounts (Zipf), a question every ${pause / 1000} s for ${seconds} s, ${latency} ms of upstream latency\n`,
  );
  process.stdout.write(
    '                       requests    calls    p50 ms    p99 ms    CPU ms    failed\n',
  );
  try {
    for (const [name, dialect, open] of servers) {
      const server: Running = await open();
      // Whoever comes first pays for what is prepared.
      await visited({ ...load, url: server.url, dialect, seconds: 5 });
      await calls();
      const before = server.cpu();
      const { requests, p50, p99, failures } = await visited({ ...load, url: server.url, dialect });
      const cpu = server === stub ? Number.NaN : (server.cpu() - before) / requests;
      const cells = [
        requests,
        await calls(),
        p50.toFixed(1),
        p99.toFixed(1),
        cpu.toFixed(2),
        failures,
      ];
      const row = cells.map((cell) => String(cell).padStart(8)).join('  ');
      process.stdout.write(`${name.padEnd(23)}${row}\n`);
      if (server !== stub) await server.stop();
    }
  } finally {
    await stub.stop();
  }
}
