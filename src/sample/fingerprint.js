// The sample ledger's name: changes with the engine and with anything that makes the sample what it is.
// Plain JavaScript: the build asks for it, too, and writes the answer into what it builds.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Sixteen hexadecimal digits, made of the sources beside this file. */
export function fingerprintOfSources() {
  const hash = createHash('sha256');
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  hash.update(readFileSync(join(engine, '..', '..', 'package.json')));
  for (const place of ['.', '../sql/tables/']) {
    const folder = fileURLToPath(new URL(place, import.meta.url));
    const sources = readdirSync(folder).filter((name) => /\.[jt]s$/.test(name));
    for (const name of sources.sort()) hash.update(readFileSync(join(folder, name)));
  }
  for (const name of ['worker.js', 'archive.js']) {
    hash.update(readFileSync(new URL(`../sql/engines/${name}`, import.meta.url)));
  }
  return hash.digest('hex').slice(0, 16);
}
