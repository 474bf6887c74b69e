// Long answers leave packed for clients that take gzip, whoever else is given them, and say the same.
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import { get } from '../support/get.js';
import { sampleServer } from '../support/sample-server.js';

const long =
  '{ transactions(first: 60) { nodes { consensusTimestamp id name result transfers { accountId tinybars hbars } } } }';
const short = '{ transactions(first: 1) { nodes { id } } }';
const wanting = { 'accept-encoding': 'gzip, deflate, br' };
const json = { 'content-type': 'application/json' };

describe('an answer', () => {
  const server = sampleServer({ graphql: { cache: memoryStore(10_000_000) } });
  const post = (query: string, headers: Readonly<Record<string, string>>) =>
    get(server, '/graphql', {
      method: 'POST',
      headers: { ...json, ...headers },
      send: JSON.stringify({ query }),
    });

  it('is packed for who takes it so, the first time, when it is run again and when it is kept', async () => {
    const plain = await post(long, { 'x-mirrorql-fresh': '1' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.data.transactions.nodes).toHaveLength(60);
    for (const own of [{}, {}, { 'x-mirrorql-fresh': '1' }, { 'x-mirrorql-fresh': '1' }]) {
      const packed = await post(long, { ...wanting, ...own });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(Number(packed.headers['content-length'])).toBe(packed.bytes.length);
      expect(packed.bytes.length).toBeLessThan(plain.text.length / 3);
      expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
    }
    expect((await post(long, {})).text).toBe(plain.text);
  });

  it('is left as it is where it is short, or where its client refuses gzip or takes another coding only', async () => {
    expect((await post(short, wanting)).headers['content-encoding']).toBeUndefined();
    for (const taken of ['gzip;q=0, *', 'br', 'identity', '']) {
      const answer = await post(long, { 'accept-encoding': taken });
      expect(answer.headers['content-encoding'], taken).toBeUndefined();
      expect(answer.body.data.transactions.nodes).toHaveLength(60);
    }
  });

  it('is packed where some of it failed, too', async () => {
    const query = long.replace('{', '{ broken: transactions(after: "no cursor") { nodes { id } }');
    const plain = await post(query, {});
    const packed = await post(query, wanting);
    expect(packed.headers['content-encoding']).toBe('gzip');
    const told = JSON.parse(gunzipSync(packed.bytes).toString());
    expect(told).toEqual(plain.body);
    expect(told.errors).toHaveLength(1);
    expect(told.data.transactions.nodes).toHaveLength(60);
  });

  it('to a GET says that caches must keep it for each coding, under one weak tag', async () => {
    const path = `/graphql?query=${encodeURIComponent(long)}`;
    const [plain, packed] = [
      await get(server, path),
      await get(server, path, { headers: wanting }),
    ];
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
    for (const { headers } of [plain, packed]) expect(headers.vary).toMatch(/accept-encoding/i);
    expect(plain.headers.etag).toMatch(/^W\//);
    expect(packed.headers.etag).toBe(plain.headers.etag);
    const known = { ...wanting, 'if-none-match': plain.headers.etag as string };
    const again = await get(server, path, { headers: known });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect(again.headers['content-encoding']).toBeUndefined();
    expect(again.headers['content-length']).toBeUndefined();
    const { 'if-none-match': tag } = known;
    const head = await get(server, path, { method: 'HEAD', headers: { 'if-none-match': tag } });
    expect(head.status).toBe(304);
    expect(head.headers['content-length']).toBe(String(plain.bytes.length));
  });
});

it('a kept answer that may be packed counts twice, so that its copy has room, too', () => {
  const store = memoryStore(200_000);
  const answer = { name: null, contentType: 'application/json', made: 0, maxAge: 1 };
  // One answer may take a tenth of the room.
  for (const length of [13_000, 15_000]) {
    store.set(`${length}`, { ...answer, body: 'x'.repeat(length) });
    expect(store.near(`${length}`) !== null, `${length}`).toBe(length === 13_000);
  }
});
