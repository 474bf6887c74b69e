// Whatever stands in a request line and in headers, on every route: an answer, soon, and never the server's fault.
import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import type { Ledger } from '../../src/ledger.js';
import { makeMetrics } from '../../src/operating/metrics.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../support/ledgers.js';
import { exchange } from '../support/raw.js';

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_128);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 25);

let ledger: Ledger;
let server: Server;
const faults: string[] = [];

beforeAll(async () => {
  ledger = await openSample('embedded');
  const log = pino({ level: 'error' }, { write: (line: string) => void faults.push(line) });
  server = await serve(ledger, {
    log,
    trustProxy: 1,
    readyWithin: 10_000,
    rateLimit: { perMinute: 1_000_000 },
    metrics: makeMetrics(),
    graphql: { cache: memoryStore(1e6) },
    slowest: { headers: 700, request: 1000 },
  });
});
afterAll(async () => {
  await server?.close();
  await ledger?.close();
});

const methods = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'QUERY'],
  ...['PROPFIND', 'PURGE', 'LOCK', 'M-SEARCH', 'get', 'NONSENSE', 'PRI', ''],
];
const query = encodeURIComponent('{ __typename }');
const subscription = encodeURIComponent('subscription { blockAdded { cursor } }');
const paths = [
  ...['/', '/graphql', '/GraphQL/', `/graphql?query=${query}`, '/health', '/ready', '/metrics'],
  ...['/api/v1/accounts', '/api/v1/accounts/0.0.2', '/api/v1/blocks?limit=1', '/api/v1/docs'],
  ...['/api/v1/docs/openapi.yml', '/api/v1/tokens/0.0.2001/balances', '/nowhere', '*', '//', ''],
  ...['/%', '/%00', '/graphql?query=%', '/graphql?%00=%00', '/graphql?variables=%7B', '/a\0b'],
  ...['/api/v1/accounts/%', '/api/v1/accounts/%00', '/api/v1/accounts/%ff%fe', '/%2e%2e/%2f'],
  ...['/api/v1/accounts?account.id=%', '/api/v1/accounts?a[b][c]=1', '/api/v1/accounts?\0=1'],
  ...['http://elsewhere.example/graphql', 'http://[::1/graphql', '/graphql#x', '/gr\xffphql?\xff'],
  ...[
    `/${'x'.repeat(9000)}`,
    `/graphql?query=${'x'.repeat(20_000)}`,
    `/api/v1/accounts/${'9'.repeat(5000)}`,
  ],
];
const hosts = [
  ...['x', 'localhost:4000', '', ' ', 'a b', 'a/b', 'a@b', '[', '[::1', '[::1]:4000', ':', ':80'],
  ...[
    'x:99999',
    'x:-1',
    'x:abc',
    '256.256.256.256',
    '%',
    '%00',
    '\xff',
    'a,b',
    'http://x',
    '?',
    '#',
  ],
  ...['xn--a', 'x'.repeat(300), '<script>', '*', '\\', '0x7f.1', '..', 'a..b'],
];
const values = [
  ...[
    '',
    ' ',
    ',',
    ',,,',
    ';',
    '*',
    '*/*',
    'text/html',
    'text/html,*/*;q=0.1',
    'nonsense',
    '"',
    '\\',
  ],
  ...['text/event-stream', 'multipart/mixed', 'application/json', 'application/json; charset=x'],
  ...['application/json;;;', 'gzip', 'gzip;q=0', 'identity;q=0', '*;q=0', 'br;q=9', 'null', 'none'],
  ...['0', '-1', '5', '1e3', '99999999999999999999', '0x5', '5, 5', 'chunked', 'identity, chunked'],
  ...['W/"x"', '"x", "y"', 'W/', 'close', 'upgrade', 'keep-alive, upgrade', 'websocket', 'h2c'],
  ...['127.0.0.1', '::1', '1.2.3.4, junk', '[::1]:80', 'unknown', '_hidden', '1'.repeat(5000)],
  ...['a=b; c', '\xff\xfe', '%00', 'x'.repeat(9000), '{', '100-continue', 'bytes=0-1', '1', 'true'],
];
const names = [
  ...['Accept', 'Accept-Encoding', 'Accept-Charset', 'Content-Type', 'Content-Length', 'Cookie'],
  ...['Transfer-Encoding', 'Content-Encoding', 'X-Forwarded-For', 'X-Forwarded-Host', 'Forwarded'],
  ...['X-Forwarded-Proto', 'If-None-Match', 'If-Modified-Since', 'Origin', 'Connection', 'Upgrade'],
  ...['HTTP2-Settings', 'Expect', 'Range', 'Authorization', 'X-Request-Id', 'X-Mirrorql-Fresh'],
  ...['X-Mirrorql-Wait-For', 'X-Mirrorql-Trace', 'Access-Control-Request-Headers', 'Referer'],
  ...['Access-Control-Request-Method', 'Sec-WebSocket-Key', 'TE', 'Trailer', '__proto__', 'Host'],
];
const bodies = [
  '',
  '{',
  '{"query":"{ __typename }"}',
  '\0',
  '5\r\nhello\r\n0\r\n\r\n',
  'x'.repeat(500),
];

const header = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values));
const request = fc
  .record({
    method: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS') },
      fc.constantFrom(...methods),
    ),
    path: fc.constantFrom(...paths),
    version: fc.oneof(
      { weight: 9, arbitrary: fc.constant('HTTP/1.1') },
      fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''),
    ),
    host: fc.oneof({ weight: 3, arbitrary: fc.constant('x') }, fc.constantFrom(...hosts)),
    headers: fc.array(header, { maxLength: 4 }),
    body: fc.constantFrom(...bodies),
  })
  .map(({ method, path, version, host, headers, body }) =>
    [
      `${method} ${path} ${version}`,
      `Host: ${host}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      `\r\n${body}`,
    ].join('\r\n'),
  );

/** No answer of ours is a fault; what is no request may end without one. */
async function expectAnswer(bytes: string): Promise<number | null> {
  const { status, text, isOver } = await exchange(server, bytes);
  const shown = `${JSON.stringify(bytes.slice(0, 600))}\n${text.slice(0, 400)}`;
  if (status === null) expect(isOver, `no answer to ${shown}`).toBe(true);
  else expect(status < 500 || status === 505, shown).toBe(true);
  return status;
}

describe('any bytes', () => {
  test('are answered', { timeout: 30_000 + numRuns * 1000 }, async () => {
    const batch = fc.array(request, { minLength: 20, maxLength: 20 });
    const all = fc.asyncProperty(batch, async (requests) => {
      await Promise.all(requests.map(expectAnswer));
    });
    await fc.assert(all, { seed, numRuns });
    expect(faults).toEqual([]);
  });

  test('with each path, and each host, are answered by each common method', async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE']) {
      const asked = (path: string, host: string) =>
        expectAnswer(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\n\r\n`);
      await Promise.all(paths.map((path) => asked(path, 'x')));
      await Promise.all(hosts.map((host) => asked('/graphql', host)));
    }
    expect(faults).toEqual([]);
  }, 60_000);
});

describe('HEAD', () => {
  const head = (path: string, accept: string) =>
    exchange(
      server,
      `HEAD ${path} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`,
      {
        isEnough: () => false,
      },
    );

  it.each([
    ['/graphql', 'text/html', 200],
    ['/graphql', 'application/json', 200],
    [`/graphql?query=${subscription}`, 'text/event-stream', 200],
    [`/graphql?query=${query}`, '*/*', 200],
    ['/', 'text/html', 200],
    ['/api/v1/docs', 'text/html', 200],
    ['/api/v1/blocks?limit=1', '*/*', 200],
    ['/health', '*/*', 200],
    ['/ready', '*/*', 200],
    ['/metrics', '*/*', 200],
    ['/nowhere', '*/*', 404],
  ])('of %s for %s is what GET is, without its body', async (path, accept, status) => {
    const { status: found, text, isOver } = await head(path, accept);
    expect(found).toBe(status);
    expect(isOver).toBe(true);
    expect(text.split('\r\n\r\n')[1]).toBe('');
  });
});

describe('a client that takes no form of an answer', () => {
  it.each(['GET', 'POST'])('is told which there are, to a %s', async (method) => {
    const body = JSON.stringify({ query: '{ __typename }' });
    const [path, sent] = method === 'GET' ? [`/graphql?query=${query}`, ''] : ['/graphql', body];
    const { status, text } = await exchange(
      server,
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nAccept: image/png\r\nContent-Type: application/json\r\nContent-Length: ${sent.length}\r\n\r\n${sent}`,
    );
    expect(status).toBe(406);
    expect(JSON.parse(text.split('\r\n\r\n')[1] as string)).toEqual({
      errors: [
        {
          message:
            'accept: must take application/json or application/graphql-response+json, but got "image/png"',
          extensions: { code: 'BAD_USER_INPUT', argument: 'accept' },
        },
      ],
    });
  });
});

describe('a host that is none', () => {
  it.each(['a b', 'x:99999', '[::1', '256.256.256.256', 'a/b', 'a@b'])(
    'such as %s is refused, and told why',
    async (host) => {
      for (const path of [`/graphql?query=${query}`, '/api/v1/blocks?limit=1']) {
        const { status, text } = await exchange(
          server,
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
          {
            isEnough: (read) => /}$/.test(read.trimEnd()),
          },
        );
        expect(status).toBe(400);
        expect(text).toContain('Host: must be a host name');
      }
    },
  );
});

describe('a probe', () => {
  it.each([
    ...['/health', '/ready', '/metrics'],
    // As mirror nodes have them.
    ...['/health/liveness', '/health/readiness'],
  ])('of %s takes no headers of ours', async (path) => {
    const headers =
      'X-Mirrorql-Wait-For: nonsense\r\nX-Mirrorql-Fresh: \0x\r\nX-Forwarded-For: junk';
    const line = `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers.replace('\0', '')}\r\n\r\n`;
    expect((await exchange(server, line)).status).toBe(200);
  });
});

describe('an attempt at another protocol', () => {
  const upgrade = (to: string, more = '') =>
    `GET /graphql?query=${query} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${to}\r\n${more}\r\n`;

  it.each([
    ['h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__\r\n'],
    ['websocket', 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'],
  ])('by an upgrade to %s is answered in the one that is spoken here', async (to, more) => {
    expect((await exchange(server, upgrade(to, more))).status).toBe(200);
  });

  it.each([
    ['a tunnel', 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('by %s is refused, and its connection ends', async (_name, bytes) => {
    const { status, isOver } = await exchange(server, bytes, { isEnough: () => false });
    expect([null, 400]).toContain(status);
    expect(isOver).toBe(true);
  });
});
