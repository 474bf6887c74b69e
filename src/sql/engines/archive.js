// The data directory of the embedded database as one file: a tar, and behind it its digest.
// Plain JavaScript, as the thread that reads it.
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { MemoryFS, PGlite } from '@electric-sql/pglite';

/** A file ends with the digest of what is before, so that one that is not whole is known. */
const digestOf = (/** @type {Buffer} */ data) => createHash('sha256').update(data).digest();
const digestLength = 32;

const isPacked = (/** @type {string} */ path) => path.endsWith('.gz');

/** In one piece: its length is what a packed file ends with. */
const unpack = (/** @type {Buffer} */ data) =>
  gunzipSync(data, { chunkSize: data.readUInt32LE(data.length - 4) + 1 });

/** The tar in a saved file, unpacked where its name says so. */
export async function readArchive(/** @type {string} */ path) {
  const file = await readFile(path);
  const data = file.subarray(0, -digestLength);
  if (!digestOf(data).equals(file.subarray(-digestLength))) throw new Error(`${path} is damaged`);
  return isPacked(path) ? unpack(data) : data;
}

/** Writes a file under another name first, so that it is whole or not there. */
export async function writeArchive(/** @type {string} */ path, /** @type {Buffer} */ tar) {
  const data = isPacked(path) ? gzipSync(tar) : tar;
  const unfinished = `${path}.${process.pid}.${randomUUID()}`;
  try {
    await writeFile(unfinished, data);
    await writeFile(unfinished, digestOf(data), { flag: 'a' });
    await rename(unfinished, path).catch(async () => {
      // A folder in its place.
      await rm(path, { recursive: true, force: true });
      await rename(unfinished, path);
    });
  } finally {
    await rm(unfinished, { force: true });
  }
}

const block = 512;
const isFolder = '5';

/**
 * The files of a tar as the memory that the engine works in: one copy for each, which goes when the
 * engine writes a longer one, and nothing between them, so that what was read goes as a whole.
 */
export class Unpacked extends MemoryFS {
  /** @type {Buffer | null} */
  #tar;

  constructor(/** @type {Buffer} */ tar) {
    super();
    this.#tar = tar;
  }

  /** @override */
  async initialSyncFs() {
    const files = this.pg?.Module.FS;
    const tar = this.#tar;
    if (!files || !tar) return;
    let at = 0;
    while (tar[at]) {
      const field = (/** @type {number} */ from, /** @type {number} */ to) =>
        tar.toString('latin1', at + from, at + to).replace(/\0.*/s, '');
      const path = PGlite.paths.PGDATA + field(0, 100);
      const size = Number.parseInt(field(124, 136), 8);
      const data = at + block;
      if (field(156, 157) === isFolder) files.mkdirTree(path);
      // Its own array, which the engine need not copy again.
      else files.writeFile(path, new Uint8Array(tar.subarray(data, data + size)), { canOwn: true });
      at = data + Math.ceil(size / block) * block;
    }
    this.#tar = null;
  }
}
