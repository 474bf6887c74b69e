// The embedded sample ledger, ready to serve: made once, then kept as a file in the user's cache.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import envPaths from 'env-paths';
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
  /** Resolves when the sample is kept for the next start; false where it can not be. */
  readonly kept: Promise<boolean>;
}

/**
 * The sample ledger in memory. Each process has its own; what they share is a file that is only
 * ever read. One that is not whole is made anew.
 */
export async function openSampleDatabase(
  options: Pick<EmbeddedOptions, 'statementTimeout'> = {},
): Promise<SampleDatabase> {
  const folder = envPaths('mirrorql', { suffix: '' }).cache;
  const archive = join(folder, `sample-${await fingerprint()}.tar`);
  const database = await openEmbedded(existsSync(archive) ? archive : null, { ...options, fill });
  const kept = database.isNew ? keep(database, folder, archive) : Promise.resolve(true);
  void kept.then(() => sweep(folder));
  return { ...database, kept };
}

const fill = (database: Filling): Promise<void> =>
  seed(
    (text) => database.exec(text),
    (text, values) => database.run(text, values),
    (text, rows) => database.copy(text, rows),
  );

/** Without a cache that can be written to, the sample is made anew at each start. */
async function keep(database: EmbeddedDatabase, folder: string, archive: string) {
  try {
    await mkdir(folder, { recursive: true });
    await database.save(archive);
    return true;
  } catch {
    return false;
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

/** Changes with the engine and with anything that makes the sample what it is. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  hash.update(await readFile(join(engine, '..', '..', 'package.json')));
  for (const place of ['.', '../sql/tables/']) {
    const folder = fileURLToPath(new URL(place, import.meta.url));
    const sources = (await readdir(folder)).filter((name) => /\.[jt]s$/.test(name)).sort();
    for (const name of sources) hash.update(await readFile(join(folder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
