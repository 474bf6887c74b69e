// One Redis for several networks: each gets its own answers, and nothing that stands there can harm.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest';
import { timeLeft } from '../../src/answers/response-cache.js';
import { readConfig } from '../../src/config.js';
import { openLedger } from '../../src/open.js';
import { redisStore } from '../../src/operating/redis.js';
import { serve } from '../../src/serve.js';
import { silentProxy } from '../support/proxy.js';
import { hasRedis, redisUrl } from '../support/redis.js';
import { type Handler, type Stub, startStub } from '../support/stub.js';

const quiet = pino({ level: 'silent' });
const address = new URL(redisUrl);
// Apart from what else uses it.
address.pathname = '/11';
const none = new Map<string, string>();

/** A server as the command line starts it, with the shared Redis. */
async function start({ onTestFinished }: TestContext, args: readonly string[], documents = none) {
  const config = readConfig([...args, '--port', '0', '--redis', address.href], {});
  const opened = await openLedger(config, {});
  const server = await serve(config, documents, opened, quiet);
  onTestFinished(async () => {
    await server.close();
    await opened.ledger.close();
  });
  // Without a queue, what is asked before the connection stands is a miss.
  await new Promise((resolve) => setTimeout(resolve, 150));
  return async (body: object) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { data: unknown } };
  };
}

/** A mirror node whose newest block tells it from others. */
async function network({ onTestFinished }: TestContext, number: number): Promise<Stub> {
  const block = { number, hash: `0x${'0'.repeat(96)}`, timestamp: { from: '1.0', to: '2.0' } };
  const handler: Handler = () => ({ body: { blocks: [block], links: { next: null } } });
  const stub = await startStub(handler);
  onTestFinished(() => stub.close());
  return stub;
}

/** Where an answer is kept there. */
const placeOf = (key: string) =>
  `mirrorql:answer:${createHash('sha256').update(key).digest('base64url')}`;

/** An answer as it is kept there. */
const good = {
  ...{ name: null, contentType: 'application/json; charset=utf-8', maxAge: 10 },
  body: '{"data":{"a":1}}',
};

let asked = 0;
const query = () =>
  `query Q${process.pid}x${Date.now()}x${++asked} { blocks(first: 1) { nodes { number } } }`;
const blockOf = (number: number) => ({ blocks: { nodes: [{ number: String(number) }] } });
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

describe.skipIf(!hasRedis)('servers on one Redis', { concurrent: true }, () => {
  it('of two networks each give their own answers', async (context) => {
    const [one, other] = [await network(context, 1), await network(context, 2)];
    const [first, second] = [
      await start(context, ['--upstream', one.url]),
      await start(context, ['--upstream', other.url]),
    ];
    const body = { query: query() };
    expect((await first(body)).body.data).toEqual(blockOf(1));
    await pause();
    expect((await second(body)).body.data).toEqual(blockOf(2));
    expect((await first(body)).body.data).toEqual(blockOf(1));
  });

  it('of one network share theirs, whatever credentials they ask with', async (context) => {
    const { url, calls } = await network(context, 3);
    const header = (key: string) => ['--upstream-header', `Authorization: Bearer ${key}`];
    const first = await start(context, ['--upstream', url, ...header('a')]);
    const second = await start(context, ['--upstream', `${url}/`, ...header('b')]);
    const body = { query: query() };
    expect((await first(body)).body.data).toEqual(blockOf(3));
    await pause();
    expect((await second(body)).body.data).toEqual(blockOf(3));
    expect(calls.length).toBe(1);
  });

  it.for<[string, string[], Map<string, string>]>([
    ['other limits', ['--max-page', '7'], none],
    ['no introspection', ['--no-introspection'], none],
    ['a subgraph', ['--federation'], none],
    ['another header that chooses what is read', ['--upstream-header', 'X-Network: b'], none],
    ['other trusted operations', [], new Map([['a', '{ __typename }']])],
  ])('with %s do not', async ([_name, args, documents], context) => {
    const { url, calls } = await network(context, 4);
    const first = await start(context, ['--upstream', url]);
    const second = await start(context, ['--upstream', url, ...args], documents);
    const body = { query: query() };
    await first(body);
    await pause();
    expect((await second(body)).body.data).toEqual(blockOf(4));
    expect(calls.length).toBe(2);
  });

  it('with other operations under the same id run their own', async (context) => {
    const { url } = await network(context, 5);
    const documentId = `id-${process.pid}-${Date.now()}`;
    const named = (alias: string) =>
      start(context, ['--upstream', url], new Map([[documentId, `{ ${alias}: __typename }`]]));
    const [first, second] = [await named('a'), await named('b')];
    expect((await first({ documentId })).body.data).toEqual({ a: 'Query' });
    await pause();
    expect((await second({ documentId })).body.data).toEqual({ b: 'Query' });
  });

  it('count the requests of a client together for one network, and apart for another', async (context) => {
    const [one, other] = [await network(context, 6), await network(context, 7)];
    const limited = (url: string) => start(context, ['--upstream', url, '--rate-limit', '4']);
    const [first, second, apart] = [
      await limited(one.url),
      await limited(one.url),
      await limited(other.url),
    ];
    const body = { query: '{ __typename }' };
    const statuses = [];
    for (const ask of [first, second, first, second, first, second, apart]) {
      statuses.push((await ask(body)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 200]);
  });
});

describe.skipIf(!hasRedis)('what stands in Redis', { concurrent: true }, () => {
  let client: Redis;
  beforeAll(() => {
    client = new Redis(address.href);
  });
  afterAll(() => client?.disconnect());

  const kinds: [string, (key: string) => Promise<unknown>][] = [
    ...[
      ...['', 'no JSON', '{', 'null', '1', '"text"', '[]', '{}', 'true', '\0', '{"body":1}'],
      ...['{"name":null}', '[[[[', '{"made":"x"}'],
    ].map((text): [string, (key: string) => Promise<unknown>] => [
      JSON.stringify(text),
      (key) => client.set(key, text),
    ]),
    ...[
      { body: 5 },
      { body: 'no JSON' },
      { body: '[]' },
      { body: null },
      { contentType: 'text/html' },
      { contentType: 'application/json\r\nX-Evil: 1' },
      { contentType: 7 },
      { name: {} },
      { name: 'a\nb' },
      { made: 'now' },
      { made: Date.now() + 1e9 },
      { made: null },
      { maxAge: -1 },
      { maxAge: 1e12 },
      { maxAge: '10' },
    ].map((part): [string, (key: string) => Promise<unknown>] => [
      JSON.stringify(part),
      (key) => client.set(key, JSON.stringify({ ...good, made: Date.now(), ...part })),
    ]),
    ['a list', (key) => client.rpush(key, 'a', 'b')],
    ['a map', (key) => client.hset(key, 'a', 'b')],
    ['a set', (key) => client.sadd(key, 'a')],
    ['20 MB', (key) => client.set(key, 'x'.repeat(20_000_000))],
    ['bytes', (key) => client.set(key, Buffer.from([0xff, 0xfe, 0, 0x80]))],
  ];

  it.for(kinds)('such as %s is a miss, and the answer is made anew', async ([_name, write]) => {
    const store = redisStore(address.href, quiet);
    await new Promise((ready) => store.client.once('ready', ready));
    const key = `garbage-${process.pid}-${Date.now()}-${++asked}`;
    await write(placeOf(key));
    expect(await store.get(key)).toBe(null);
    const answer = { ...good, made: Date.now() };
    const isBack = async () => {
      store.set(key, answer);
      expect(await store.get(key)).toEqual(answer);
    };
    // What a busy machine takes too long for is not written, or a miss.
    await vi.waitFor(isBack, 10_000);
    store.close();
  });

  it('is given for no longer than it says, though the clock of its server is ahead', async () => {
    const store = redisStore(address.href, quiet);
    await new Promise((ready) => store.client.once('ready', ready));
    const key = `ahead-${process.pid}-${Date.now()}`;
    await client.set(placeOf(key), JSON.stringify({ ...good, made: Date.now() + 30_000 }));
    const found = await store.get(key);
    expect(found && timeLeft(found)).toBeLessThanOrEqual(good.maxAge * 1000);
    store.close();
  });

  it.sequential('never takes an answer along', async (context) => {
    const { url } = await network(context, 8);
    const body = { query: query() };
    const first = await start(context, ['--upstream', url, '--cache-size', '0']);
    await first(body);
    await pause();
    for (const key of await client.keys('mirrorql:*')) await client.set(key, '{"body":');
    const { status, body: read } = await first(body);
    expect(status).toBe(200);
    expect(read).toEqual({ data: blockOf(8) });
  });
});

describe.skipIf(!hasRedis)('a Redis that falls silent', () => {
  it('is left after two seconds, so that what it does not take is not held, and found again', async () => {
    const proxy = await silentProxy(redisUrl, 6379);
    const told: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) });
    const store = redisStore(`redis://127.0.0.1:${proxy.port}/11`, log);
    const { client } = store;
    await new Promise((ready) => client.once('ready', ready));
    const key = `silent-${process.pid}-${Date.now()}`;
    const answer = { ...good, made: Date.now() };
    proxy.silence();
    proxy.silenceAll(true);
    store.set(key, answer);
    await expect.poll(() => client.status, { timeout: 5000 }).not.toBe('ready');
    const began = performance.now();
    for (let look = 0; look < 10; look += 1) expect(await store.get(key)).toBe(null);
    expect(performance.now() - began).toBeLessThan(1000);
    expect(told).toEqual([expect.stringContaining('Redis does not answer; going on without it')]);
    proxy.silenceAll(false);
    await expect.poll(() => client.status, { timeout: 10_000 }).toBe('ready');
    store.set(key, answer);
    await vi.waitFor(async () => expect(await store.get(key)).toEqual(answer));
    store.close();
    await proxy.close();
  }, 20_000);
});

describe.skipIf(!hasRedis)('a Redis that refuses', () => {
  /** Answers by hand to what is asked of it, and passes the rest on. */
  async function open({ onTestFinished }: TestContext, says: string) {
    let connections = 0;
    const lines: string[] = [];
    const front = net.createServer((near) => {
      connections += 1;
      const far = net.connect(Number(address.port || 6379), address.hostname);
      for (const socket of [near, far]) socket.on('error', () => {});
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
      far.pipe(near);
      near.on('data', (chunk) => {
        if (/\r\nset\r\n/i.test(String(chunk))) near.write(`-${says}\r\n`);
        else far.write(chunk);
      });
    });
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
    const { port } = front.address() as AddressInfo;
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const store = redisStore(`redis://127.0.0.1:${port}/11`, log);
    onTestFinished(() => {
      store.close();
      front.close();
    });
    const ready = () => expect.poll(() => store.client.status, { timeout: 5000 }).toBe('ready');
    await ready();
    const causes = () => lines.map((line) => (JSON.parse(line) as { cause: string }).cause);
    return { store, causes, ready, connections: () => connections };
  }

  it('is named in the log, once in a while, and stays connected', async (context) => {
    const full = "OOM command not allowed when used memory > 'maxmemory'.";
    const { store, causes, connections } = await open(context, full);
    for (let answer = 0; answer < 3; answer += 1) {
      store.set(`full-${answer}`, { ...good, made: Date.now() });
      await store.get('nothing');
    }
    await expect.poll(causes).toEqual([full]);
    expect(connections()).toBe(1);
  });

  it('since it has become a replica is looked for anew, where its address leads', async (context) => {
    const replica = "READONLY You can't write against a read only replica.";
    const { store, causes, ready, connections } = await open(context, replica);
    store.set('replica', { ...good, made: Date.now() });
    await expect.poll(connections, { timeout: 5000 }).toBe(2);
    await ready();
    expect(causes()).toEqual([replica]);
  });
});
