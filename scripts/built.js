// Builds where the sources are newer than the build; takes no time where they are not.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const changed = (/** @type {string} */ name) => statSync(new URL(name, root)).mtimeMs;
const newest = Math.max(
  ...readdirSync(new URL('src', root), { recursive: true }).map((name) => changed(`src/${name}`)),
);

if (!existsSync(new URL('dist/main.js', root)) || changed('dist/.tsbuildinfo') < newest) {
  const args = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
