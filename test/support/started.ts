// The product as a process of its own: found by its first lines, ended by the test.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { productMain } from './product.js';

interface Settings {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The file that is run, where it is not the product's own. */
  readonly main?: string;
  /** Arguments of Node itself. */
  readonly node?: readonly string[];
  /** Files and sockets that it may have open. */
  readonly files?: number;
  /** The file that is its standard error. */
  readonly stderr?: number;
}

/** Starts processes with a home of their own; they are ended after the file's tests. */
export function starter() {
  const folder = mkdtempSync(join(tmpdir(), 'mirrorql-start-'));
  const children = new Set<ChildProcess>();
  let main: string;
  beforeAll(async () => {
    main = await productMain();
  });
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const start = ({
    args = [],
    environment = {},
    node = [],
    main: given,
    stderr,
    files,
  }: Settings = {}) => {
    // The sample stands still where a test does not ask for more.
    const own = { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder, MIRRORQL_TICK: '0' };
    const env = { ...own, ...environment };
    const line = [...node, given ?? main, '--port', '0', ...args];
    const limited = ['-c', `ulimit -n ${files}; exec "$0" "$@"`, process.execPath, ...line];
    const [program, words] = files ? ['sh', limited] : [process.execPath, line];
    const child = spawn(program, words, { env, stdio: ['pipe', 'pipe', stderr ?? 'pipe'] });
    children.add(child);
    let said = '';
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const url = new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        said += chunk;
        const found = /GraphQL(?: and GraphiQL)? +(\S+)\/graphql/.exec(said);
        if (found) resolve(found[1] as string);
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
    });
    url.catch(() => {});
    return { child, url, ended, said: () => said };
  };
  return { folder, start };
}
