// The folder of the example front end as someone takes it along: it needs a server, and nothing of this repository.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../support/ledgers.js';
import { isInstalled, root } from '../support/web.js';

describe.skipIf(!isInstalled)('a copy of the example front end', () => {
  let ledger: Ledger;
  let server: Server;
  let copy: string;

  beforeAll(async () => {
    ledger = await openSample('embedded');
    server = await serve(ledger);
    copy = await mkdtemp(join(tmpdir(), 'mirrorql-copy-'));
    const isTaken = (path: string) => !/node_modules|dist|src\/gql/.test(path.slice(root.length));
    await cp(root, copy, { recursive: true, filter: isTaken });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  });
  afterAll(async () => {
    await server?.close();
    await ledger?.close();
    if (copy) await rm(copy, { recursive: true });
  });

  it('makes its types from the schema that a server serves, the same as here', async () => {
    const env = { ...process.env, MIRRORQL: server.url };
    await promisify(execFile)('npm', ['run', '--silent', 'codegen'], { cwd: copy, env });
    for (const file of ['gql.ts', 'graphql.ts']) {
      const made = await readFile(join(copy, 'src/gql', file), 'utf8');
      expect(made).toBe(await readFile(join(root, 'src/gql', file), 'utf8'));
    }
  });
});
