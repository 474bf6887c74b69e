// The product as a process starts it: compiled once for all tests, which costs less than one start from the sources.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
let made: Promise<string> | undefined;

/** The file that Node runs; whoever asks first, of all test processes, has it compiled. */
export const productMain = (): Promise<string> => {
  made ??= compiled(inject('product'));
  return made;
};

async function compiled(folder: string): Promise<string> {
  const code = join(folder, 'dist');
  if (!existsSync(code)) {
    const own = `${code}-${process.pid}`;
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const settings = ['--outDir', own, '--noCheck', '--incremental', 'false'];
    const args = [compiler, '-p', join(root, 'tsconfig.build.json'), ...settings];
    await promisify(execFile)(process.execPath, args);
    // Another process may have been quicker.
    await rename(own, code).catch(() => rm(own, { recursive: true }));
  }
  return join(code, 'main.js');
}
