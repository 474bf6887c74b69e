// The load, a process of its own: connections that each ask as soon as they were answered.
import { Pool } from 'undici';
import { type Ask, askOf, type Dialect, workloads } from './workloads.js';

/** What the parent asks for, as JSON in the first argument. */
export interface LoadOrder {
  readonly url: string;
  readonly dialect: Dialect;
  /** Name of a workload, or a path that is read again and again. */
  readonly workload: string;
  readonly connections: number;
  readonly seconds?: number;
  /** Requests after which it ends, in place of a time. */
  readonly requests?: number;
  /** Round from which it counts, so that repetitions ask about other rows. */
  readonly first: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly failures: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
}

function asksOf({ workload: name, dialect, first }: LoadOrder): Ask[] {
  if (name.startsWith('/')) return [{ method: 'GET', path: name, body: null }];
  const workload = workloads.find((one) => one.name === name);
  if (!workload) throw new Error(`no workload ${name}`);
  return Array.from({ length: 500 }, (_, index) => {
    const ask = askOf(workload, dialect, first + index);
    if (!ask) throw new Error('no words for it');
    return ask;
  });
}

async function load(order: LoadOrder): Promise<LoadResult> {
  const asks = asksOf(order);
  const pool = new Pool(order.url, { connections: order.connections, pipelining: 1 });
  const times: number[] = [];
  let failures = 0;
  let round = 0;
  const start = performance.now();
  const end = start + (order.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  const last = order.requests ?? Number.POSITIVE_INFINITY;
  const ask = async () => {
    while (round < last && performance.now() < end) {
      const { method, path, body } = asks[round++ % asks.length] as (typeof asks)[number];
      const began = performance.now();
      const headers = body === null ? {} : { 'content-type': 'application/json' };
      const response = await pool.request({ method, path, body, headers });
      let size = 0;
      for await (const part of response.body) size += (part as Buffer).length;
      if (response.statusCode !== 200 || size < 50) failures += 1;
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: order.connections }, ask));
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * times.length)] ?? Number.NaN;
  return { requests: times.length, failures, seconds, p50: at(0.5), p99: at(0.99) };
}

process.stdout.write(JSON.stringify(await load(JSON.parse(process.argv[2] ?? ''))));
