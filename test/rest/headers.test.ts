// Headers of every answer (contract A.13): caching, links, tags, compression.
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sampleClient } from '../support/get.js';

const get = sampleClient();
const base = '/api/v1';

describe('headers', () => {
  test.each([
    ['/balances', 1],
    ['/balances?timestamp=1795176000', 1],
    ['/accounts', 10],
    ['/accounts/0.0.1002', 2],
    ['/accounts/0.0.1002/tokens', 1],
    ['/tokens', 10],
    ['/tokens/0.0.2001', 5],
    ['/tokens/0.0.2001/balances', 1],
    ['/schedules', 10],
    ['/schedules/9000001', 1],
    ['/schedules/3001', 3600],
    ['/schedules/9000002', 3600],
    ['/schedules/9000003', 3600],
    ['/blocks', 1],
    ['/blocks/91204001', 600],
    ['/transactions', 2],
  ])('let %s be kept for %i seconds', async (path, seconds) => {
    const { status, headers } = await get(base + path);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe(`public, max-age=${seconds}`);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['x-powered-by']).toBeUndefined();
  });

  test.each([
    ['/balances?limit=0', 400],
    ['/balances?foo=1', 400],
    ['/accounts/x', 400],
    ['/accounts/999999999', 404],
    ['/blocks/1', 404],
    ['/nope', 404],
    ['/balances//', 404],
  ])('of the error at %s (%i) have no cache-control', async (path, status) => {
    const answer = await get(base + path);
    expect(answer.status).toBe(status);
    expect(answer.headers['cache-control']).toBeUndefined();
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['x-powered-by']).toBeUndefined();
    expect(answer.body._status.messages.length).toBeGreaterThan(0);
  });

  test.each([
    '/balances?limit=2',
    '/accounts/1002?limit=1',
    '/accounts/1002/tokens?limit=1',
    '/blocks?limit=1',
    '/transactions?limit=1',
  ])('of %s link to the next page as the body does', async (path) => {
    const { headers, body } = await get(base + path);
    expect(body.links.next).toMatch(/^\/api\/v1\/.*\?/);
    expect(headers.link).toBe(`<${body.links.next}>; rel="next"`);
  });

  test.each(['/balances?account.id=1002', '/blocks/91204001', '/accounts/1002?transactions=false'])(
    'of %s have no link, since nothing follows',
    async (path) => expect((await get(base + path)).headers.link).toBeUndefined(),
  );

  const knownForms: readonly (readonly [string, (tag: string) => string])[] = [
    ['its tag', (tag) => tag],
    ['its tag among others', (tag) => `"x", ${tag}`],
    ['its tag without the mark of weakness', (tag) => tag.slice(2)],
    ['any tag', () => '*'],
  ];

  test.each(knownForms)(
    'have a weak tag; a client that has %s is not sent it again',
    async (_, known) => {
      const path = `${base}/blocks/91204001`;
      const tag = (await get(path)).headers.etag as string;
      expect(tag).toMatch(/^W\/".+"$/);
      const again = await get(path, { headers: { 'if-none-match': known(tag) } });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers.etag).toBe(tag);
      expect(again.headers['cache-control']).toBe('public, max-age=600');
      expect(again.headers['content-length']).toBeUndefined();
    },
  );

  test.each(['GET', 'HEAD'])(
    'to %s name what makes another answer of the same address, also to a client that has it',
    async (method) => {
      const path = `${base}/transactions?limit=20`;
      const { headers } = await get(path, { method });
      const known = { 'if-none-match': headers.etag as string, 'accept-encoding': 'gzip' };
      const again = await get(path, { method, headers: known });
      expect(headers.vary).toMatch(/(^|, )accept-encoding$/);
      expect([again.status, again.headers.vary]).toEqual([304, headers.vary]);
      expect(again.headers['content-length'] ?? headers['content-length']).toBe(
        headers['content-length'],
      );
    },
  );

  test('have another tag than what a client has of something else', async () => {
    const headers = { 'if-none-match': 'W/"x"' };
    expect((await get(`${base}/blocks/91204001`, { headers })).status).toBe(200);
  });

  test('say that an answer is packed, when the client takes gzip', async () => {
    const path = `${base}/transactions?limit=20`;
    const [plain, packed] = [
      await get(path),
      await get(path, { headers: { 'accept-encoding': 'gzip, br' } }),
    ];
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.vary).toMatch(/accept-encoding/i);
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const refused = await get(path, { headers: { 'accept-encoding': 'br;q=1, gzip;q=0' } });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });
});
