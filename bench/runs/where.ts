// Where the processor time of a request goes, by samples of the whole process: `npm run bench:where -- --only Q3`.
// Linux alone, with perf (`apt-get install linux-perf`): V8's own profiles see neither the kernel nor what is no script.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { here } from '../lib/places.js';
import { sharesIn } from '../lib/samples.js';
import { inTurn } from '../lib/table.js';
import { comparators, load, mirrorql, product, start, type Target } from '../lib/targets.js';
import { workloads } from '../lib/workloads.js';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'Q1,Q3' },
    against: { type: 'string', default: 'mercurius' },
    checkout: { type: 'string', multiple: true, default: [] },
    /** Turns of the load before it counts, and turns that count. */
    warmup: { type: 'string', default: '8' },
    turns: { type: 'string', default: '6' },
  },
});

const names = options.against.split(',');
const targets = [
  mirrorql,
  ...options.checkout.map((path) => product(path.slice(-12), path)),
  ...comparators.filter(({ name }) => names.includes(name)),
];
const stub = await start(['--import', 'tsx', here('lib/stub.ts')], 'last');
const folder = await mkdtemp(join(tmpdir(), 'where-'));

type Order = Omit<Parameters<typeof load>[0], 'url' | 'dialect' | 'first'>;

/** A server that is measured: what its requests have cost without sampling, and the samples. */
async function measured(target: Target) {
  const words = target.command.map((word) => word.replace('{upstream}', stub.url));
  const named = ['--perf-basic-prof', '--interpreted-frames-native-stack', ...words];
  const server = await start(named, 'first');
  const { url, pid } = server;
  const file = join(folder, target.name);
  return {
    server,
    ask: (order: Order, first: number) => load({ ...order, url, dialect: target.dialect, first }),
    async sampledWhile(run: () => Promise<void>) {
      const words = ['record', '-e', 'cpu-clock', '-F', '4000', '-g', '-p', `${pid}`, '-o', file];
      const perf = spawn('perf', words, { stdio: 'ignore' });
      await wait(500);
      await run();
      perf.kill('SIGINT');
      await once(perf, 'exit');
    },
    shares: () => sharesIn(file, pid),
  };
}

/** Microseconds of a request by whose code ran, for each target; what sampling costs is left out. */
async function timesOf(name: string): Promise<Map<string, number>[]> {
  const { connections, requests } = workloads.find((one) => one.name === name) ?? {};
  if (!connections || !requests) throw new Error(`no workload ${name}`);
  const servers = await Promise.all(targets.map(measured));
  const order = { workload: name, connections };
  const turns = Number(options.turns);
  // By turns, since the machine is slower from one moment to the next.
  const askAll = async () => {
    for (let turn = 0; turn < turns; turn += 1) {
      for (const { ask } of inTurn(servers, turn)) await ask({ ...order, requests }, turn * 17);
    }
  };
  try {
    for (const { ask } of servers) {
      await ask({ ...order, requests: Number(options.warmup) * requests }, 0);
    }
    const before = servers.map(({ server }) => server.cpu());
    await askAll();
    const spent = servers.map(({ server }, at) => server.cpu() - (before[at] ?? 0));
    await servers.reduce((run, one) => () => one.sampledWhile(run), askAll)();
    const shares = await Promise.all(servers.map((one) => one.shares()));
    return shares.map((own, at) => {
      const each = ((spent[at] ?? 0) / turns / requests) * 1000;
      return new Map([...own].map(([group, share]) => [group, share * each]));
    });
  } finally {
    for (const { server } of servers) await server.stop();
  }
}

const row = (group: string, cells: readonly number[]) =>
  `${group.padEnd(34)}${cells.map((cell) => cell.toFixed(1).padStart(13)).join('')}\n`;

try {
  for (const name of options.only.split(',')) {
    const columns = await timesOf(name);
    const most = (group: string) => Math.max(...columns.map((times) => times.get(group) ?? 0));
    const groups = [...new Set(columns.flatMap((times) => [...times.keys()]))]
      .filter((group) => most(group) >= 0.5)
      .sort((one, other) => most(other) - most(one));
    const heading = targets.map((target) => target.name.padStart(13)).join('');
    process.stdout.write(`${`${name}, µs of processor time`.padEnd(34)}${heading}\n`);
    const all = columns.map((times) => [...times.values()].reduce((sum, time) => sum + time, 0));
    process.stdout.write(row('all', all));
    for (const group of groups) {
      process.stdout.write(
        row(
          group,
          columns.map((times) => times.get(group) ?? 0),
        ),
      );
    }
    process.stdout.write('\n');
  }
} finally {
  await stub.stop();
  await rm(folder, { recursive: true });
}
