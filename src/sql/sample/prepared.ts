// The embedded sample ledger, ready to serve: prepared once, then copied for each process.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants, cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import envPaths from 'env-paths';
import type { Ledger } from '../../ledger.js';
import { type EmbeddedDatabase, openEmbedded } from '../embedded.js';
import type { Clock } from '../query.js';
import { sqlLedger } from '../sql.js';
import { sampleNow } from './sample.js';
import { seed } from './seed.js';

/** The sample ledger's time stands still, so that its snapshots stay in reach. */
export const sampleClock: Clock = { now: () => Number(sampleNow / 1_000_000n) };

const copyPrefix = 'mirrorql-ledger-';

/**
 * The sample ledger on a copy of the prepared data directory: a process never shares a directory
 * with another one, and what it leaves behind when it is killed is no one else's concern.
 */
export async function openSample(): Promise<Ledger> {
  return sqlLedger(await openSampleDatabase(), sampleClock);
}

export async function openSampleDatabase(): Promise<EmbeddedDatabase> {
  const directory = await mkdtemp(join(tmpdir(), `${copyPrefix}${process.pid}-`));
  await removeLeftCopies();
  await cp(await preparedDirectory(sampleCache()), directory, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  });
  const database = await openEmbedded(directory);
  return {
    ...database,
    async close() {
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Where the prepared data directory is kept. */
export const sampleCache = (): string => envPaths('mirrorql', { suffix: '' }).cache;

/** The prepared data directory; made under another name first, so that it is whole or not there. */
export async function preparedDirectory(cache: string): Promise<string> {
  const prepared = join(cache, `sample-${await fingerprint()}`);
  if (existsSync(prepared)) return prepared;
  await mkdir(cache, { recursive: true });
  const making = await mkdtemp(join(cache, 'making-'));
  const database = await openEmbedded(making);
  await fill(database);
  await database.close();
  try {
    await rename(making, prepared);
  } catch (error) {
    // Another process was faster; its directory is as good.
    await rm(making, { recursive: true, force: true });
    if (!existsSync(prepared)) throw error;
  }
  return prepared;
}

async function fill(database: EmbeddedDatabase): Promise<void> {
  await seed(
    (text) => database.exec(text),
    (text, values) => database.run(text, values),
    (text, rows) => database.copy(text, rows),
  );
}

/** Changes with the engine and with anything that makes the sample what it is. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  hash.update(await readFile(join(engine, '..', '..', 'package.json')));
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const sources = (await readdir(folder)).filter((name) => /\.[jt]s$/.test(name)).sort();
  for (const name of [...sources, '../tables.js', '../tables.ts']) {
    const path = join(folder, name);
    if (existsSync(path)) hash.update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Removes copies of processes that are no more. */
export async function removeLeftCopies(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(copyPrefix)
      ? Number.parseInt(name.slice(copyPrefix.length), 10)
      : 0;
    if (pid > 0 && !isRunning(pid)) {
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
