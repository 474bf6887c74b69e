// PGlite as a database of the query core: PostgreSQL in a worker thread, one statement at a time.
import { Worker } from 'node:worker_threads';
import { LedgerError } from '../errors.js';
import { type Database, databaseError, type Row, readers, within } from './database.js';

interface Answer {
  readonly id?: number;
  readonly ready?: boolean;
  readonly rows?: readonly unknown[][];
  readonly fields?: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly error?: { readonly message: string; readonly code?: string };
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** An embedded database, with what is needed to fill it. */
export interface EmbeddedDatabase extends Database {
  /** Runs statements without parameters, such as DDL. */
  exec(text: string): Promise<void>;
  /** Runs `copy … from '/dev/blob'` over text in COPY's format. */
  copy(text: string, rows: string): Promise<void>;
  /** Saves the contents to a file that `openEmbedded` takes. */
  save(path: string): Promise<void>;
  /** Runs one statement with parameters, outside of any operation. */
  run(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

/** Opens PGlite in memory, with the contents of a saved file or empty for null. */
export async function openEmbedded(archive: string | null): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: { archive } });
  const waiting = new Map<number, Waiting>();
  let sent = 0;
  let broken: LedgerError | undefined;

  const breakDown = (cause: unknown) => {
    broken = new LedgerError('UPSTREAM_UNAVAILABLE', 'The embedded ledger has stopped', {}, cause);
    for (const { reject } of waiting.values()) reject(broken);
    waiting.clear();
  };
  const started = new Promise<void>((resolve, reject) => {
    worker.on('message', (answer: Answer) => {
      if (answer.ready) return resolve();
      const entry = waiting.get(answer.id as number);
      waiting.delete(answer.id as number);
      // A thread without work must not keep the process alive.
      if (waiting.size === 0) worker.unref();
      if (answer.error) entry?.reject(Object.assign(new Error(answer.error.message), answer.error));
      else entry?.resolve(answer);
    });
    worker.on('error', (error) => {
      breakDown(error);
      reject(error);
    });
    worker.on('exit', (code) => breakDown(new Error(`thread ended with ${code}`)));
  });

  type Task = 'query' | 'exec' | 'copy' | 'save' | 'close';
  function ask(kind: Task, text = '', values: readonly unknown[] | string = []) {
    return new Promise<Answer>((resolve, reject) => {
      if (broken) return reject(broken);
      const id = ++sent;
      waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, kind, text, values });
    });
  }
  const run = async (text: string, values: readonly unknown[] = []) =>
    rowsOf(await ask('query', text, values));

  await started;
  worker.unref();
  return {
    description: 'embedded sample ledger (PGlite)',
    run,
    async exec(text) {
      await ask('exec', text);
    },
    async save(path) {
      await ask('save', path);
    },
    async copy(text, rows) {
      await ask('copy', text, rows);
    },
    async query(statement, operation) {
      try {
        return await within(operation, run(statement.text, statement.values));
      } catch (error) {
        throw databaseError(error);
      }
    },
    async close() {
      if (!broken) await ask('close');
      await worker.terminate();
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
