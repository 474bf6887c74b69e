// The endpoint in the open: what it takes, from whom, how often, how slowly, and what it tells.
import { connect } from 'node:net';
import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readOrigins } from '../../src/operating/cors.js';
import type { Server, ServerOptions } from '../../src/server.js';
import { get } from '../support/get.js';
import { serve } from '../support/ledgers.js';
import { sampleServer } from '../support/sample-server.js';

const server = sampleServer();

const send = JSON.stringify({ query: '{ __typename }' });
const answer = { data: { __typename: 'Query' } };

const post = (to: Pick<Server, 'url'>, headers: Record<string, string>, body = send) =>
  get(to, '/graphql', { method: 'POST', headers, send: body });

describe('a POST', () => {
  it.each(['application/json', 'application/json; charset=utf-8'])(
    'of %s is answered',
    async (type) => {
      expect((await post(server, { 'content-type': type })).body).toEqual(answer);
    },
  );

  it.each([
    ['text/plain', send],
    ['application/x-www-form-urlencoded', 'query=%7B__typename%7D'],
    ['application/graphql', '{ __typename }'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\n--x--'],
  ])('of %s is refused, since a form of any site can send it', async (type, body) => {
    const { status, body: read } = await post(server, { 'content-type': type }, body);
    expect(status).toBe(415);
    expect(read.errors).toEqual([
      {
        message: `content-type: must be application/json, but got ${JSON.stringify(type)}`,
        extensions: { code: 'BAD_USER_INPUT', argument: 'content-type' },
      },
    ]);
  });

  it.each(['gzip', 'br, gzip'])('that is packed (%s) is refused as that', async (coding) => {
    const packed = { 'content-type': 'application/json', 'content-encoding': coding };
    const { status, body } = await post(server, packed);
    expect(status).toBe(415);
    expect(body.errors).toEqual([
      {
        message: `content-encoding: must be left out, for bodies are not unpacked, but got "${coding}"`,
        extensions: { code: 'BAD_USER_INPUT', argument: 'content-encoding' },
      },
    ]);
    const asItIs = { ...packed, 'content-encoding': 'Identity' };
    expect((await post(server, asItIs)).body).toEqual(answer);
  });

  it.each([
    ['several operations', '[{"query":"{__typename}"},{"query":"{__typename}"}]', 400],
    ['no JSON', '{', 400],
    ['nothing', '', 400],
    ['a text', '"{__typename}"', 400],
    ['a key that would change what objects are', '{"__proto__":{"query":"{__typename}"}}', 400],
    ['300 kB', JSON.stringify({ query: `{ __typename ${' '.repeat(300_000)} }` }), 413],
  ])('of %s is refused', async (_name, body, status) => {
    const found = await post(server, { 'content-type': 'application/json' }, body);
    expect(found.status).toBe(status);
    expect(found.body.errors[0].extensions.code).toMatch(/^BAD_(USER_INPUT|REQUEST)$/);
  });
});

describe('a content type of many words', () => {
  it('is not all sent back', async () => {
    const { status, text } = await post(server, { 'content-type': `x/${'y'.repeat(5000)}` });
    expect(status).toBe(415);
    expect(text.length).toBeLessThan(600);
  });
});

describe('a GET', () => {
  it('is answered, since there is nothing that could be changed', async () => {
    expect((await get(server, '/graphql?query={__typename}')).body).toEqual(answer);
  });

  it('with variables that are no JSON is refused, and told which', async () => {
    const { status, body } = await get(server, '/graphql?query={__typename}&variables={');
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain('variables: must be JSON');
  });
});

describe('any other method', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'LOCK', 'PURGE'])(
    'such as %s is told which ones there are',
    async (method) => {
      const headers = { 'content-type': 'application/json' };
      const {
        status,
        headers: got,
        body,
      } = await get(server, '/graphql', { method, headers, send });
      expect([status, got['allow']]).toEqual([405, 'GET, POST']);
      expect(body).toEqual({
        errors: [{ message: 'Method Not Allowed', extensions: { code: 'METHOD_NOT_ALLOWED' } }],
      });
    },
  );
});

describe('other sites', () => {
  const from = (origin: string) => ({ origin, 'content-type': 'application/json' });

  it('may read by default', async () => {
    const { headers } = await post(server, from('https://anywhere.example'));
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it('may read when they are listed, and no others', async () => {
    const origins = readOrigins('https://app.example, https://other.example/');
    const strict = await serve(server.ledger, { origins });
    const { headers } = await post(strict, from('https://app.example'));
    expect(headers['access-control-allow-origin']).toBe('https://app.example');
    expect(headers.vary).toContain('Origin');
    for (const origin of ['https://evil.example', 'https://app.example.evil.example', 'null']) {
      const refused = await post(strict, from(origin));
      expect(refused.headers['access-control-allow-origin']).toBeUndefined();
      const preflight = await get(strict, '/graphql', { method: 'OPTIONS', headers: { origin } });
      expect(preflight.headers['access-control-allow-methods']).toBeUndefined();
    }
    await strict.close();
  });
});

describe('introspection', () => {
  it('can be switched off, with operations as before', async () => {
    const closed = await serve(server.ledger, { graphql: { introspection: false } });
    const headers = { 'content-type': 'application/json' };
    const query = getIntrospectionQuery();
    const { body } = await post(closed, headers, JSON.stringify({ query }));
    expect(body.errors[0].message).toContain('introspection');
    expect(body.data).toBeUndefined();
    expect((await post(closed, headers)).body).toEqual(answer);
    await closed.close();
  });
});

describe('a limit on the rate', () => {
  const limited = (options: Partial<ServerOptions> = {}) =>
    serve(server.ledger, { rateLimit: { perMinute: 3 }, ...options });

  it('refuses what is beyond it on both faces, and says when to come back', async () => {
    const strict = await limited();
    for (let n = 0; n < 3; n += 1)
      expect((await get(strict, '/api/v1/blocks?limit=1')).status).toBe(200);
    const rest = await get(strict, '/api/v1/blocks?limit=1');
    expect(rest.status).toBe(429);
    expect(Number(rest.headers['retry-after'])).toBeGreaterThan(0);
    const { status, body } = await post(strict, { 'content-type': 'application/json' });
    expect(status).toBe(429);
    expect(body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED' });
    expect(body.errors[0].extensions.retryAfter).toBeGreaterThan(0);
    expect((await get(strict, '/health')).status).toBe(200);
    await strict.close();
  });

  it('counts each client behind a trusted proxy, and believes no one else', async () => {
    const ask = (to: Pick<Server, 'url'>, client: string) =>
      get(to, '/graphql?query={__typename}', { headers: { 'x-forwarded-for': client } });
    const behind = await limited({ trustProxy: true });
    const open = await limited();
    const clients = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'];
    const statuses = async (to: Server) =>
      Promise.all(clients.map(async (client) => (await ask(to, client)).status));
    expect(await statuses(behind)).toEqual([200, 200, 200, 200, 200]);
    expect((await statuses(open)).filter((status) => status === 429).length).toBe(2);
    await behind.close();
    await open.close();
  });
});

describe('a slow client', () => {
  const slowest = { headers: 300, request: 900 };

  /** Milliseconds until the server ends a connection on which only `start` was sent. */
  async function endOf({ url }: Server, start: string): Promise<{ ms: number; text: string }> {
    const { hostname, port } = new URL(url);
    const began = performance.now();
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.write(start);
    await new Promise((resolve) => socket.once('close', resolve));
    return { ms: performance.now() - began, text };
  }

  it('that never ends its headers is sent away', async () => {
    const strict = await serve(server.ledger, { slowest });
    const { ms } = await endOf(strict, 'POST /graphql HTTP/1.1\r\nHost: x\r\nX-A: ');
    expect(ms).toBeLessThan(3000);
    await strict.close();
  });

  it('that never ends its body is sent away', async () => {
    const strict = await serve(server.ledger, { slowest });
    const start =
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
    const { ms } = await endOf(strict, start);
    expect(ms).toBeLessThan(4000);
    await strict.close();
  });

  it('takes no room from a thousand others', { timeout: 60_000 }, async () => {
    const { hostname, port } = new URL(server.url);
    const idle = Array.from({ length: 1000 }, () =>
      connect(Number(port), hostname).on('error', () => {}),
    );
    await Promise.all(idle.map((socket) => new Promise((open) => socket.once('connect', open))));
    const began = performance.now();
    expect((await post(server, { 'content-type': 'application/json' })).body).toEqual(answer);
    expect(performance.now() - began).toBeLessThan(1000);
    for (const socket of idle) socket.destroy();
  });
});
