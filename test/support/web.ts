// The example front end of examples/web as it is deployed: built by its own Vite, served beside /graphql.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { preview } from 'vite';
import { inject } from 'vitest';
import { once } from './product.js';

/** Its folder. */
export const root = fileURLToPath(new URL('../../examples/web/', import.meta.url));
const vite = join(root, 'node_modules/vite/bin/vite.js');

/** Whether its packages are installed; where they are not, that is said once. */
export const isInstalled = existsSync(vite);
if (!isInstalled) {
  process.stdout.write(
    'not covered: the example front end, since its packages are missing (npm --prefix examples/web ci)\n',
  );
}

export interface Site {
  readonly url: string;
  close(): Promise<void>;
}

let built: Promise<string> | undefined;

/** Builds it once for all test processes. */
const build = (): Promise<string> =>
  once(join(inject('product'), 'web'), async (outDir) => {
    const env = { ...process.env, NODE_ENV: 'production' };
    const args = [vite, 'build', '--outDir', outDir, '--logLevel', 'warn'];
    await promisify(execFile)(process.execPath, args, { cwd: root, env });
  });

/** Serves the built example over a mirrorql. */
export async function openSite(mirrorql: string): Promise<Site> {
  built ??= build();
  const outDir = await built;
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, proxy: { '/graphql': mirrorql } },
  });
  const url = server.resolvedUrls?.local[0] as string;
  return {
    url,
    close() {
      // A browser keeps its connections.
      (server.httpServer as Server).closeAllConnections();
      return server.close();
    },
  };
}
