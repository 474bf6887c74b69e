// The thread in which the embedded database runs, so that no statement can hold up the server.
// Plain JavaScript: the same file runs from the sources and from the build.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, parse, protocol } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { readArchive, Unpacked, writeArchive } from './archive.js';

/** int8, int8[], json and jsonb leave as text: the one rule for exact numbers is applied by the receiver. */
const asText = (/** @type {string} */ text) => text;
const parsers = { 20: asText, 1016: asText, 114: asText, 3802: asText };

/**
 * Takes back the copies that loading and saving have made: two or three times all data, which a server
 * that has little to do would hold for ever.
 */
function collect() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/**
 * A new data directory. All of it lies in memory and goes with the process, so that a log for the case
 * of a crash, whole pages in it, digests of pages and a second copy of what is read only take room and
 * time: all are as small as they may be.
 */
const small = {
  initDbStartParams: ['--wal-segsize=1', '--no-data-checksums'],
  postgresqlconf: [
    'min_wal_size = 2MB',
    'max_wal_size = 2MB',
    'wal_level = minimal',
    'max_wal_senders = 0',
    'full_page_writes = off',
    'shared_buffers = 6MB',
  ],
};

/** What new databases would be copied from, which no one makes here: 15 MB. */
const withoutTemplates = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
];

/** A data directory as one file, loaded into memory: faster than a directory, and never shared. */
const { archive } = workerData;
const database = await PGlite.create({
  // By trigrams a part of a name is found.
  extensions: { pg_trgm },
  ...(archive === null ? small : { fs: new Unpacked(await readArchive(archive)) }),
});
if (archive === null) for (const text of withoutTemplates) await database.exec(text);
collect();

async function save(/** @type {string} */ path) {
  // The second one removes the log that the first has made needless.
  await database.exec('checkpoint; checkpoint');
  const tar = await database.dumpDataDir('none');
  try {
    await writeArchive(path, Buffer.from(await tar.arrayBuffer()));
  } finally {
    collect();
  }
}

/** @param {unknown} error */
function plain(error) {
  const { message, code } = /** @type {{ message?: string, code?: string }} */ (error ?? {});
  return { message: message ?? String(error), code };
}

/** Whether the engine still works; one that has lost its state fails at anything. */
const works = () =>
  database.query('select 1').then(
    () => true,
    () => false,
  );

const { serialize } = protocol;

/** The types of the parameters of statements that have a name, by it. @type {Map<string, number[]>} */
const named = new Map();

/** Runs a statement whose plan is kept under a name, which PGlite's own `query` does not know. */
function runNamed(
  /** @type {string} */ name,
  /** @type {string} */ text,
  /** @type {any[]} */ values,
) {
  const send = async (/** @type {Uint8Array[]} */ ...parts) =>
    (await database.execProtocol(Buffer.concat(parts), { syncToFs: false })).messages;
  return database.runExclusive(async () => {
    try {
      const known = named.get(name);
      const types =
        known ??
        parse.parseDescribeStatementResults(
          await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name })),
        );
      named.set(name, types);
      const given = values.map((value, index) =>
        value === null ? null : (database.serializers[types[index] ?? 0] ?? String)(value),
      );
      const messages = await send(
        serialize.bind({ statement: name, values: given }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
      );
      const [found] = parse.parseResults(messages, database.parsers, { rowMode: 'array', parsers });
      return found ?? { rows: [], fields: [] };
    } finally {
      await send(serialize.sync());
    }
  });
}

/** @param {{ kind: string, text: string, values: any, name?: string }} task */
async function run({ kind, text, values, name }) {
  if (kind === 'save') return save(text);
  if (kind === 'exec') return void (await database.exec(text));
  if (kind === 'copy') return void (await database.query(text, [], { blob: new Blob([values]) }));
  const { rows, fields } = name
    ? await runNamed(name, text, values)
    : await database.query(text, values, { rowMode: 'array', parsers });
  return { rows, fields };
}

/** @param {{ id: number, kind: string, text: string, values: any, name?: string }} task */
async function answer(task) {
  const { id } = task;
  try {
    parentPort?.postMessage({ id, ...(await run(task)) });
  } catch (error) {
    const isDead = !(await works());
    parentPort?.postMessage({ id, error: plain(error), isDead });
    // What else was sent is asked again of the thread that takes over.
    if (isDead) await new Promise(() => {});
  }
}

// One after the other, so that a statement that kills the engine is known.
let last = Promise.resolve();
parentPort?.on('message', (task) => {
  last = last.then(() => answer(task));
});

parentPort?.postMessage({ ready: true });
