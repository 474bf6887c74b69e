// Builds where what is built of is newer than the build; takes no time where it is not.
import { existsSync, readdirSync, statSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const changed = (/** @type {string} */ name) => statSync(new URL(name, root)).mtimeMs;
const sources = readdirSync(new URL('src', root), { recursive: true }).map((name) => `src/${name}`);
const newest = Math.max(...['package.json', 'scripts/build.js', ...sources].map(changed));

// The licences are written last.
const last = 'dist/LICENSES.txt';
if (!existsSync(new URL(last, root)) || changed(last) < newest) {
  const { buildAll } = await import('./build.js');
  await buildAll(new URL('dist', root).pathname);
}
