// What GraphiQL's page loads, as files that browsers keep: nine megabytes that are the same in every page.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const names = ['graphiql.js', 'graphiql.css', 'graphiql.ico'] as const;
export type FileName = (typeof names)[number];

interface File {
  readonly type: string;
  /** Tells contents apart, so that each may be kept for good. */
  readonly version: string;
  readonly compressed: Buffer;
}

const kept = 'public, max-age=31536000, immutable';

async function fileOf(type: string, content: string | Buffer): Promise<File> {
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  return { type, version, compressed: await promisify(gzip)(content) };
}

/** The text between two others; @throws Error where the package has come to make another page. */
function between(page: string, start: string, end: string): string {
  const from = page.indexOf(start) + start.length;
  const to = page.lastIndexOf(end);
  if (from < start.length || to < from) throw new Error(`GraphiQL's page has no ${start}`);
  return page.slice(from, to);
}

/** Takes apart the page that the package makes as one. */
async function readFiles(): Promise<Readonly<Record<FileName, File>>> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const [top = '', rest = ''] = renderGraphiQL().split('<div id="root"></div>');
  const script = between(rest, '<script>', 'YogaGraphiQL.renderYogaGraphiQL(');
  const icon = Buffer.from(between(top, 'href="data:image/x-icon;base64,', '" />'), 'base64');
  const style = between(top, '<style>', '</style>');
  return {
    'graphiql.js': await fileOf('text/javascript; charset=utf-8', script),
    'graphiql.css': await fileOf('text/css; charset=utf-8', style),
    'graphiql.ico': await fileOf('image/x-icon', icon),
  };
}

let files: ReturnType<typeof readFiles> | undefined;

/** Read when the first person wants to see GraphiQL. */
const filesOnce = () => {
  files ??= readFiles();
  return files;
};

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
      const { v } = request.query as { readonly v?: unknown };
      // A page of another server behind the same address may ask for what that one has.
      reply.header('cache-control', v === version ? kept : 'no-cache');
      // Whatever runs GraphiQL takes it; to unpack it for others would cost the server more than them.
      return reply.type(type).header('content-encoding', 'gzip').send(compressed);
    });
  }
}
