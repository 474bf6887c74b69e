// What each layer above the wire adds to a request: one process, turns that alternate, the least of them.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compiled } from '../lib/built.js';
import { here } from '../lib/places.js';
import { start } from '../lib/targets.js';
import { askAll, bytesOf } from '../lib/wire.js';
import { type Ask, workloads } from '../lib/workloads.js';

const { values: options } = parseArgs({
  options: {
    /** Checkouts that are measured beside each other. */
    checkout: { type: 'string', multiple: true, default: [here('..')] },
    turns: { type: 'string', default: '12' },
    requests: { type: 'string', default: '2000' },
  },
});

interface Told {
  readonly urls: Readonly<Record<string, string>>;
  readonly works: readonly string[];
  /** Processor time in microseconds. */
  readonly spent: number;
}

const subject = 3000;
const questions = workloads.map(({ name, questions, variables }) => [
  name,
  { query: questions.mirrorql?.query ?? '', variables: variables(subject) },
]) as [string, { readonly query: string; readonly variables: object }][];
const queries = Object.fromEntries(questions);

const post = (body: object): Ask => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify(body),
});
const account = workloads.find(({ name }) => name === 'Q3') as (typeof workloads)[number];
/** So that nothing is answered twice at once where nothing is kept. */
const varied = (name: string) => {
  const { variables } = workloads.find((one) => one.name === name) as typeof account;
  return Array.from({ length: 500 }, (_, index) =>
    post({ query: queries[name]?.query, variables: variables(subject + index) }),
  );
};
const nothing = [post({ query: 'query Nothing { __typename }' })];

/** Each layer: whom it asks, and what. */
const layers: readonly (readonly [string, string, readonly Ask[]])[] = [
  ['node:http, a constant answer', 'node', varied('Q3')],
  ['Fastify, a constant answer', 'fastify', varied('Q3')],
  ['a kept answer', 'kept', [post(queries['Q3'] ?? {})]],
  ['an operation that reads nothing', 'memory', nothing],
  ['Q1 over a ledger in memory', 'memory', varied('Q1')],
  ['Q3 over a ledger in memory', 'memory', varied('Q3')],
  ['Q4 over a ledger in memory', 'memory', varied('Q4')],
];

const stub = await start(['--import', 'tsx', here('lib/stub.ts')], 'last');
const rows = new Map<string, Map<string, number>>();
const note = (name: string, checkout: string, cost: number) => {
  const row = rows.get(name) ?? new Map<string, number>();
  row.set(checkout, Math.min(row.get(checkout) ?? Number.POSITIVE_INFINITY, cost));
  rows.set(name, row);
};
const read = async <T>(url: string) => (await (await fetch(url)).json()) as T;
const servers = [];
for (const checkout of options.checkout) {
  const folder = await compiled(checkout);
  const words = [join(folder, 'layered.js'), folder, stub.url, JSON.stringify({ queries })];
  servers.push({ checkout, server: await start(words, 'first') });
}
try {
  // The first two turns warm up.
  for (let turn = -2; turn < Number(options.turns); turn += 1) {
    for (const { checkout, server } of servers) {
      const { urls, works } = await read<Told>(server.url);
      for (const [name, target, asks] of layers) {
        const url = urls[target] as string;
        const bytes = asks.map((ask) => bytesOf(ask, new URL(url).host));
        const before = (await read<Told>(server.url)).spent;
        let left = Number(options.requests);
        const next = () => (left-- > 0 ? (bytes[left % bytes.length] as Buffer) : null);
        const { times, failures } = await askAll(url, 50, next);
        const { spent } = await read<Told>(server.url);
        if (failures > 0) throw new Error(`${name}: ${failures} of ${times.length} not answered`);
        if (turn >= 0) note(name, checkout, (spent - before) / times.length);
      }
      for (const name of works) {
        const cost = await read<number>(`${server.url}/work/${encodeURIComponent(name)}`);
        if (turn >= 0) note(name, checkout, cost);
      }
    }
  }
} finally {
  for (const { server } of servers) await server.stop();
  await stub.stop();
}

const width = Math.max(...[...rows.keys()].map(({ length }) => length));
const heading = options.checkout.map((path) => path.slice(-12).padStart(12)).join('  ');
process.stdout.write(`${'µs of processor time'.padEnd(width)}  ${heading}\n`);
for (const [name, row] of rows) {
  const cells = options.checkout.map((path) => (row.get(path) ?? 0).toFixed(1).padStart(12));
  process.stdout.write(`${name.padEnd(width)}  ${cells.join('  ')}\n`);
}
