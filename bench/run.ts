// Measures mirrorql beside others: equal answers first, then turns of load, and a table at the end.

import { isDeepStrictEqual, parseArgs } from 'node:util';
import { here } from './lib/places.js';
import { inTurn, type Measured, printTable } from './lib/table.js';
import {
  comparators,
  isConstant,
  isThere,
  load,
  mirrorql,
  product,
  type Running,
  start,
  type Target,
} from './lib/targets.js';
import { askOf, type Workload, workloads } from './lib/workloads.js';
import { mixed } from './runs/mixed.js';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    against: { type: 'string' },
    checkout: { type: 'string', multiple: true },
    warmup: { type: 'string', default: '6' },
    turns: { type: 'string', default: '5' },
    latency: { type: 'string', default: '0' },
    connections: { type: 'string' },
    /** Visitors who ask for the same again and again, caches on, in place of the workloads. */
    mixed: { type: 'boolean', default: false },
  },
});

/** Turns before it counts, in one piece, and turns that count. */
const warmup = Number(options.warmup);
const counted = Number(options.turns);

/** The answer to one round, read as a table of text. */
async function answerOf(server: Running, { dialect }: Target, workload: Workload, round: number) {
  const ask = askOf(workload, dialect, round);
  const question = workload.questions[dialect];
  if (!ask || !question) throw new Error('no words for it');
  const { method, path, body } = ask;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}${path}`, { method, body, headers });
  const parsed = (await response.json()) as { data?: unknown; errors?: unknown };
  if (parsed.errors) throw new Error(JSON.stringify(parsed.errors));
  return question.read(dialect === 'rest' ? parsed : parsed.data);
}

async function check(server: Running, target: Target, workload: Workload): Promise<void> {
  if (isConstant(target)) return;
  for (const round of [0, 1, 7, 400]) {
    const found = await answerOf(server, target, workload, round);
    const wanted = workload.expected(workload.subject(round));
    if (isDeepStrictEqual(found, wanted)) continue;
    throw new Error(`${target.name} answers ${JSON.stringify(found)?.slice(0, 500)}
instead of ${JSON.stringify(wanted).slice(0, 500)}`);
  }
}

const callsOf = async (stub: Running) => Number(await (await fetch(`${stub.url}/calls`)).text());

async function measure(workload: Workload, targets: readonly Target[], stub: Running) {
  const connections = Number(options.connections ?? workload.connections);
  const able = targets.filter(({ dialect }) => workload.questions[dialect]);
  const servers: [Target, Running, Measured][] = [];
  try {
    for (const target of able) {
      const command = target.command.map((word) => word.replace('{upstream}', stub.url));
      const server = await start(command, 'first');
      servers.push([target, server, { name: target.name, started: server.started, turns: [] }]);
      await check(server, target, workload);
    }
    const common = { workload: workload.name, connections };
    for (const [{ dialect }, { url }] of servers) {
      await load({ ...common, url, dialect, requests: warmup * workload.requests, first: 0 });
    }
    for (let turn = 0; turn < counted; turn += 1) {
      for (const [{ dialect }, server, { turns }] of inTurn(servers, turn)) {
        await callsOf(stub);
        const before = server.cpu();
        const order = { ...common, url: server.url, dialect, requests: workload.requests };
        const result = await load({ ...order, first: turn * 17 });
        const cpu = server.cpu() - before;
        const calls = await callsOf(stub);
        turns.push({ ...result, cpu, calls, memory: server.memory() });
      }
    }
  } finally {
    for (const [, server] of servers) await server.stop();
  }
  const title = `${workload.name}  ${workload.title}; ${connections} connections, ${options.latency} ms of upstream latency`;
  printTable(
    title,
    servers.map(([, , measured]) => measured),
  );
}

function chosen(): Target[] {
  const names = options.against?.split(',') ?? comparators.map(({ name }) => name);
  const wanted = comparators.filter(({ name }) => names.includes(name));
  const found = wanted.filter(isThere);
  const own = [mirrorql, ...(options.checkout ?? []).map((path) => product(path, path))];
  for (const { name, needs } of [...own, ...wanted].filter((target) => !isThere(target))) {
    process.stdout.write(`${name} is left out, since it is not there: ${needs?.run}\n`);
  }
  return [...own.filter(isThere), ...found];
}

if (options.mixed) {
  await mixed(options.latency === '0' ? '30' : options.latency);
  process.exit();
}

const wanted = options.only?.split(',') ?? workloads.map(({ name }) => name);
const environment = { BENCH_LATENCY: options.latency };
const stub = await start(['--import', 'tsx', here('lib/stub.ts')], 'last', environment);
const targets = chosen();
try {
  for (const workload of workloads.filter(({ name }) => wanted.includes(name))) {
    await measure(workload, targets, stub);
  }
} finally {
  await stub.stop();
}
