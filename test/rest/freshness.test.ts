// What caches between a client and the REST face are told: how old an answer is, and who may have it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { get } from '../support/get.js';
import { remote, serve } from '../support/ledgers.js';
import { type Stub, startStub } from '../support/stub.js';

const body = { blocks: [], links: { next: null } };

describe('an answer of the REST face', () => {
  let stub: Stub;
  let ledger: Ledger;
  let server: Server;
  const ask = async (headers = {}) => (await get(server, '/api/v1/blocks', { headers })).headers;

  beforeAll(async () => {
    const headers = { 'cache-control': 'public, max-age=60', age: '7' };
    stub = await startStub(() => ({ body, headers }));
    ledger = remote(stub.url);
    server = await serve(ledger);
  });
  afterAll(async () => {
    await server.close();
    await ledger.close();
    await stub.close();
  });

  it('says how old it is, so that nobody keeps it for longer than it may be kept', async () => {
    const { age, 'cache-control': control } = await ask();
    expect(control).toBe('public, max-age=1');
    expect(Number(age)).toBeGreaterThanOrEqual(7);
  });

  it('is none for who wants a fresh one, and a fresh one is nobody else’s', async () => {
    expect((await ask()).vary).toContain('x-mirrorql-fresh, x-mirrorql-wait-for');
    expect((await ask({ 'x-mirrorql-fresh': '1' }))['cache-control']).toBe('no-store');
  });

  it('is kept by nobody where the server says so', async () => {
    const other = await serve(ledger, { rest: { isKept: false } });
    const { headers } = await get(other, '/api/v1/blocks');
    await other.close();
    expect(headers['cache-control']).toBe('no-store');
  });
});
