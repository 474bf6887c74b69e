// What holds of every answer over HTTP (contract A.13): methods, headers, caching, spellings.
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../ledgers.js';
import { get as getFrom } from './get.js';

let ledger: Ledger;
let server: Server;

beforeAll(async () => {
  ledger = await openSample('embedded');
  server = await serve(ledger);
});

afterAll(async () => {
  await server?.close();
  await ledger?.close();
});

const get = (path: string, options: Parameters<typeof getFrom>[2] = {}) =>
  getFrom(server, path, options);
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
});

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

describe('spellings of a path', () => {
  test('may end in one slash and have any letter case, and the link keeps the case', async () => {
    const { body } = await get('/api/v1/balances?limit=1');
    expect((await get('/api/v1/balances/?limit=1')).body).toEqual(body);
    const upper = await get('/API/v1/Balances?limit=1');
    expect(upper.body.balances).toEqual(body.balances);
    expect(upper.body.links.next).toMatch(/^\/API\/v1\/Balances\?limit=1&account\.id=lt:/);
    const tokens = await get('/api/v1/Accounts/0.1002/TOKENS/?limit=1');
    expect(tokens.body.links.next).toMatch(
      /^\/api\/v1\/Accounts\/0\.1002\/TOKENS\?limit=1&token\.id=gt:/,
    );
  });

  test.each([
    '//api/v1/balances',
    '/api//v1/balances',
    '/api/v1//balances',
    '/api/v1/balances//',
    '/api/v1/accounts//tokens',
    '/api/v1/blocks//',
    '/api/v1/tokens//balances',
    '/api/v1',
    '/api/v1/',
    '/api/v1/nope',
    '/api/v1/blocks/1/2',
    '/api/v2/balances',
    '/balances',
  ])('%s is not found', async (path) =>
    expect(await get(path)).toMatchObject({ status: 404, body: notFound }),
  );

  test.each([
    '/accounts/%',
    '/accounts/%zz',
    '/accounts/%E0%A4',
    '/accounts/%00',
    '/blocks/%2',
    '/%',
    '/tokens/%c0%ae/balances',
  ])('%s with a malformed escape is an error of the client', async (path) => {
    const { status, body } = await get(base + path);
    expect([400, 404]).toContain(status);
    expect(body._status.messages[0].message).toBeTypeOf('string');
  });

  test('may have escapes, which the link keeps', async () => {
    const { body } = await get(`${base}/%61ccounts/0%2E0%2e1002/tokens?limit=1`);
    expect(body.links.next).toMatch(/^\/api\/v1\/%61ccounts\/0%2E0%2e1002\/tokens\?/);
  });

  test('of any length are answered', async () => {
    const { status, body } = await get(`${base}/accounts/${'A'.repeat(3000)}`);
    expect([400, 404]).toContain(status);
    expect(body._status.messages).toHaveLength(1);
  });
});

describe('spellings of a query (A.7)', () => {
  const ids = async (search: string) => {
    const { status, body } = await get(`${base}/accounts?balance=false&${search}`);
    expect([search, status]).toEqual([search, 200]);
    return body.accounts.map(({ account }: { account: string }) => account);
  };

  test.each([
    'account.id=1002&account.id=1004',
    'account.id[]=1002&account.id[]=1004',
    'account.id%5B%5D=1002&account.id%5b%5d=1004',
    'account.id[0]=1002&account.id[1]=1004',
    'Account.Id=1002&ACCOUNT.ID=1004',
    '&&account%2Eid=1002&&account.id=100%34&',
  ])('%s asks for two accounts', async (search) => {
    expect(await ids(search)).toEqual(['0.0.1002', '0.0.1004']);
  });

  test('arrays work for timestamps too, and the link spells them without brackets', async () => {
    const { body } = await get(
      `${base}/transactions?timestamp[]=gte:1795170000&timestamp[]=lt:1795176000&limit=1`,
    );
    expect(body.links.next).toMatch(
      /\?timestamp=gte:1795170000&timestamp=lt:1795175999\.\d{9}&limit=1$/,
    );
  });

  test.each([
    ['limit[x]=1', 'Invalid parameter: limit'],
    ['limit', 'Invalid parameter: limit'],
    ['limit=', 'Invalid parameter: limit'],
    ['limit=%zz', 'Invalid parameter: limit'],
    ['limit=+5', 'Invalid parameter: limit'],
    ['limit[a][b]=1', 'Input depth exceeded depth option of 1 and strictDepth is true'],
    ['limit=1&'.repeat(101), 'Array limit exceeded. Only 100 elements allowed in an array.'],
    [
      'limit=1&Limit=1&'.repeat(60),
      'Parameter values count exceeds maximum number allowed: limit count: 120 max: 100',
    ],
    [
      Array.from({ length: 1001 }, (_, i) => `a${i}=1`).join('&'),
      'Parameter limit exceeded. Only 1000 parameters allowed.',
    ],
  ])('%.20s is refused', async (search, message) => {
    const { status, body } = await get(`${base}/accounts?${search}`);
    expect([status, body._status.messages]).toEqual([400, [{ message }]]);
  });

  test('names of every object are dropped', async () => {
    const search = '__proto__=1&constructor=2&toString=3&hasOwnProperty=4&account.id=1002';
    expect(await ids(search)).toEqual(['0.0.1002']);
  });
});
