// PGlite as a database of the query core: PostgreSQL in a worker thread, one statement at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { Sql } from 'sql-template-tag';
import { LedgerError } from '../../errors.js';
import { type Operation, within } from '../../ledger.js';
import { type Database, databaseError, isLong, type Row } from './database.js';
import { keptPlans } from './kept-plans.js';
import { type Answer, openThread, rowsOf, type Task } from './thread.js';
import { type Turn, Turns } from './turns.js';

interface Job {
  readonly id: number;
  readonly kind: Task;
  readonly text: string;
  readonly values: readonly unknown[] | string;
  /** Under which its plan is kept. */
  readonly name?: string | undefined;
  /** The operation that waits for it; work of the start has none, and all the time it needs. */
  readonly operation: Operation | null;
  /** When the thread began with it, at the earliest. */
  began: number;
  resolve(answer: Answer): void;
  refuse(error: unknown): void;
}

/** A job of an operation, which takes turns with the others. */
type Question = Job & Turn;

/** What is needed to fill an embedded database. */
export interface Filling {
  /** Runs statements without parameters, such as DDL. */
  exec(text: string): Promise<void>;
  /** Runs `copy … from '/dev/blob'` over text in COPY's format. */
  copy(text: string, rows: string): Promise<void>;
  /** Runs one statement with parameters, outside of any operation. */
  run(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

export interface EmbeddedDatabase extends Database, Filling {
  /** Whether it was filled now, and not read from the saved file. */
  readonly isNew: boolean;
  /** Saves the contents to a file that `openEmbedded` takes. */
  save(path: string): Promise<void>;
}

export interface EmbeddedOptions {
  /** Milliseconds after which a statement is given up. */
  readonly statementTimeout?: number;
  /** Fills a database that begins empty, or whose saved file can not be read. */
  readonly fill?: (database: Filling) => Promise<void>;
}

/** Statements that the thread is given before it has answered, so that it never waits for one. */
const ahead = 4;
/** Milliseconds that a statement may go on when no one waits for it any more. */
const patience = 1000;
/** Milliseconds that a file may take to be saved at the end. */
const goodbye = 5000;
/** Two of an operation, so that the thread has its next one, and no more: others wait for them. */
const limits = { places: ahead, each: 2, scans: 1, scansEach: 1 };

/**
 * Opens PGlite in memory, with the contents of a saved file or empty for null. Fails where the
 * thread can not start. The engine can not be told to give up a statement, so a thread that
 * overruns is ended, and another one begins as this one did and goes on for all others.
 */
export async function openEmbedded(
  archive: string | null,
  { statementTimeout = 10_000, fill }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  let saved = archive;
  let worker: Worker | null = null;
  let isFilling = false;
  let isNew = archive === null;
  let broken: LedgerError | undefined;
  /** When it broke down, and when it was closed: for ever. */
  let brokenAt = 0;
  let count = 0;
  let saving: Promise<unknown> = Promise.resolve();
  let thread: Worker | undefined;
  const turns = new Turns<Question>(limits);
  const plans = keptPlans(false);
  /** Those whose turn it is, and what belongs to no operation. */
  const queue: Job[] = [];
  /** What fills the database goes before all that asks it. */
  const first: Job[] = [];
  /** What the thread has, in the order in which it answers. */
  const sent: Job[] = [];

  function pump(): void {
    if (!worker) return;
    while (sent.length < ahead) {
      const job = isFilling ? first.shift() : (queue.shift() ?? turns.next());
      if (!job) break;
      // No one waits for it: its client has been told already.
      if (job.operation?.over !== undefined) {
        end(job).refuse(new LedgerError('UPSTREAM_TIMEOUT'));
        continue;
      }
      if (sent.length === 0) job.began = performance.now();
      sent.push(job);
      const { id, kind, text, values, name } = job;
      worker.postMessage({ id, kind, text, values, name });
    }
    // A thread without work must not keep the process alive.
    if (sent.length > 0) worker.ref();
    else worker.unref();
  }

  function end(job: Job): Job {
    if (isQuestion(job)) turns.end(job);
    return job;
  }

  function settle(answer: Answer): void {
    const failure = answer.error && Object.assign(new Error(answer.error.message), answer.error);
    if (answer.isDead) {
      const reason = databaseError(failure);
      // What dies while it is filled would do so again.
      if (isFilling) breakDown(reason);
      else replace(reason);
      return;
    }
    const job = sent.shift();
    if (sent[0]) sent[0].began = performance.now();
    if (!job) return;
    end(job);
    if (failure) job.refuse(failure);
    else {
      job.operation?.read(answer.bytes?.length ?? 0);
      job.resolve(answer);
    }
    pump();
  }

  async function start(): Promise<void> {
    isFilling = saved === null;
    await startThread(saved).catch((error: unknown) => {
      if (saved === null || !fill || brokenAt === closed) throw error;
      // A file that can not be read is made anew.
      saved = null;
      isNew = true;
      isFilling = true;
      return startThread(null);
    });
    if (isFilling) await fill?.(filling(first));
    isFilling = false;
    pump();
  }

  function startThread(from: string | null): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const own = openThread(from, {
        ready() {
          worker = own;
          resolve();
        },
        answered(answer) {
          if (worker === own) settle(answer);
        },
        ended(cause) {
          reject(cause);
          if (worker !== own) return;
          const reason = new LedgerError('UPSTREAM_UNAVAILABLE', undefined, {}, cause);
          // A thread that dies while it is filled would do so again.
          if (isFilling) breakDown(reason);
          else replace(reason);
        },
      });
      thread = own;
    });
  }

  /** Gives up the statement that runs, and goes on with the others on another thread. */
  function replace(reason: LedgerError): void {
    const old = worker;
    worker = null;
    const job = sent.shift();
    if (job) end(job).refuse(reason);
    queue.unshift(...sent.splice(0));
    void old?.terminate();
    start().catch(breakDown);
  }

  function breakDown(cause: unknown): void {
    worker = null;
    void thread?.terminate();
    broken = new LedgerError('UPSTREAM_UNAVAILABLE', 'The embedded ledger has stopped', {}, cause);
    if (brokenAt !== closed) brokenAt = performance.now();
    for (const job of [...sent.splice(0), ...first.splice(0), ...queue.splice(0)]) {
      end(job).refuse(broken);
    }
    turns.refuseAll(broken);
  }

  const watch = setInterval(() => {
    const [job] = sent;
    if (!job?.operation) return;
    const time = performance.now() - job.began;
    const limit = job.operation.over !== undefined ? patience : statementTimeout;
    if (time > limit) replace(new LedgerError('UPSTREAM_TIMEOUT'));
  }, patience / 4);
  watch.unref();

  /** Takes a job, where need be on a new thread: what broke one down may have passed. */
  function take(put: () => void, refuse: (error: unknown) => void): void {
    if (broken && performance.now() - brokenAt < patience) {
      refuse(broken);
      return;
    }
    put();
    if (broken) {
      broken = undefined;
      start().catch(breakDown);
    } else pump();
  }

  /** What belongs to no operation runs after all that was asked before it. */
  function work(kind: Task, text = '', values: Job['values'] = [], into = queue) {
    return new Promise<Answer>((resolve, refuse) => {
      const job = { id: ++count, kind, text, values, operation: null, began: 0, resolve, refuse };
      take(() => into.push(...(into === queue ? turns.rest() : []), job), refuse);
    });
  }

  function ask({ text, values }: Sql, operation: Operation, isScan: boolean, name?: string) {
    return new Promise<Answer>((resolve, refuse) => {
      const asked = { id: ++count, kind: 'query' as const, text, values, name, operation, isScan };
      take(() => turns.add({ ...asked, began: 0, resolve, refuse }), refuse);
    });
  }

  const filling = (into: Job[]): Filling => ({
    async run(text, values = []) {
      return rowsOf(await work('query', text, values, into));
    },
    async exec(text) {
      await work('exec', text, [], into);
    },
    async copy(text, rows) {
      await work('copy', text, rows, into);
    },
  });

  await start();
  return {
    description: 'embedded sample ledger (PGlite)',
    isNew,
    ...filling(queue),
    async save(path) {
      const written = work('save', path);
      saving = written.catch(() => {});
      await written;
      saved = path;
    },
    query: (statement, operation, reads) =>
      plans.run(statement.text, reads, async (name) =>
        rowsOf(await within(operation, ask(statement, operation, isLong(reads), name))),
      ),
    async close() {
      clearInterval(watch);
      await Promise.race([saving, sleep(goodbye, undefined, { ref: false })]);
      brokenAt = closed;
      breakDown(new Error('it is closed'));
      await thread?.terminate();
    },
  };
}

/** Later than any time. */
const closed = Number.POSITIVE_INFINITY;

const isQuestion = (job: Job): job is Question => job.operation !== null;
