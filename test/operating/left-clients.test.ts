// Clients that leave before they are answered: nothing is kept of them, and nothing is done for them that others would not get.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, type TestContext } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import { LedgerError, withoutStack } from '../../src/errors.js';
import type { Operation, Page } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { serve } from '../support/ledgers.js';
import { nothing } from '../support/nothing.js';
import { exchange, open } from '../support/raw.js';

const query = '{ blocks(first: 1) { nodes { number } } }';
const body = JSON.stringify({ query });
const post = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const answered = JSON.stringify({ data: { blocks: { nodes: [] } } });

/** A server over a ledger without rows, which gives pages when it is let. */
async function start({ onTestFinished }: TestContext) {
  const asked: (() => void)[] = [];
  const page = (operation: Operation) =>
    new Promise<Page<never>>((resolve, reject) => {
      if (operation.over === undefined)
        asked.push(() => resolve({ items: [], next: null, timestamp: null }));
      const late = (reason: unknown) =>
        withoutStack(() => new LedgerError('UPSTREAM_TIMEOUT', undefined, {}, reason));
      operation.whenOver((reason) => reject(late(reason)));
    });
  const server = await serve(
    { ...nothing, page: (_list, _request, operation) => page(operation) },
    { graphql: { cache: memoryStore(1_000_000) } },
  );
  onTestFinished(() => server.close());
  return { server, asked };
}

/** Sends a request as a client that leaves when the answer is called. */
async function leaving(server: Server, request: string): Promise<() => Promise<void>> {
  const socket = open(server);
  socket.write(request);
  await pause(50);
  return async () => {
    socket.destroy();
    await pause(50);
  };
}

describe('clients that leave', () => {
  it.for([
    ['REST', '/api/v1/blocks'],
    ['GraphQL', `/graphql?${new URLSearchParams({ query })}`],
  ])('are forgotten, of %s', async ([, path], context) => {
    const { server, asked } = await start(context);
    const sockets: WeakRef<object>[] = [];
    const note = (message: unknown) =>
      void sockets.push(new WeakRef((message as { readonly socket: Socket }).socket));
    subscribe('net.server.socket', note);
    context.onTestFinished(() => void unsubscribe('net.server.socket', note));
    const leave = await leaving(server, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await expect.poll(() => [sockets.length, asked.length]).toEqual([1, 1]);
    await leave();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const isGone = () => {
      collect();
      return sockets[0]?.deref() === undefined;
    };
    await expect.poll(isGone, { timeout: 5000 }).toBe(true);
  });

  it('are not worked for, where they have waited for the answer of another one', async (context) => {
    const { server, asked } = await start(context);
    const first = await leaving(server, post);
    const second = await leaving(server, post);
    await second();
    await first();
    await pause(100);
    expect(asked).toHaveLength(1);
  });

  it('leave it to one of those who wait for the same answer to make it', async (context) => {
    const { server, asked } = await start(context);
    const first = await leaving(server, post);
    const isEnough = (text: string) => text.includes(answered);
    const others = [1, 2, 3].map(() => exchange(server, post, { isEnough }));
    await pause(200);
    await first();
    await expect.poll(() => asked.length).toBe(2);
    await pause(100);
    for (const answer of asked) answer();
    for (const { text } of await Promise.all(others)) expect(text).toContain(answered);
    expect(asked).toHaveLength(2);
  });
});
