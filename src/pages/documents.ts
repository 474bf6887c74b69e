// The documents of this package as pages: `docs/*.md` and the front end's own, under the paths they have here.
import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { LedgerError } from '../errors.js';
import { packageRoot } from '../root.js';
import { pageAssets } from './assets.js';
import { Html, html, htmlPage } from './html.js';
import { once } from './once.js';

const frontEnd = 'examples/web/README.md';
const first = 'docs/getting-started.md';

const { style, policy } = pageAssets('documents', false);

/** Registers `/docs` and each document; they are read and made into pages when first asked for. */
export function documentPages(app: FastifyInstance): void {
  const serve = (path: string, make: () => Promise<string>) => {
    const made = once(make);
    app.get(path, async (_request, reply) => {
      reply.headers({
        'content-security-policy': policy,
        'cache-control': 'public, max-age=600',
        'x-content-type-options': 'nosniff',
      });
      return reply.type('text/html; charset=utf-8').send(await made());
    });
  };
  const paths = documents();
  serve('/docs', async () => contents(paths));
  for (const path of paths) serve(`/${path}`, () => documentPage(path));
  // A document of another name is none, as is any path.
  app.get('/docs/*', async () => {
    throw new LedgerError('NOT_FOUND');
  });
}

/** Paths of the documents, what one reads first at the top. */
function documents(): string[] {
  const files = readdirSync(new URL('docs/', packageRoot)).filter((name) => name.endsWith('.md'));
  return [...new Set([first, frontEnd, ...files.sort().map((name) => `docs/${name}`)])];
}

const textOf = (path: string) => readFileSync(new URL(path, packageRoot), 'utf8');
const titleOf = (text: string) => /^# (.*)/m.exec(text)?.[1] ?? '';

/** The first sentence of a document. */
function openingOf(text: string): string {
  const line = text.split('\n').find((one) => /^[\w[]/.test(one)) ?? '';
  const plain = line.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
  return plain.split(/(?<=[.:]) /)[0]?.replace(/:$/, '.') ?? '';
}

const contents = (paths: readonly string[]): string =>
  page(
    'Documents',
    html`<h1>Documents</h1>
<ul class="contents">${paths.map((path) => {
      const text = textOf(path);
      return html`<li><a href="/${path}">${titleOf(text)}</a> ${openingOf(text)}</li>`;
    })}</ul>`,
  );

async function documentPage(path: string): Promise<string> {
  const [{ Marked }, { gfmHeadingId }] = await Promise.all([
    import('marked'),
    import('marked-gfm-heading-id'),
  ]);
  const text = textOf(path);
  const body = await new Marked(gfmHeadingId(), { gfm: true }).parse(text);
  // What is wider than the screen moves by itself, by keyboard, too.
  const fitted = body
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
  return page(titleOf(text), new Html(fitted));
}

const page = (title: string, body: Html): string =>
  htmlPage(
    `${title} · mirrorql`,
    style,
    html`<nav aria-label="Pages"><a href="/">mirrorql</a> <a href="/docs">Documents</a></nav>
<main>${body}</main>`,
  );
