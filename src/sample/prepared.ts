// The embedded sample ledger, ready to serve: shipped with the package, or made once and kept as a file in the user's cache.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../root.js';
import {
  type EmbeddedDatabase,
  type EmbeddedOptions,
  type Filling,
  openEmbedded,
} from '../sql/engines/embedded.js';
import type { Clock } from '../sql/query/query.js';
import { sampleNow } from './sample.js';
import { seed } from './seed.js';

/** The sample ledger's time stands still, so that its snapshots stay in reach. */
export const sampleClock: Clock = { now: () => Number(sampleNow / 1_000_000n) };

export interface SampleDatabase extends EmbeddedDatabase {
  /** Resolves when the sample is kept for the next start, to null; where it can not be, to the reason. */
  readonly kept: Promise<unknown>;
}

/**
 * The sample ledger in memory. Each process has its own; what they share is a file that is only
 * ever read: one that comes with the package, or that an earlier start has kept. One that is not
 * whole is made anew.
 */
export async function openSampleDatabase(
  options: Pick<EmbeddedOptions, 'statementTimeout'> = {},
): Promise<SampleDatabase> {
  const folder = await cacheFolder().catch((error: Error) => error);
  const name = `sample-${await fingerprint()}.tar`;
  const shipped = fileURLToPath(new URL(`dist/${name}.gz`, packageRoot));
  const archives = folder instanceof Error ? [] : [join(folder, name)];
  const found = [shipped, ...archives].find((path) => existsSync(path)) ?? null;
  const database = await openEmbedded(found, { ...options, fill });
  const kept = database.isNew ? keep(database, folder, name) : Promise.resolve(null);
  if (!(folder instanceof Error)) void kept.then(() => sweep(folder));
  return { ...database, kept };
}

/** The user's cache. @throws where the user has no home, as in containers */
async function cacheFolder(): Promise<string> {
  // Looks for the home as soon as it is loaded.
  const { default: envPaths } = await import('env-paths');
  return envPaths('mirrorql', { suffix: '' }).cache;
}

const fill = (database: Filling): Promise<void> =>
  seed(
    (text) => database.exec(text),
    (text, values) => database.run(text, values),
    (text, rows) => database.copy(text, rows),
  );

/** Without a cache that can be written to, the sample is made anew at each start. */
async function keep(
  database: EmbeddedDatabase,
  folder: string | Error,
  name: string,
): Promise<unknown> {
  if (folder instanceof Error) return folder;
  try {
    await mkdir(folder, { recursive: true });
    await database.save(join(folder, name));
    return null;
  } catch (error) {
    return error;
  }
}

/** Removes what processes have left that ended while they wrote. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [, writer] = /^sample-\w+\.tar\.(\d+)(\.|$)/.exec(name) ?? [];
    if (writer === undefined || isWriting(Number(writer))) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Whether another process has this number; our own has written what it had to. */
function isWriting(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Written in by the build, beside which there are no sources. */
declare const SAMPLE_FINGERPRINT: string | undefined;

async function fingerprint(): Promise<string> {
  if (typeof SAMPLE_FINGERPRINT === 'string') return SAMPLE_FINGERPRINT;
  return (await import('./fingerprint.js')).fingerprintOfSources();
}
