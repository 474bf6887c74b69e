// A ledger that a program opens answers as a server over the same one does: warnings, codes and all.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MirrorqlServer, type OpenLedger, openLedger, startServer } from '../../src/index.js';

const options = { 'max-calls': 6, log: 'silent' };
let ledger: OpenLedger;
let server: MirrorqlServer;
beforeAll(async () => {
  server = await startServer({ ...options, port: 0, tick: 0 });
  ledger = await openLedger({ ...options, upstream: server.url });
});
afterAll(async () => {
  await ledger.close();
  await server.close();
});

async function served(query: string, variables: unknown): Promise<unknown> {
  const body = JSON.stringify({ query, variables });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })).json();
}

it('a server that can not start leaves nothing open', async () => {
  const sockets = new Set<Socket>();
  const taken = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
  });
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  const { port } = taken.address() as AddressInfo;
  const redis = `redis://127.0.0.1:${port}`;
  const starting = startServer({
    ...options,
    upstream: server.url,
    host: '127.0.0.1',
    port,
    redis,
  });
  await expect(starting).rejects.toThrow('EADDRINUSE');
  await pause(500);
  expect(sockets.size).toBe(0);
  taken.close();
});

describe('an open ledger', () => {
  it.each([
    [
      'a list that stops early',
      '{ topic(id: "0.0.4005") { messages(first: 1000) { pageInfo { hasNextPage } } } }',
    ],
    [
      'a field that fails',
      '{ account(id: 1001) { memo tokens(after: "x") { nodes { amount } } } }',
    ],
    ['what is no query', '{ blocks'],
    ['what is no field', '{ nothing }'],
    ['what the schema has none of', 'mutation { nothing }'],
    ['what compares too many fields', `{ ${'account(id: "2") { memo } '.repeat(440)} }`],
    ['a variable that is not defined', '{ account(id: $nobody) { id } }'],
    ['an argument that is wrong', '{ account(id: "what") { id } }'],
    [
      'a variable that is wrong',
      'query ($id: AccountRef!) { account(id: $id) { id } }',
      { id: '?' },
    ],
    ['a variable that is missing', 'query ($id: AccountRef!) { account(id: $id) { id } }'],
  ])('answers as the server does to %s', async (_, query, variables?: Record<string, unknown>) => {
    const given = await ledger.query(query, variables);
    expect(JSON.parse(JSON.stringify(given))).toEqual(await served(query, variables));
  });

  it('takes a bigint for an int64', async () => {
    const query = 'query ($number: Int64) { block(number: $number) { number } }';
    const { data } = await ledger.query(query, { number: 91206999n });
    expect(data).toEqual({ block: { number: '91206999' } });
    const { errors } = await ledger.query(query, { number: 2n ** 63n });
    expect(errors?.[0]?.message).toContain('but got 9223372036854775808');
  });

  it('may be closed more than once', async () => {
    const other = await openLedger({ upstream: server.url });
    await Promise.all([other.close(), other.close()]);
    await other.close();
  });
});
