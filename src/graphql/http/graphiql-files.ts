// What GraphiQL's page loads, as files that browsers keep: nine megabytes that are the same in every page.
import { once as onceTold } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { once } from '../../pages/once.js';

const names = ['graphiql.js', 'graphiql.css', 'graphiql.ico'] as const;
export type FileName = (typeof names)[number];

interface File {
  readonly type: string;
  /** Tells contents apart, so that each may be kept for good. */
  readonly version: string;
  readonly compressed: Uint8Array;
}

const kept = 'public, max-age=31536000, immutable';

type Files = Readonly<Record<FileName, File>>;

/**
 * The page that the package makes as one, taken apart in a thread of its own: nobody waits for that,
 * its 25 MB are given back, and what could not be read is read by the next thread as if for the first time.
 */
async function readFiles(): Promise<Files> {
  const thread = new Worker(new URL('./graphiql-worker.js', import.meta.url));
  const [files] = (await onceTold(thread, 'message')) as [Files];
  return files;
}

/** Read when the first person wants to see GraphiQL. */
const filesOnce = once(readFiles);

/** Where a page at this path finds the files, whatever stands before the path at a proxy. */
export async function fileAddresses(path: string): Promise<Readonly<Record<FileName, string>>> {
  const folder = path.endsWith('/') ? '' : 'graphql/';
  const found = await filesOnce();
  const addresses = names.map((name) => [name, `${folder}${name}?v=${found[name].version}`]);
  return Object.fromEntries(addresses);
}

/** Registers the routes of the files. */
export function graphiqlFiles(app: FastifyInstance): void {
  for (const name of names) {
    app.get(`/graphql/${name}`, async (request, reply) => {
      const { type, version, compressed } = (await filesOnce())[name];
      const { buffer, byteOffset, byteLength } = compressed;
      const { v } = request.query as { readonly v?: unknown };
      // A page of another server behind the same address may ask for what that one has.
      reply.header('cache-control', v === version ? kept : 'no-cache');
      // Whatever runs GraphiQL takes it; to unpack it for others would cost the server more than them.
      const bytes = Buffer.from(buffer, byteOffset, byteLength);
      return reply.type(type).header('content-encoding', 'gzip').send(bytes);
    });
  }
}
