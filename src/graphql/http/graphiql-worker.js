// The thread that takes GraphiQL's page apart and packs it: what that takes of memory and time goes with it.
// Plain JavaScript: the same file runs from the sources and from the build.
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';

function fileOf(/** @type {string} */ type, /** @type {string | Buffer} */ content) {
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  return { type, version, compressed: gzipSync(content) };
}

/** The text between two others; @throws Error where the package has come to make another page. */
function between(
  /** @type {string} */ page,
  /** @type {string} */ start,
  /** @type {string} */ end,
) {
  const from = page.indexOf(start) + start.length;
  const to = page.lastIndexOf(end);
  if (from < start.length || to < from) throw new Error(`GraphiQL's page has no ${start}`);
  return page.slice(from, to);
}

const [top = '', rest = ''] = renderGraphiQL().split('<div id="root"></div>');
const script = between(rest, '<script>', 'YogaGraphiQL.renderYogaGraphiQL(');
const icon = Buffer.from(between(top, 'href="data:image/x-icon;base64,', '" />'), 'base64');
const style = between(top, '<style>', '</style>');
parentPort?.postMessage({
  'graphiql.js': fileOf('text/javascript; charset=utf-8', script),
  'graphiql.css': fileOf('text/css; charset=utf-8', style),
  'graphiql.ico': fileOf('image/x-icon', icon),
});
