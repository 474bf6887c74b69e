// Answers are kept as long as the contract allows, shared while they are made, and honest about their age.
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import { layered, redisStore } from '../../src/operating/redis.js';
import { get } from '../support/get.js';
import { serve } from '../support/ledgers.js';
import { hasRedis, redisUrl } from '../support/redis.js';
import { sampleServer } from '../support/sample-server.js';

const quiet = pino({ level: 'silent' });

const server = sampleServer({ graphql: { cache: memoryStore(1_000_000) } });

beforeEach(() => {
  server.calls.length = 0;
});

let asked = 0;
/** A query that no other test sends. */
const unique = (fields: string) => `query Unique${++asked} { ${fields} }`;

const json = { 'content-type': 'application/json' };
const post = (
  query: string,
  to: { readonly url: string } = server,
  headers: Record<string, string> = {},
) =>
  get(to, '/graphql', {
    method: 'POST',
    headers: { ...json, ...headers },
    send: JSON.stringify({ query }),
  });
const getQuery = (
  query: string,
  headers: Record<string, string> = {},
  to: { readonly url: string } = server,
) => get(to, `/graphql?${new URLSearchParams({ query })}`, { headers });

describe('an identical operation', () => {
  it('is answered without the ledger, with the same bytes', async () => {
    const query = unique('tokens(first: 2) { nodes { name } }');
    const [first, second] = [await post(query), await post(query)];
    expect(second.text).toBe(first.text);
    expect(server.calls).toEqual(['page tokens']);
  });

  it('is run once for all who ask at the same time', async () => {
    const query = unique('accounts(first: 3) { nodes { memo } }');
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(query)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(server.calls).toEqual(['page accounts']);
  });

  it('is asked again when its time is over', async () => {
    const query = unique('blocks(first: 1) { nodes { number } }');
    await post(query);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await post(query);
    expect(server.calls).toEqual(['page blocks', 'page blocks']);
  });

  it('is another one with other variables or for another content type', async () => {
    const query = 'query Q($n: Int) { tokens(first: $n) { nodes { name } } }';
    const send = (n: number, accept: string) =>
      get(server, '/graphql', {
        method: 'POST',
        headers: { ...json, accept },
        send: JSON.stringify({ query, variables: { n } }),
      });
    await send(1, 'application/json');
    await send(2, 'application/json');
    const { headers } = await send(2, 'application/graphql-response+json');
    expect(headers['content-type']).toContain('application/graphql-response+json');
    expect(server.calls.length).toBe(3);
  });
});

describe('an answer with errors', () => {
  it('is never kept', async () => {
    const failing = await serve(
      {
        ...server.ledger,
        async page() {
          throw new Error('broken');
        },
      },
      { graphql: { cache: memoryStore(1_000_000) } },
    );
    const query = unique('tokens { nodes { name } }');
    const broken = await getQuery(query, {}, failing);
    expect(broken.body.errors[0].extensions.code).toBe('INTERNAL');
    expect(broken.headers['cache-control']).toBe('no-store');
    expect(broken.headers.etag).toBeUndefined();
    await failing.close();
  });

  it('such as an unknown persisted query is asked anew', async () => {
    const body = { documentId: 'none' };
    const send = () =>
      get(server, '/graphql', { method: 'POST', headers: json, send: JSON.stringify(body) });
    expect((await send()).text).toBe((await send()).text);
    expect((await get(server, '/graphql?documentId=none')).headers['cache-control']).toBe(
      'no-store',
    );
  });
});

describe('a GET', () => {
  it.each([
    ['tokens(first: 1) { nodes { name } }', 10],
    ['account(id: "1010") { memo }', 2],
    ['blocks(first: 1) { nodes { hash } }', 1],
    ['block(number: 1) { number } account(id: "1010") { memo }', 1],
    ['account(id: "1010") { memo tokens(first: 1) { nodes { balance } } }', 1],
    ['block(number: 91206994) { hash }', 600],
    ['schedule(id: "0.0.9000002") { executedTimestamp }', 3600],
    ['schedule(id: "0.0.9000001") { executedTimestamp }', 1],
    // As docs/operating.md says it of each kind.
    ['contract(id: "0.0.5001") { memo }', 1],
    ['topic(id: "0.0.4001") { messages(first: 1) { nodes { text } } }', 1],
    ['transactions(first: 1) { nodes { name } }', 2],
    ['token(id: "0.0.2001") { name }', 5],
    ['topic(id: "0.0.4001") { memo }', 5],
    ['contracts(first: 1) { nodes { memo } }', 10],
    ['contractResults(first: 1) { nodes { hash } }', 10],
    ['logs(first: 1) { nodes { data } }', 10],
    ['network { exchangeRate { timestamp } nodes(first: 1) { nodes { memo } } }', 60],
    ['account(id: "0.0.1002") { stakingRewards(first: 1) { nodes { hbars } } }', 60],
    ['transaction(ref: "0.0.1014@1795175682.965058832") { name }', 600],
    ['message(topic: "0.0.4001", sequenceNumber: 5) { text }', 600],
    ['contractResult(timestamp: "1795175986.976366237") { hash }', 600],
    ['__typename', 60],
  ])('of %s may be kept for %i s, the shortest age of what it reads', async (fields, age) => {
    const { headers } = await getQuery(unique(fields));
    expect(headers['cache-control']).toBe(`public, max-age=${age}`);
    expect(headers.vary).toBe(
      'Accept, Accept-Encoding, x-mirrorql-trace, x-mirrorql-fresh, x-mirrorql-wait-for',
    );
  });

  it('says how old the answer is', async () => {
    const query = unique('tokens(first: 1) { nodes { symbol } }');
    expect((await getQuery(query)).headers.age).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const { headers } = await getQuery(query);
    expect(headers.age).toBe('1');
    expect(headers['cache-control']).toBe('public, max-age=10');
  });

  it('is not sent again to someone who has it', async () => {
    const query = unique('tokens(first: 1) { nodes { type } }');
    const { headers } = await getQuery(query);
    const again = await getQuery(query, { 'if-none-match': headers.etag as string });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect((await getQuery(query, { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('a server without a cache', () => {
  it('asks each time, and tells everyone to forget', async () => {
    const plain = await serve(server.ledger);
    const query = unique('tokens(first: 2) { nodes { name } }');
    await getQuery(query, {}, plain);
    const { headers } = await getQuery(query, {}, plain);
    expect(headers['cache-control']).toBe('no-store');
    expect(server.calls.length).toBe(2);
    await plain.close();
  });
});

describe.skipIf(!hasRedis)('servers that share Redis', () => {
  it("give each other's answers, with their age", async () => {
    const stores = [redisStore(redisUrl, quiet), redisStore(redisUrl, quiet)];
    await Promise.all(
      stores.map(({ client }) =>
        client.ping().catch(() => new Promise((ready) => client.once('ready', ready))),
      ),
    );
    const servers = await Promise.all(
      stores.map((store) =>
        serve(server.ledger, { graphql: { cache: layered(memoryStore(1e6), store) } }),
      ),
    );
    const query = `query Run${process.pid}x${Date.now()} { tokens(first: 3) { nodes { name } } }`;
    const first = await getQuery(query, {}, servers[0]);
    await new Promise((resolve) => setTimeout(resolve, 700));
    const second = await getQuery(query, {}, servers[1]);
    expect(second.text).toBe(first.text);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(second.headers.age).toBe('1');
    expect(server.calls).toEqual(['page tokens']);
    for (const one of servers) await one.close();
    for (const store of stores) store.close();
  });
});

describe('a Redis that does not answer', () => {
  it('is said once in the log, and answers are made anew', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const store = redisStore('redis://127.0.0.1:1', log);
    const alone = await serve(server.ledger, { graphql: { cache: store } });
    const query = unique('tokens(first: 3) { nodes { symbol } }');
    expect((await post(query, alone)).status).toBe(200);
    expect((await post(query, alone)).status).toBe(200);
    expect(server.calls.length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(lines.length).toBe(1);
    await alone.close();
    store.close();
  });
});
