// PGlite as a database of the query core: PostgreSQL in a worker thread, one statement at a time.
import { Worker } from 'node:worker_threads';
import { LedgerError } from '../errors.js';
import type { Operation } from '../ledger.js';
import { type Database, databaseError, type Row, readers, within } from './database.js';

interface Answer {
  readonly id?: number;
  readonly ready?: boolean;
  readonly rows?: readonly unknown[][];
  readonly fields?: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly error?: { readonly message: string; readonly code?: string };
}

type Task = 'query' | 'exec' | 'copy' | 'save' | 'close';

interface Job {
  readonly id: number;
  readonly kind: Task;
  readonly text: string;
  readonly values: readonly unknown[] | string;
  /** The operation that waits for it; work of the start has none, and all the time it needs. */
  readonly operation: Operation | null;
  /** When the thread began with it, at the earliest. */
  began: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

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
  /** Saves the contents to a file that `openEmbedded` takes. */
  save(path: string): Promise<void>;
}

export interface EmbeddedOptions {
  /** Milliseconds after which a statement is given up. */
  readonly statementTimeout?: number;
  /** Fills a database that begins empty. */
  readonly fill?: (database: Filling) => Promise<void>;
}

/** Statements that the thread is given before it has answered, so that it never waits for one. */
const ahead = 4;
/** Milliseconds that a statement may go on when no one waits for it any more. */
const patience = 1000;

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
  let broken: LedgerError | undefined;
  let count = 0;
  const queue: Job[] = [];
  /** What fills the database goes before all that asks it. */
  const first: Job[] = [];
  /** What the thread has, in the order in which it answers. */
  const sent: Job[] = [];

  function pump(): void {
    if (!worker) return;
    const waiting = isFilling ? first : queue;
    while (sent.length < ahead && waiting.length > 0) {
      const job = waiting.shift() as Job;
      // No one waits for it: its client has been told already.
      if (job.operation?.over !== undefined) {
        job.reject(new LedgerError('UPSTREAM_TIMEOUT'));
        continue;
      }
      if (sent.length === 0) job.began = Date.now();
      sent.push(job);
      const { id, kind, text, values } = job;
      worker.postMessage({ id, kind, text, values });
    }
    // A thread without work must not keep the process alive.
    if (sent.length > 0) worker.ref();
    else worker.unref();
  }

  function settle(answer: Answer): void {
    // In turn, but for what takes several steps, such as saving.
    const place = sent.findIndex(({ id }) => id === answer.id);
    const [job] = place < 0 ? [] : sent.splice(place, 1);
    if (place === 0 && sent[0]) sent[0].began = Date.now();
    if (answer.error) job?.reject(Object.assign(new Error(answer.error.message), answer.error));
    else job?.resolve(answer);
    pump();
  }

  async function start(): Promise<void> {
    isFilling = saved === null;
    await startThread(saved);
    if (isFilling) await fill?.(filling(first));
    isFilling = false;
    pump();
  }

  function startThread(from: string | null): Promise<void> {
    const workerData = { archive: from };
    const own = new Worker(new URL('./worker.js', import.meta.url), { workerData });
    return new Promise<void>((resolve, reject) => {
      const fail = (cause: unknown) => {
        reject(cause);
        if (worker !== own) return;
        const reason = new LedgerError('UPSTREAM_UNAVAILABLE', undefined, {}, cause);
        // A thread that dies while it is filled would do so again.
        if (isFilling) breakDown(reason);
        else replace(reason);
      };
      own.on('error', fail);
      own.on('exit', (code) => fail(new Error(`thread ended with ${code}`)));
      own.on('message', (answer: Answer) => {
        if (answer.ready) {
          worker = own;
          resolve();
        } else if (worker === own) settle(answer);
      });
    });
  }

  /** Gives up the statement that runs, and goes on with the others on another thread. */
  function replace(reason: LedgerError): void {
    const old = worker;
    worker = null;
    sent.shift()?.reject(reason);
    queue.unshift(...sent.splice(0));
    void old?.terminate();
    start().catch(breakDown);
  }

  function breakDown(cause: unknown): void {
    broken = new LedgerError('UPSTREAM_UNAVAILABLE', 'The embedded ledger has stopped', {}, cause);
    const all = [...sent.splice(0), ...first.splice(0), ...queue.splice(0)];
    for (const { reject } of all) reject(broken);
  }

  const watch = setInterval(() => {
    const [job] = sent;
    if (!job?.operation) return;
    const time = Date.now() - job.began;
    const limit = job.operation.over !== undefined ? patience : statementTimeout;
    if (time > limit) replace(new LedgerError('UPSTREAM_TIMEOUT'));
  }, patience / 4);
  watch.unref();

  function ask(
    kind: Task,
    text = '',
    values: readonly unknown[] | string = [],
    operation: Operation | null = null,
    into = queue,
  ) {
    return new Promise<Answer>((resolve, reject) => {
      if (broken) return reject(broken);
      into.push({ id: ++count, kind, text, values, operation, began: 0, resolve, reject });
      pump();
    });
  }

  const filling = (into: Job[]): Filling => ({
    async run(text, values = []) {
      return rowsOf(await ask('query', text, values, null, into));
    },
    async exec(text) {
      await ask('exec', text, [], null, into);
    },
    async copy(text, rows) {
      await ask('copy', text, rows, null, into);
    },
  });

  await start();
  return {
    description: 'embedded sample ledger (PGlite)',
    ...filling(queue),
    async save(path) {
      await ask('save', path);
      saved = path;
    },
    async query({ text, values }, operation) {
      try {
        return rowsOf(await within(operation, ask('query', text, values, operation)));
      } catch (error) {
        throw databaseError(error);
      }
    },
    async close() {
      clearInterval(watch);
      if (!broken) await ask('close');
      const last = worker;
      worker = null;
      await last?.terminate();
    },
  };
}

function rowsOf({ rows = [], fields = [] }: Answer): Row[] {
  return rows.map((row) => {
    const named: Record<string, unknown> = {};
    for (const [index, { name, dataTypeID }] of fields.entries()) {
      const value = row[index];
      const read = readers[dataTypeID];
      named[name] = read && typeof value === 'string' ? read(value) : value;
    }
    return named as Row;
  });
}
