// The load, a process of its own: connections that each ask as soon as they were answered.
import { askAll, bytesOf } from './wire.js';
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
  const asks = asksOf(order).map((ask) => bytesOf(ask, new URL(order.url).host));
  const start = performance.now();
  const end = start + (order.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  const last = order.requests ?? Number.POSITIVE_INFINITY;
  let round = 0;
  const { times, failures } = await askAll(order.url, order.connections, () =>
    round < last && performance.now() < end ? (asks[round++ % asks.length] as Buffer) : null,
  );
  const seconds = (performance.now() - start) / 1000;
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
  return { requests: times.length, failures, seconds, p50: at(0.5), p99: at(0.99) };
}

process.stdout.write(JSON.stringify(await load(JSON.parse(process.argv[2] ?? ''))));
