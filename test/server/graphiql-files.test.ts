// The page of GraphiQL is small, and what it loads is sent packed and kept for good by whoever has it.
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { get, sampleClient } from '../support/get.js';
import { openSample, serve } from '../support/ledgers.js';

describe('the page of GraphiQL', () => {
  const read = sampleClient();

  const page = async (path: string) => {
    const { status, text } = await read(path, { headers: { accept: 'text/html' } });
    expect(status).toBe(200);
    return text;
  };
  /** Addresses of what the page at a path loads, as a browser finds them. */
  const loads = async (path: string) => {
    const named = [...(await page(path)).matchAll(/(?:src|href)="([^"#]*graphiql\.\w+[^"]*)"/g)];
    return named.map(([, address = '']) => new URL(address, `http://x${path}`));
  };

  it('is small, and names its files by what is in them', async () => {
    expect((await page('/graphql')).length).toBeLessThan(60_000);
    const found = await loads('/graphql');
    expect(found.map(({ pathname }) => pathname)).toEqual([
      '/graphql/graphiql.ico',
      '/graphql/graphiql.css',
      '/graphql/graphiql.js',
    ]);
    for (const { search } of found) expect(search).toMatch(/^\?v=[\w-]{16}$/);
    expect(await loads('/graphql/')).toEqual(found);
  });

  it('runs no script that is in the variables of its address, and opens with them as they are', async () => {
    const variables = '{"a":"</script><script>broken()</script><!--<script>"}';
    const text = await page(`/graphql?variables=${encodeURIComponent(variables)}`);
    const scripts = (of: string) => of.match(/<\/?script|<!--/g);
    expect(scripts(text)).toEqual(scripts(await page('/graphql')));
    const [, options = ''] = /renderYogaGraphiQL\(.*?, (\{.*\})\);/.exec(text) ?? [];
    expect(JSON.parse(options)).toMatchObject({ variables });
  });

  it('has files that are sent packed, and kept for good under their version alone', async () => {
    for (const { pathname, search } of await loads('/graphql')) {
      const { status, headers, bytes } = await read(pathname + search);
      expect(status, pathname).toBe(200);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-encoding']).toBe('gzip');
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(bytes.length).toBeLessThan(3_000_000);
      expect(gunzipSync(bytes).length).toBeGreaterThan(bytes.length);
      const other = await read(`${pathname}?v=of-another-build`, { method: 'HEAD' });
      expect(other.headers['cache-control']).toBe('no-cache');
      expect(other.headers['content-length']).toBe(String(bytes.length));
    }
  });

  it('has no files where there is no page', async () => {
    const ledger = await openSample('embedded');
    const bare = await serve(ledger, { graphql: { graphiql: false } });
    for (const { pathname } of await loads('/graphql')) {
      const { status } = await get(bare, pathname);
      expect(status, pathname).toBe(404);
    }
    await bare.close();
    await ledger.close();
  });
});
