// The thread in which PGlite runs: what it is told, what it answers, and rows out of its answers.
import { Worker } from 'node:worker_threads';
import { type Row, readers } from './database.js';

/** What the thread answers to one message; answers come in the order of the messages. */
export interface Answer {
  readonly id?: number;
  readonly ready?: boolean;
  readonly rows?: readonly unknown[][];
  readonly fields?: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly error?: { readonly message: string; readonly code?: string };
  /** The engine does not work any more. */
  readonly isDead?: boolean;
}

/** What the thread can be told to do. */
export type Task = 'query' | 'exec' | 'copy' | 'save';

/** Who is told what becomes of a thread. */
interface Listener {
  ready(): void;
  answered(answer: Answer): void;
  /** It could not start, has died, or was ended. */
  ended(cause: unknown): void;
}

/** What it makes is gone with its answer, and so is found in little room as fast as in the 48 MB it would take. */
const limits = { maxYoungGenerationSizeMb: 6 };

/** Starts a thread with the contents of a saved file, or empty for null. */
export function openThread(archive: string | null, listener: Listener): Worker {
  const workerData = { archive };
  const file = new URL('./worker.js', import.meta.url);
  const thread = new Worker(file, { workerData, resourceLimits: limits });
  thread.on('error', (cause) => listener.ended(cause));
  thread.on('exit', (code) => listener.ended(new Error(`thread ended with ${code}`)));
  thread.on('message', (answer: Answer) => {
    if (answer.ready) listener.ready();
    else listener.answered(answer);
  });
  return thread;
}

/** Rows by the names of their columns, each value read by its type. */
export function rowsOf({ rows = [], fields = [] }: Answer): Row[] {
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
