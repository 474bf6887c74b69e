// The page of GraphiQL is small, and what it loads is sent packed and kept for good by whoever has it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../support/ledgers.js';

describe('the page of GraphiQL', () => {
  let ledger: Ledger;
  let server: Server;

  beforeAll(async () => {
    ledger = await openSample('embedded');
    server = await serve(ledger);
  });
  afterAll(async () => {
    await server?.close();
    await ledger?.close();
  });

  const read = async (path: string) => {
    const answer = await fetch(server.url + path, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  /** Addresses of what the page at a path loads, as a browser finds them. */
  const loads = async (path: string) => {
    const named = [...(await read(path)).matchAll(/(?:src|href)="([^"#]*graphiql\.\w+[^"]*)"/g)];
    return named.map(([, address = '']) => new URL(address, server.url + path));
  };

  it('is small, and names its files by what is in them', async () => {
    expect((await read('/graphql')).length).toBeLessThan(60_000);
    const found = await loads('/graphql');
    expect(found.map(({ pathname }) => pathname)).toEqual([
      '/graphql/graphiql.ico',
      '/graphql/graphiql.css',
      '/graphql/graphiql.js',
    ]);
    for (const { search } of found) expect(search).toMatch(/^\?v=[\w-]{16}$/);
    expect(await loads('/graphql/')).toEqual(found);
  });

  it('has files that are sent packed, and kept for good under their version alone', async () => {
    for (const address of await loads('/graphql')) {
      const answer = await fetch(address);
      const length = Number(answer.headers.get('content-length'));
      expect(answer.status, address.pathname).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(length).toBeLessThan(3_000_000);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(length);
      address.search = '?v=of-another-build';
      const other = await fetch(address, { method: 'HEAD' });
      expect(other.headers.get('cache-control')).toBe('no-cache');
      expect(other.headers.get('content-length')).toBe(String(length));
    }
  });

  it('has no files where there is no page', async () => {
    const bare = await serve(ledger, { graphql: { graphiql: false } });
    for (const { pathname } of await loads('/graphql')) {
      const { status } = await fetch(bare.url + pathname);
      expect(status, pathname).toBe(404);
    }
    await bare.close();
  });
});
