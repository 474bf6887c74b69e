// Connections that give nothing, take nothing, or ask for more than they take: none is kept, and others are served.
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import type { Ledger } from '../../src/ledger.js';
import type { Server, ServerOptions } from '../../src/server.js';
import { get } from '../support/get.js';
import { counted, openSample, serve } from '../support/ledgers.js';
import { exchange, open } from '../support/raw.js';

let ledger: Ledger;

beforeAll(async () => {
  ledger = await openSample('embedded');
});
afterAll(() => ledger?.close());

/** A server for the length of a test. */
async function start(
  { onTestFinished }: TestContext,
  options: Partial<ServerOptions>,
  over = ledger,
) {
  const server = await serve(over, options as object);
  onTestFinished(() => server.close());
  return server;
}

/** A connection on which this is sent; what comes is read once `resume` is called. */
function send({ onTestFinished }: TestContext, server: Server, bytes: string) {
  const socket = open(server).pause();
  onTestFinished(() => void socket.destroy());
  const read = { text: '', isOver: false };
  socket.on('data', (chunk) => {
    read.text += chunk.toString('latin1');
  });
  socket.pause();
  socket.once('close', () => {
    read.isOver = true;
  });
  socket.write(bytes);
  return { socket, read };
}

const line = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
/** Some 200 kB that cost the ledger nothing. */
const large = '/api/v1/docs/openapi.json';

describe.concurrent('a connection that is sent away', () => {
  const slowest = { headers: 400, request: 800 };

  it.for<[string, string, number]>([
    ['what is no request', 'nonsense\r\n\r\n', 400],
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: ', 408],
    ['a request line that never ends', 'GET /', 408],
    [
      'a body that never ends',
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n',
      408,
    ],
    [
      'a body for a route that has none',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\n',
      404,
    ],
    [
      'a body that is too large',
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n',
      413,
    ],
  ])('for %s ends, however much drips in on it', async ([_name, bytes, status], context) => {
    const server = await start(context, { slowest });
    const { socket, read } = send(context, server, bytes);
    socket.resume();
    const drip = setInterval(() => socket.write('x'), 50);
    await context.expect.poll(() => read.isOver, { timeout: 4000 }).toBe(true);
    clearInterval(drip);
    expect(read.text).toContain(`HTTP/1.1 ${status} `);
  });
});

describe.concurrent('requests that do not wait for their answers', () => {
  it('are bounded on one connection, and cost the ledger no more', async (context) => {
    const slow = counted({
      ...ledger,
      async page(...asked) {
        await pause(100);
        return ledger.page(...asked);
      },
    });
    const server = await start(context, { pipelined: 4 }, slow);
    const { socket, read } = send(context, server, line('/api/v1/blocks?limit=1').repeat(100));
    socket.resume();
    await context.expect.poll(() => read.isOver, { timeout: 5000 }).toBe(true);
    const statuses = Array.from(read.text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status);
    expect(statuses).toEqual(['200', '200', '200', '200', '200', '429']);
    expect(slow.calls.length).toBe(5);
  });

  it('are all answered while they are few', async (context) => {
    const server = await start(context, {});
    const bytes = line('/health').repeat(20);
    const { text } = await exchange(server, bytes, {
      isEnough: (read) => read.split('HTTP/1.1 200').length === 21,
    });
    expect(text.split('HTTP/1.1 200').length).toBe(21);
  });
});

describe.concurrent('a client that does not take its answers', () => {
  const whole = async (server: Server) => (await get(server, large)).bytes.length;
  /** More than the system keeps for a connection; the text of the page is large, and asked for often. */
  const sizeOf = async (server: Server) => {
    const one = await whole(server);
    const count = Math.ceil(16_000_000 / one);
    return { one, count, all: one * count };
  };
  /** Asks for much, and reads nothing of it. */
  const stall = (context: TestContext, server: Server, { count }: { readonly count: number }) =>
    send(context, server, line(large).repeat(count));

  it('is sent away after a while', async (context) => {
    const server = await start(context, {
      pipelined: 1000,
      connectionMemory: { patience: 300, bytesPerSecond: 1e9 },
    });
    const size = await sizeOf(server);
    const { socket, read } = stall(context, server, size);
    await pause(2500);
    socket.resume();
    await context.expect.poll(() => read.isOver, { timeout: 2000 }).toBe(true);
    expect(read.text.length).toBeLessThan(size.all);
  });

  it('is sent away sooner when many of them fill the room', async (context) => {
    const server = await start(context, { pipelined: 1000, connectionMemory: { bytes: 300_000 } });
    const size = await sizeOf(server);
    const stalled = Array.from({ length: 6 }, () => stall(context, server, size));
    await pause(2000);
    for (let again = 0; again < 10; again += 1) expect(await whole(server)).toBe(size.one);
    for (const { socket } of stalled) socket.resume();
    const cut = () =>
      stalled.filter(({ read }) => read.isOver && read.text.length < size.all).length;
    await context.expect.poll(cut, { timeout: 5000 }).toBeGreaterThanOrEqual(3);
  });

  it('gets one that is larger than the room, while it takes it', async (context) => {
    const server = await start(context, { pipelined: 1000, connectionMemory: { bytes: 1000 } });
    expect(await whole(server)).toBeGreaterThan(10_000);
  });

  it('is charged with no body that has been answered already', async (context) => {
    const cache = memoryStore(1_000_000);
    const server = await start(context, {
      graphql: { cache } as ServerOptions['graphql'],
      connectionMemory: { bytes: 5000 },
    });
    const asked = `GET /graphql?query={__typename} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n`;
    const { socket, read } = send(context, server, (asked + 'x'.repeat(1000)).repeat(20));
    socket.resume();
    const answers = () => read.text.split('HTTP/1.1 200').length - 1;
    await context.expect.poll(answers, { timeout: 5000 }).toBe(20);
    expect(read.isOver).toBe(false);
  });

  it('but slowly gets them whole', async (context) => {
    const server = await start(context, {
      pipelined: 1000,
      connectionMemory: { patience: 700, bytesPerSecond: 10_000_000 },
    });
    const size = await sizeOf(server);
    const { socket, read } = stall(context, server, size);
    const sips = setInterval(() => {
      socket.resume();
      setTimeout(() => socket.pause(), 5);
    }, 50);
    await context.expect
      .poll(() => read.text.length, { timeout: 15_000 })
      .toBeGreaterThan(size.all);
    clearInterval(sips);
    expect(read.isOver).toBe(false);
  });
});

describe.concurrent('a host with several addresses', () => {
  it('is bounded on each of them, and ends on each of them', async (context) => {
    const server = await start(context, {
      host: 'localhost',
      slowest: { headers: 400, request: 800 },
    });
    const { port } = new URL(server.url);
    const kept: Socket[] = [];
    for (const address of ['127.0.0.1', '[::1]']) {
      const at = { url: `http://${address}:${port}` };
      const full = await exchange(at, line('http://x/health'));
      // A machine without IPv6 has one address only.
      if (full.status === null && address === '[::1]') continue;
      expect(full.status).toBe(200);
      const slow = await exchange(at, 'GET /', { isEnough: () => false });
      expect(slow).toMatchObject({ status: 408, isOver: true });
      const socket = connect(Number(port), address.replace(/[[\]]/g, '')).on('error', () => {});
      kept.push(socket);
      await new Promise((resolve) => socket.once('connect', resolve));
    }
    const ends = kept.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    const began = performance.now();
    await server.close();
    await Promise.all(ends);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe.concurrent('connections beyond the limit', () => {
  it('are closed at once, and taken again when others have left', async (context) => {
    const server = await start(context, { connections: 3 });
    const first = [1, 2, 3].map(() => send(context, server, 'GET'));
    await pause(100);
    const { isOver, status } = await exchange(server, line('/health'));
    expect({ isOver, status }).toEqual({ isOver: true, status: null });
    first[0]?.socket.destroy();
    await pause(100);
    expect((await exchange(server, line('/health'))).status).toBe(200);
  });
});
