// Methods (contract A.13): GET and HEAD answer, OPTIONS is a preflight, all others are not found.
import { describe, expect, test } from 'vitest';
import { lists, lookups } from '../../src/contract/resources/index.js';
import { sampleClient } from '../support/get.js';

const get = sampleClient();
const base = '/api/v1';
const notFound = { _status: { messages: [{ message: 'Not found' }] } };

describe('methods', () => {
  test.each(['/balances?limit=2', '/accounts/0.0.1002', '/blocks/1', '/balances?limit=0', '/nope'])(
    'HEAD of %s has the status and headers of GET, its length, and no body',
    async (path) => {
      const [full, head] = [await get(base + path), await get(base + path, { method: 'HEAD' })];
      expect(head.status).toBe(full.status);
      expect(head.bytes.length).toBe(0);
      expect(head.headers['content-length']).toBe(String(full.bytes.length));
      expect({ ...head.headers, date: '' }).toEqual({ ...full.headers, date: '' });
    },
  );

  test.each(['/balances', '/accounts/1002', '/nope', ''])(
    'OPTIONS of %j is a preflight',
    async (path) => {
      const headers = {
        origin: 'https://a.example',
        'access-control-request-headers': 'x-one, x-two',
      };
      const answer = await get(base + path, { method: 'OPTIONS', headers });
      expect(answer).toMatchObject({ status: 204, text: '' });
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
        'access-control-allow-headers': 'x-one, x-two',
        vary: 'Access-Control-Request-Headers',
      });
    },
  );

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is not found', async (method) => {
    for (const path of ['/balances?limit=1', '/accounts/0.0.1002', '/nope']) {
      expect(await get(base + path, { method })).toMatchObject({ status: 404, body: notFound });
    }
  });

  test.each([
    ['no JSON', 'application/json', '{'],
    ['no body', 'application/json', ''],
    ['a form', 'application/x-www-form-urlencoded', 'limit=1'],
    ['a type of its own', 'nonsense', 'x'],
    ['too much', 'application/json', `"${'x'.repeat(300_000)}"`],
  ])('POST is not found, also with %s', async (_, type, send) => {
    const headers = { 'content-type': type, 'content-length': String(send.length) };
    const answer = await get(`${base}/balances`, { method: 'POST', headers, send });
    expect(answer).toMatchObject({ status: 404, body: notFound });
  });

  const inJava = [...lists, ...lookups].filter(({ flow }) => String(flow).startsWith('java'));

  test('of what the reference serves in Java are some', () =>
    expect(inJava.length).toBeGreaterThan(10));

  test.each(inJava.map(({ path }) => [path]))('%s takes no other, and says so', async (path) => {
    const url = path.replaceAll(/\{\w+\}/g, '1002');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await get(`${url}?limit=0`, {
        method,
        headers: { 'content-length': '1' },
        send: '{',
      });
      const message = {
        message: 'Method Not Allowed',
        detail: `Request method '${method}' is not supported`,
      };
      expect(answer).toMatchObject({ status: 405, body: { _status: { messages: [message] } } });
      expect(answer.headers).toMatchObject({
        allow: 'GET, HEAD',
        'access-control-allow-origin': '*',
      });
      expect(answer.headers['cache-control']).toBeUndefined();
    }
    expect((await get(url, { method: 'OPTIONS' })).status).toBe(204);
  });
});
