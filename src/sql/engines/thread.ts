// The thread in which PGlite runs: what it is told, what it answers, and rows out of its answers.
import { Worker } from 'node:worker_threads';
import {
  DatabaseError,
  DataRowMessage,
  type Field,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js';
import { Parser } from 'pg-protocol/dist/parser.js';
import { type Row, readerOf } from './database.js';

/** What the thread answers to one message; answers come in the order of the messages. */
export interface Answer {
  readonly id?: number;
  readonly ready?: boolean;
  /** What PostgreSQL says to a client that has asked the statement. */
  readonly bytes?: Uint8Array;
  /** What became of anything else, or of the engine. */
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

/**
 * Rows by the names of their columns, each value read by its type.
 * @throws DatabaseError where the statement has failed
 */
export function rowsOf({ bytes = none }: Answer): Row[] {
  const rows: Row[] = [];
  let columns: readonly Column[] = [];
  let failure: DatabaseError | undefined;
  new Parser().parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), (message) => {
    if (message instanceof DataRowMessage) rows.push(rowOf(columns, message.fields));
    else if (message instanceof RowDescriptionMessage) columns = message.fields.map(columnOf);
    else if (message instanceof DatabaseError) failure = message;
  });
  if (failure) throw failure;
  return rows;
}

const none = new Uint8Array();

interface Column {
  readonly name: string;
  read(text: string): unknown;
}

const columnOf = ({ name, dataTypeID }: Field): Column => ({ name, read: readerOf(dataTypeID) });

function rowOf(columns: readonly Column[], values: readonly (string | null)[]): Row {
  const row: Record<string, unknown> = {};
  for (const [index, { name, read }] of columns.entries()) {
    const value = values[index] ?? null;
    row[name] = value === null ? null : read(value);
  }
  return row;
}
