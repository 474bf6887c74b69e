// The thread in which the embedded database runs, so that no statement can hold up the server.
// Plain JavaScript: the same file runs from the sources and from the build.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** int8, int8[], json and jsonb leave as text: the one rule for exact numbers is applied by the receiver. */
const asText = (/** @type {string} */ text) => text;
const parsers = { 20: asText, 1016: asText, 114: asText, 3802: asText };

/** A data directory as one file, loaded into memory: faster than a directory, and never shared. */
const { archive } = workerData;
const database = await PGlite.create(
  archive === null ? {} : { loadDataDir: new Blob([await readFile(archive)]) },
);

/** Writes the data directory under another name first, so that it is whole or not there. */
async function save(/** @type {string} */ path) {
  await database.exec('checkpoint');
  const dump = await database.dumpDataDir('none');
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()));
  await rename(unfinished, path);
}

/** @param {unknown} error */
function plain(error) {
  const { message, code } = /** @type {{ message?: string, code?: string }} */ (error ?? {});
  return { message: message ?? String(error), code };
}

parentPort?.on('message', async ({ id, kind, text, values }) => {
  try {
    if (kind === 'close') {
      await database.close();
      parentPort?.postMessage({ id });
    } else if (kind === 'save') {
      await save(text);
      parentPort?.postMessage({ id });
    } else if (kind === 'copy') {
      await database.query(text, [], { blob: new Blob([values]) });
      parentPort?.postMessage({ id });
    } else if (kind === 'exec') {
      await database.exec(text);
      parentPort?.postMessage({ id });
    } else {
      const options = /** @type {const} */ ({ rowMode: 'array', parsers });
      const { rows, fields } = await database.query(text, values, options);
      parentPort?.postMessage({ id, rows, fields });
    }
  } catch (error) {
    parentPort?.postMessage({ id, error: plain(error) });
  }
});

parentPort?.postMessage({ ready: true });
