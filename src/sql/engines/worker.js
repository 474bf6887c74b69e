// The thread in which the embedded database runs, so that no statement can hold up the server.
// Plain JavaScript: the same file runs from the sources and from the build.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
// @ts-expect-error -- the driver says nothing of its types here
import driver from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';
import { readArchive, Unpacked, writeArchive } from './archive.js';

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

/** Names of the statements whose plans are kept here. */
const named = new Set();

/** With which the bytes of an answer begin where a statement has been understood, and end in any case. */
const parseComplete = '1'.charCodeAt(0);
const readyForQuery = Buffer.from('Z\0\0\0\x05I');

/**
 * Runs one statement, under a name if it has one, by what a client of PostgreSQL would send at once. The
 * answer is left in bytes, errors among them, for who asked to read as it reads those of a server.
 * @param {string} text
 * @param {any[]} values
 * @param {string} name
 */
async function ask(text, values, name) {
  const asked = Buffer.concat([
    ...(named.has(name) ? [] : [serialize.parse({ name, text })]),
    serialize.bind({ statement: name, values, valueMapper: driver.prepareValue }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
    serialize.sync(),
  ]);
  const bytes = await database.execProtocolRaw(asked, { syncToFs: false });
  if (!readyForQuery.equals(bytes.subarray(-readyForQuery.length))) {
    throw new Error('the answer has no end');
  }
  if (name !== '' && bytes[0] === parseComplete) named.add(name);
  return bytes;
}

/** @param {{ kind: string, text: string, values: any, name?: string }} task */
async function run({ kind, text, values, name }) {
  if (kind === 'save') return save(text);
  if (kind === 'exec') return void (await database.exec(text));
  if (kind === 'copy') return void (await database.query(text, [], { blob: new Blob([values]) }));
  return ask(text, values, name ?? '');
}

/** @param {{ id: number, kind: string, text: string, values: any, name?: string }} task */
async function answer(task) {
  const { id } = task;
  try {
    const bytes = await run(task);
    parentPort?.postMessage(
      { id, bytes },
      bytes ? [/** @type {ArrayBuffer} */ (bytes.buffer)] : [],
    );
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
