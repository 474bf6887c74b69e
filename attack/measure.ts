// Attacks on one ledger, one after the other, with someone else who asks all the while.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Attack, LedgerName } from './attack.js';
import { type Prepared, prepare } from './ledgers.js';
import { type Running, startTarget } from './target.js';

/** Milliseconds that others may wait at the most. */
const patience: Readonly<Record<LedgerName, number>> = {
  embedded: 250,
  PostgreSQL: 500,
  upstream: 250,
};
/** Milliseconds that `work` takes on the machine that this patience was measured on. */
const usual = 50;

/** A fixed piece of what a server does: objects, texts and sorting. */
function work(): number {
  const began = performance.now();
  const rows = Array.from({ length: 40_000 }, (_, id) => ({
    id,
    name: `n${(id * 7919) % 40_000}`,
  }));
  rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  JSON.parse(JSON.stringify(rows));
  return performance.now() - began;
}

/** How many times as long a slower machine takes for the same; 1 for any other. */
const slowness = (): number => Math.max(1, Math.min(...Array.from({ length: 5 }, work)) / usual);

/** Milliseconds that others may wait. */
export interface Limit {
  readonly atFirst: number;
  /** The same by what the machine does at present: one that others share may be slower than it was. */
  now(): number;
}

/** What a ledger's patience is on this machine. */
export function limitOf(ledger: LedgerName, atLeast = 0): Limit {
  const now = () => Math.round(Math.max(patience[ledger] * slowness(), atLeast));
  return { atFirst: now(), now };
}

/** Milliseconds after SIGTERM in which the process must have ended: 12 s by its own clock, and some more. */
const shutdown = 17_000;
/** How often an attack is made until a wait counts: one that does not come again was the machine's. */
const tries = 3;

interface Waits {
  /** Milliseconds by the clock. */
  readonly longest: number;
  /** Milliseconds for which the server itself worked meanwhile: what else a busy machine does is no fault of it. */
  readonly held: number;
  readonly asked: number;
  readonly failed: number;
}

export interface Result {
  readonly name: string;
  readonly status: string;
  readonly size: number;
  /** Milliseconds for which the server held others up at the most, */
  readonly held: number;
  /** that they waited for it by the clock, and for an answer of its ledger. */
  readonly server: number;
  readonly ledger: number;
  /** Megabytes that the process holds, and of its heap. */
  readonly memory: number;
  readonly heap: number;
  readonly failures: readonly string[];
}

/** Makes the attacks on a ledger; null where there is none on this machine. */
export async function attackLedger(
  ledger: LedgerName,
  attacks: readonly Attack[],
  limit: Limit = limitOf(ledger),
  tell: (result: Result) => void = () => {},
): Promise<readonly Result[] | null> {
  const prepared = await prepare[ledger]();
  if (!prepared) return null;
  const results: Result[] = [];
  try {
    const mine = attacks.filter(({ on = [ledger] }) => on.includes(ledger));
    for (const group of grouped(mine)) {
      for (const result of await onOne(ledger, prepared, group, limit)) {
        tell(result);
        results.push(result);
      }
    }
  } finally {
    await prepared.close();
  }
  return results;
}

/** Attacks that can be made on one server, by the options that they need. */
function grouped(attacks: readonly Attack[]): readonly (readonly Attack[])[] {
  const groups = new Map<string, Attack[]>();
  for (const attack of attacks) {
    const key = (attack.options ?? []).join(' ');
    groups.set(key, [...(groups.get(key) ?? []), attack]);
  }
  return [...groups.values()];
}

async function onOne(
  ledger: LedgerName,
  { options, silence }: Prepared,
  attacks: readonly Attack[],
  limit: Limit,
): Promise<Result[]> {
  const extra = attacks[0]?.options ?? [];
  const target = await startTarget(ledger, [...options, ...extra], silence);
  const bystander = new Worker(new URL('./bystander.js', import.meta.url), {
    workerData: { url: target.url, pid: target.pid },
    execArgv: [],
  });
  const waits = async () => {
    bystander.postMessage('read');
    const [read] = await once(bystander, 'message');
    return read as { readonly server: Waits; readonly ledger: Waits };
  };
  const results: Result[] = [];
  try {
    await wait(1000);
    for (const attack of attacks) {
      if (target.ended() !== null) break;
      results.push(await made(attack, target, waits, limit));
    }
  } finally {
    await bystander.terminate();
    const took = await target.stop();
    if (took > shutdown) results.push(late(took));
  }
  return results;
}

async function made(
  attack: Attack,
  target: Running,
  waits: () => Promise<{ readonly server: Waits; readonly ledger: Waits }>,
  { atFirst, now }: Limit,
): Promise<Result> {
  let best: Result | undefined;
  for (let time = 0; time < tries; time += 1) {
    const limit = time === 0 ? atFirst : Math.max(atFirst, now());
    await waits();
    const { status, size, failure } = await attack.run(target);
    await wait(100);
    const { server, ledger } = await waits();
    const { held: memory, heap } = await target.memory().catch(() => ({ held: 0, heap: 0 }));
    const ended = target.ended() ?? (memory === 0 ? 'no answer from /metrics' : null);
    const patient = limit * (attack.patience ?? 1);
    const failures = [
      ...(failure ? [failure] : []),
      ...(ended ? [`the process has ended: ${ended}`] : []),
      ...(server.held > limit ? ['others waited for the server'] : []),
      ...(attack.isOnLedger && ledger.longest > patient ? ['others waited for the ledger'] : []),
      ...(attack.isOnLedger && ledger.failed > 0 ? [`${ledger.failed} others had no answer`] : []),
    ];
    const { name } = attack;
    const result: Result = {
      ...{ name, status, size, memory, heap, failures },
      held: Math.round(server.held),
      server: Math.round(server.longest),
      ledger: Math.round(ledger.longest),
    };
    if (failures.length === 0) return result;
    if (!best || result.failures.length <= best.failures.length) best = result;
    if (ended || failure) break;
  }
  return best as Result;
}

const late = (took: number): Result => ({
  ...{
    name: 'SIGTERM',
    status: 'ended late',
    size: 0,
    held: 0,
    server: 0,
    ledger: 0,
    memory: 0,
    heap: 0,
  },
  failures: [`it took ${Math.round(took)} ms to end`],
});
