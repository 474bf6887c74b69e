// What a node's EVM answers: passed on as it comes and back as it is, one call each time, and no route of a database.
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { remote, serve } from '../support/ledgers.js';
import { nothing } from '../support/nothing.js';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const seen: Seen[] = [];
let answer: (response: ServerResponse) => void;
const node = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method, url, headers } = request;
  seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
  answer(response);
});
const json =
  (status: number, body: unknown, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  };

let ledger: Ledger;
let server: Server;
let database: Server;

beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  ledger = remote(url, { headers: { 'x-api-key': 'secret' }, timeout: 400 });
  server = await serve(ledger, { operation: { timeout: 3000, calls: 10 } } as never);
  database = await serve(nothing);
});
beforeEach(() => {
  seen.length = 0;
  answer = json(200, { result: '0x' });
});
afterAll(async () => {
  await server.close();
  await database.close();
  await ledger.close();
  node.closeAllConnections();
  node.close();
});

const call = '/api/v1/contracts/call';
const opcodes = `/api/v1/contracts/results/0x${'ab'.repeat(32)}/opcodes`;
const post = (body: string, type = 'application/json', to = server) =>
  fetch(to.url + call, { method: 'POST', body, headers: { 'content-type': type } });

describe('a call of a contract', () => {
  it('goes to the mirror node byte by byte, with its digits, and the answer comes back', async () => {
    answer = json(200, { result: '0x01' });
    const body = '{ "to":"0x1389", "value": 9007199254740993, "new": [1,  2] }';
    const response = await post(body);
    expect([response.status, await response.text()]).toEqual([200, '{"result":"0x01"}']);
    expect(seen).toMatchObject([
      { method: 'POST', url: call, body, headers: { 'x-api-key': 'secret' } },
    ]);
    expect(response.headers.get('cache-control')).toBeNull();
  });

  it('is told why it was reverted, in the words of the node', async () => {
    const message = { message: 'CONTRACT_REVERT_EXECUTED', detail: 'No berth', data: '0x08c379a0' };
    answer = json(400, { _status: { messages: [message] } });
    const response = await post('{}');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ _status: { messages: [message] } });
  });

  it.each([500, 503])('is made once, whatever comes: %i', async (status) => {
    answer = json(status, { _status: { messages: [{ message: 'No' }] } });
    const response = await post('{}');
    expect([response.status, seen.length]).toEqual([status, 1]);
  });

  it('is not answered by what is none of the EVM', async () => {
    answer = (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<secret>');
    const bad = await post('{}');
    expect([bad.status, await bad.text()]).toEqual([503, expect.not.stringContaining('secret')]);
    answer = (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    expect((await post('{}')).status).toBe(503);
    answer = json(401, { secret: 1 });
    expect(await (await post('{}')).text()).not.toContain('secret');
  });

  it('is given up after the time of a call', async () => {
    answer = () => {};
    const began = Date.now();
    expect((await post('{}')).status).toBe(503);
    expect(Date.now() - began).toBeLessThan(2500);
    expect(seen).toHaveLength(1);
  });

  it('has a body of so many bytes at the most, and is made by POST alone', async () => {
    expect((await post(`"${'x'.repeat(2_000_000)}"`)).status).toBe(400);
    expect((await fetch(server.url + call)).status).toBe(400);
    expect((await fetch(server.url + call, { method: 'PUT', body: '{}' })).status).toBe(404);
    expect((await fetch(server.url + opcodes, { method: 'POST', body: '{}' })).status).toBe(404);
    expect(seen).toEqual([]);
  });
});

describe('the steps of a transaction', () => {
  it('come compressed as the node has sent them, and are asked for anew each time', async () => {
    const body = gzipSync(JSON.stringify({ opcodes: ['PUSH1'] }));
    const fresh = { 'content-encoding': 'gzip', 'cache-control': 'public, max-age=600' };
    answer = json(200, body, fresh);
    for (let time = 1; time <= 2; time += 1) {
      const response = await fetch(`${server.url}${opcodes}?stack=false&memory=true`, {
        headers: { 'accept-encoding': 'gzip' },
      });
      expect(await response.json()).toEqual({ opcodes: ['PUSH1'] });
      expect(seen).toHaveLength(time);
    }
    expect(gunzipSync(body).toString()).toContain('PUSH1');
    expect(seen[0]).toMatchObject({
      url: `${opcodes}?stack=false&memory=true`,
      headers: { 'accept-encoding': 'gzip' },
    });
  });

  it('are of the id that is in the path, which can not become another path', async () => {
    for (const id of ['ab'.repeat(32), '0.0.1-1-1']) {
      await fetch(`${server.url}/api/v1/contracts/results/${id}/opcodes`);
      expect(seen.at(-1)?.url).toBe(`/api/v1/contracts/results/${id}/opcodes`);
    }
    const { port } = new URL(server.url);
    for (const id of ['..', '%2e%2E', '.', '..%2F..%2Fx%3Fy', 'x', '0.0.1@1.1']) {
      // As it stands: a client of the web leaves out what leads up.
      const path = `/api/v1/contracts/results/${id}/opcodes`;
      const [response] = (await once(get({ port, path }), 'response')) as [IncomingMessage];
      response.resume();
      expect(response.statusCode, id).toBe(404);
    }
    expect(seen).toHaveLength(2);
  });
});

describe('fees of a transaction', () => {
  const fees = '/api/v1/network/fees';
  const transaction = Buffer.from([0x0a, 0x00, 0xff, 0x80, 0x0d, 0x0a]);
  const estimate = (to: Server, path = fees) =>
    fetch(to.url + path, {
      method: 'POST',
      body: transaction,
      headers: { 'content-type': 'application/protobuf' },
    });

  it('are told by the node for the very bytes of it, with what is asked beside', async () => {
    answer = json(200, { network: { multiplier: 9 } });
    const response = await estimate(server, `${fees}?mode=STATE&high_volume_throttle=10000`);
    expect([response.status, await response.json()]).toEqual([200, { network: { multiplier: 9 } }]);
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: `${fees}?mode=STATE&high_volume_throttle=10000`,
        headers: { 'content-type': 'application/protobuf' },
        body: transaction.toString(),
      },
    ]);
    expect(seen[0]?.headers['content-length']).toBe(String(transaction.length));
  });

  it('are refused in the words of the node', async () => {
    answer = json(415, { _status: { messages: [{ message: 'Unsupported Media Type' }] } });
    expect((await estimate(server)).status).toBe(415);
  });

  it('are no method of the price list over a database', async () => {
    const response = await estimate(database);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a node that has had enough', () => {
  it('is believed, and left alone for as long as it says', async () => {
    answer = json(429, { _status: { messages: [{ message: 'Gas' }] } }, { 'retry-after': '60' });
    const first = await post('{}');
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '60']);
    expect([(await post('{}')).status, seen.length]).toEqual([429, 1]);
  });
});

describe('over a database', () => {
  it('both are no routes, as at a mirror node without an EVM', async () => {
    for (const response of [
      await post('{}', 'application/json', database),
      await fetch(database.url + opcodes),
    ]) {
      expect([response.status, await response.text()]).toEqual([
        404,
        '{"_status":{"messages":[{"message":"Not found"}]}}',
      ]);
    }
  });
});
