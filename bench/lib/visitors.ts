// Visitors of an explorer, a process of its own: each looks at an account for a while, most at the same few.
import { setTimeout as wait } from 'node:timers/promises';
import { bytesOf, openConnection } from './wire.js';
import { askOf, type Dialect, workloads } from './workloads.js';

/** What the parent asks for, as JSON in the first argument. */
export interface Visit {
  readonly url: string;
  readonly dialect: Dialect;
  readonly visitors: number;
  /** Accounts that there are to look at; the n-th is looked at 1/n as often as the first (Zipf). */
  readonly accounts: number;
  readonly seconds: number;
  /** Milliseconds between two questions of a visitor. */
  readonly pause: number;
}

/** Questions about an account until the next one is looked at. */
const polls = 4;

/** Numbers from 0 to 1 that are the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function zipf(accounts: number): (share: number) => number {
  const sums: number[] = [];
  for (let rank = 1; rank <= accounts; rank += 1) sums.push((sums.at(-1) ?? 0) + 1 / rank);
  const all = sums.at(-1) ?? 1;
  return (share) => sums.findIndex((sum) => sum >= share * all);
}

async function visit({ url, dialect, visitors, accounts, seconds, pause }: Visit) {
  const workload = workloads.find(({ name }) => name === 'Q3') as (typeof workloads)[number];
  const { host } = new URL(url);
  const pick = zipf(accounts);
  const times: number[] = [];
  let failures = 0;
  const end = performance.now() + seconds * 1000;
  const one = async (_: unknown, number: number) => {
    const next = random(number + 1);
    const { exchange, end: close } = openConnection(url);
    await wait(next() * pause);
    for (let poll = 0, account = 0; performance.now() < end; poll += 1) {
      if (poll % polls === 0) account = pick(next());
      const ask = askOf(workload, dialect, account);
      if (!ask) throw new Error('no words for it');
      const began = performance.now();
      if (!(await exchange(bytesOf(ask, host)))) failures += 1;
      times.push(performance.now() - began);
      await wait(pause);
    }
    close();
  };
  await Promise.all(Array.from({ length: visitors }, one));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * times.length)] ?? Number.NaN;
  return { requests: times.length, failures, seconds, p50: at(0.5), p99: at(0.99) };
}

process.stdout.write(JSON.stringify(await visit(JSON.parse(process.argv[2] ?? ''))));
