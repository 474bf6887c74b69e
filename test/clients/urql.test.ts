// urql with its normalised cache: it is told of the schema, follows pages, and has nothing to warn of.

import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { urqlCache } from '../../src/client.js';
import type { Ledger } from '../../src/ledger.js';
import { sampleIds } from '../../src/sample/sample.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../support/ledgers.js';

const page = `query ($id: AccountRef!, $after: String) {
  account(id: $id) {
    id
    key { type key }
    now: balance { id balance timestamp }
    tokens(first: 40, after: $after) {
      edges { node { id tokenId relationship { kycStatus } token { id name } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;
const blocks = `query ($after: String, $before: String, $first: Int, $last: Int) {
  blocks(first: $first, last: $last, after: $after, before: $before) {
    edges { cursor node { id number timestamp { from to } } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

describe('urql with graphcache', () => {
  let ledger: Ledger;
  let server: Server;
  let client: Client;
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  beforeAll(async () => {
    ledger = await openSample('embedded');
    server = await serve(ledger);
    const cache = cacheExchange(urqlCache(relayPagination));
    client = new Client({
      url: `${server.url}/graphql`,
      exchanges: [cache, fetchExchange],
      preferGetMethod: false,
    });
  });
  afterAll(async () => {
    warn.mockRestore();
    await server.close();
    await ledger.close();
  });

  it('puts all tokens of an account together, page by page', async () => {
    const id = sampleIds.manyTokens;
    const first = await client.query(page, { id }).toPromise();
    expect(first.error).toBeUndefined();
    let { pageInfo } = first.data.account.tokens;
    let pages = 1;
    while (pageInfo.hasNextPage) {
      const next = await client.query(page, { id, after: pageInfo.endCursor }).toPromise();
      expect(next.error).toBeUndefined();
      ({ pageInfo } = next.data.account.tokens);
      pages++;
    }
    const whole = await client.query(page, { id }, { requestPolicy: 'cache-only' }).toPromise();
    const found = whole.data.account.tokens.edges.map(
      ({ node }: { node: { tokenId: string } }) => node.tokenId,
    );
    expect(pages).toBeGreaterThanOrEqual(5);
    expect(found.length).toBeGreaterThanOrEqual(200);
    expect(new Set(found).size).toBe(found.length);
  });

  it('goes both ways from the middle', async () => {
    const middle = await client.query(blocks, { first: 3 }).toPromise();
    const { endCursor } = middle.data.blocks.pageInfo;
    await client.query(blocks, { first: 2, after: endCursor }).toPromise();
    const back = await client.query(blocks, { last: 2, before: endCursor }).toPromise();
    expect(back.error).toBeUndefined();
    const numbers = back.data.blocks.edges.map(
      ({ node }: { node: { number: string } }) => node.number,
    );
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toEqual([...numbers].sort().reverse());
  });

  it('keeps a past balance beside the live one', async () => {
    const [at] = sampleIds.snapshots;
    const id = sampleIds.manyTokens;
    const both = `query ($id: AccountRef!, $at: Timestamp) {
      account(id: $id) { id now: balance { id balance } past: balance(at: $at) { id balance } }
    }`;
    const { data } = await client.query(both, { id, at }).toPromise();
    expect(data.account.now.id).not.toBe(data.account.past.id);
    const again = await client.query(both, { id, at }, { requestPolicy: 'cache-only' }).toPromise();
    expect(again.data).toEqual(data);
  });

  it('was warned of nothing', () => expect(warn.mock.calls).toEqual([]));
});
