// The product as others have it: built once for all tests, and packed and installed once for those that import it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { addSample, buildAll } from '../../scripts/build.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** Makes a folder in one of the test processes; the others wait for it. */
export async function once(folder: string, make: (own: string) => Promise<void>): Promise<string> {
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!(await mkdir(lock).then(...isDone))) {
      await wait(50);
      continue;
    }
    try {
      const own = `${folder}-${process.pid}`;
      if (!existsSync(folder)) await make(own).then(() => rename(own, folder));
    } finally {
      await rmdir(lock);
    }
  }
  return folder;
}

const isDone = [() => true, () => false] as const;

let built: Promise<string> | undefined;

/** The file that Node runs; whoever asks first, of all test processes, has it built. */
export const productMain = (): Promise<string> => {
  built ??= once(join(inject('product'), 'dist'), buildAll).then((code) => join(code, 'main.js'));
  return built;
};

export interface Installed {
  /** A folder whose `node_modules` holds the package and what it needs. */
  readonly folder: string;
  /** What npm said while it packed and installed. */
  readonly said: string;
}

let installed: Promise<Installed> | undefined;

/** The package in a folder that holds nothing else, as `npm pack` and `npm install` put it there. */
export const installPackage = (): Promise<Installed> => {
  installed ??= install();
  return installed;
};

async function install(): Promise<Installed> {
  await productMain();
  const product = inject('product');
  const folder = await once(join(product, 'installed'), async (own) => {
    const contents = `${own}-contents`;
    // npm packs no link.
    const isPacked = (path: string) => !path.includes('node_modules');
    await mkdir(contents);
    for (const name of [
      'package.json',
      'static',
      'examples',
      'docs',
      'schema.graphql',
      'LICENSE',
    ]) {
      await cp(join(root, name), join(contents, name), { recursive: true, filter: isPacked });
    }
    await cp(join(product, 'dist'), join(contents, 'dist'), { recursive: true });
    await addSample(join(contents, 'dist'));
    const pack = await run('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: contents });
    await mkdir(own);
    await writeFile(join(own, 'package.json'), '{ "private": true, "type": "module" }\n');
    const tarball = join(contents, pack.stdout.trim());
    const line = [
      'install',
      '--loglevel=notice',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      tarball,
    ];
    const { stdout, stderr } = await run('npm', line, { cwd: own });
    await writeFile(join(own, 'said.txt'), pack.stderr + stdout + stderr);
    await rm(contents, { recursive: true });
  });
  return { folder, said: await readFile(join(folder, 'said.txt'), 'utf8') };
}
