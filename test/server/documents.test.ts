// What the server says of itself: the schema as a document, and the documents of the package as pages.
import { readdirSync, readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { get } from '../support/get.js';
import { serve } from '../support/ledgers.js';
import { sampleServer } from '../support/sample-server.js';

const root = new URL('../../', import.meta.url);
const server = sampleServer();

describe('the schema as a document', () => {
  const path = '/graphql/schema.graphql';

  it('is the committed one, as text that a browser shows, and builds', async () => {
    const { status, headers, text } = await get(server, path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toBe(readFileSync(new URL('schema.graphql', root), 'utf8'));
    expect(buildSchema(text).getQueryType()?.getFields()).toHaveProperty('account');
  });

  it('is kept by who has it, told that it is the same still, and sent smaller', async () => {
    const { headers } = await get(server, path);
    expect(headers['cache-control']).toBe('public, max-age=600');
    const again = { headers: { 'if-none-match': headers.etag as string } };
    expect(await get(server, path, again)).toMatchObject({ status: 304, text: '' });
    const packed = await get(server, path, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.bytes.length).toBeLessThan(30_000);
  });

  it('is not there where the schema is not told, nor is the door to it', async () => {
    const closed = await serve(server.ledger, { graphql: { introspection: false } });
    const { status, body } = await get(closed, path);
    expect(status).toBe(404);
    expect(body._status.messages[0].message).toBe('Not found');
    expect((await get(closed, '/')).text).not.toContain(path);
    expect((await get(server, '/')).text).toContain(path);
    await closed.close();
  });
});

describe('the documents as pages', () => {
  const files = readdirSync(new URL('docs', root)).filter((name) => name.endsWith('.md'));

  it('are listed, each with its title, and open', async () => {
    const { text } = await get(server, '/docs');
    expect(files.length).toBeGreaterThan(12);
    for (const path of [...files.map((name) => `/docs/${name}`), '/examples/web/README.md']) {
      expect(text).toContain(`href="${path}"`);
      const answer = await get(server, path);
      expect(`${path} ${answer.status}`).toBe(`${path} 200`);
      expect(answer.text).toMatch(/<h1 id="[^"]+">/);
      // What is said of it there is how it begins, right behind its title.
      const told = text.match(new RegExp(`href="${path}">[^<]+</a> ([^<]{20,})[.]</li>`))?.[1];
      const [, opening = ''] = answer.text.match(/<\/h1>\n<p>(.*?)<\/p>/s) ?? [];
      expect(`${path} ${opening.replaceAll(/<[^>]*>/g, '')}`).toContain(`${path} ${told}`);
    }
  });

  it('lead to one another, and to headings that are there', async () => {
    const pages = new Map<string, string>();
    for (const name of files) pages.set(`/docs/${name}`, (await get(server, `/docs/${name}`)).text);
    pages.set('/examples/web/README.md', (await get(server, '/examples/web/README.md')).text);
    const lost: string[] = [];
    let count = 0;
    for (const [path, text] of pages) {
      for (const [, href = ''] of text.matchAll(/<a href="([^"]+)"/g)) {
        const url = new URL(href, `http://here${path}`);
        if (url.host !== 'here' || !url.pathname.endsWith('.md')) continue;
        count += 1;
        const isThere = pages.get(url.pathname)?.includes(`id="${url.hash.slice(1)}"`) ?? false;
        if (!(url.hash ? isThere : pages.has(url.pathname))) lost.push(`${path}: ${href}`);
      }
    }
    expect(count).toBeGreaterThan(30);
    expect(lost).toEqual([]);
  });

  it('are no way to any other file', async () => {
    for (const path of ['/docs/../package.json', '/docs/%2e%2e%2fpackage.json', '/docs/none.md']) {
      expect(`${path} ${(await get(server, path)).status}`).toBe(`${path} 404`);
    }
  });
});
