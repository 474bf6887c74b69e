// The page of GraphiQL is small and leaves packed, and what it loads is sent packed and kept for good by whoever has it.
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { get, sampleClient } from '../support/get.js';
import { openSample, serve } from '../support/ledgers.js';

describe('the page of GraphiQL', () => {
  const read = sampleClient();

  const html = { accept: 'text/html' };
  const page = async (path: string) => {
    const { status, text } = await read(path, { headers: html });
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

  it.each(['/graphql', '/graphql/', '/graphql?variables=%7B%7D'])(
    'leaves packed for who takes it so, under one weak tag: %s',
    async (path) => {
      const plain = await read(path, { headers: html });
      const taking = { ...html, 'accept-encoding': 'gzip, deflate, br' };
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers['content-length']).toBe(String(plain.bytes.length));
      const packed = await read(path, { headers: taking });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
      expect(packed.headers.etag).toBe(plain.headers.etag);
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
      expect((await read(path, { headers: taking })).bytes).toEqual(packed.bytes);
      for (const [headers, { length }] of [
        [html, plain.bytes],
        [taking, packed.bytes],
      ] as const) {
        const head = await read(path, { method: 'HEAD', headers });
        expect(head).toMatchObject({ status: 200, text: '' });
        expect(head.headers['content-length']).toBe(String(length));
        expect(head.headers.etag).toBe(plain.headers.etag);
      }
    },
  );

  it('is asked for each time, and not sent again to who has it', async () => {
    const { headers } = await read('/graphql', { headers: html });
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      etag: expect.stringMatching(/^W\//),
    });
    // What the same address answers to others is no page.
    expect(headers.vary?.toLowerCase().split(', ')).toEqual(
      expect.arrayContaining(['accept', 'accept-encoding']),
    );
    const known = { ...html, 'if-none-match': headers.etag as string };
    for (const coding of ['gzip', 'identity']) {
      const again = await read('/graphql', { headers: { ...known, 'accept-encoding': coding } });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers['content-encoding']).toBeUndefined();
      expect(again.headers.etag).toBe(headers.etag);
    }
    const other = await read('/graphql?variables=%7B%7D', { headers: known });
    expect(other.status).toBe(200);
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
