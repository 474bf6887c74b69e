// A peer that lies, falls silent or sends rubbish: a clear code each time, and nothing that breaks.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { ask } from '../support/ask.js';
import { remote, serve } from '../support/ledgers.js';

type Reply = (socket: Socket, count: number) => void;

const rejections: unknown[] = [];
const onRejection = (reason: unknown) => void rejections.push(reason);
beforeAll(() => {
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtExceptionMonitor', onRejection);
});
afterAll(() => {
  process.off('unhandledRejection', onRejection);
  process.off('uncaughtExceptionMonitor', onRejection);
  expect(rejections).toEqual([]);
});

/** A server over a peer that answers every request by hand, and how many have come to it. */
async function open({ onTestFinished }: TestContext, reply: Reply, timeout = 10_000) {
  let calls = 0;
  const peer = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (!data.includes('\r\n\r\n')) return;
      calls += 1;
      reply(socket, calls);
    });
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  const { port } = peer.address() as AddressInfo;
  const ledger = remote(`http://127.0.0.1:${port}`, { timeout, retries: 1 });
  const server = await serve(ledger);
  onTestFinished(async () => {
    await server.close();
    await ledger.close();
    peer.close();
  });
  return { url: server.url, calls: () => calls };
}

const row = '{"account":"0.0.5","memo":"here"}';
const head = (more = '', type = 'application/json') =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n${more}`;
/** A whole answer of these bytes. */
const whole =
  (body: string | Buffer, more = ''): Reply =>
  (socket) => {
    const bytes = Buffer.from(body);
    socket.write(`${head(more)}content-length: ${bytes.length}\r\n\r\n`);
    socket.write(bytes);
  };
const bytes =
  (text: string): Reply =>
  (socket) =>
    void socket.write(text);
const drip: Reply = (socket) => {
  socket.write(`${head()}content-length: 500\r\n\r\n`);
  const timer = setInterval(() => socket.write('{'), 100);
  socket.on('close', () => clearInterval(timer));
};
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(row, 'utf16le')]);
const notUtf8 = Buffer.concat([
  Buffer.from('{"account":"0.0.5","memo":"'),
  Buffer.from([0xc3, 0x28, 0xff]),
  Buffer.from('"}'),
]);
const deep = (open: string, close: string, levels: number) =>
  `{"account":"0.0.5","memo":${open.repeat(levels)}1${close.repeat(levels)}}`;

const bad = 'UPSTREAM_BAD_RESPONSE';
/** What the peer does, and the code that a client gets; `here` where the answer is still right. */
const lies: readonly [what: string, how: Reply, code: string][] = [
  ['garbage that is called gzip', whole('\u0001\u0002garbage', 'content-encoding: gzip\r\n'), bad],
  ['gzip that nobody has asked for', whole(gzipSync(row), 'content-encoding: gzip\r\n'), bad],
  ['a length that is too short', bytes(`${head()}content-length: 5\r\n\r\n${row}`), bad],
  [
    'a length that is too long',
    bytes(`${head()}content-length: 500\r\n\r\n${row}`),
    'UPSTREAM_TIMEOUT',
  ],
  ['two lengths', bytes(`${head()}content-length: 5\r\ncontent-length: 6\r\n\r\n${row}`), bad],
  ['a length that is no number', bytes(`${head()}content-length: x\r\n\r\n${row}`), bad],
  ['a chunk that is none', bytes(`${head()}transfer-encoding: chunked\r\n\r\nxyz\r\n`), bad],
  ['a drip of single bytes', drip, 'UPSTREAM_TIMEOUT'],
  ['silence', () => {}, 'UPSTREAM_TIMEOUT'],
  ['a head without an end', bytes('HTTP/1.1 200 OK\r\n'), 'UPSTREAM_TIMEOUT'],
  ['huge headers', bytes(`${head()}x: ${'y'.repeat(200_000)}\r\n\r\n`), bad],
  [
    'a redirect to itself',
    bytes('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
    bad,
  ],
  ['no content (204)', bytes('HTTP/1.1 204 No Content\r\n\r\n'), bad],
  ['an empty 200', whole(''), bad],
  ['a list', whole('[]'), bad],
  ['a number', whole('7'), bad],
  ['NaN', whole('{"account":"0.0.5","memo":NaN}'), bad],
  ['text behind the JSON', whole(`${row}x`), bad],
  ['two objects', whole(row + row), bad],
  ['UTF-16', whole(utf16), bad],
  ['bytes that are no UTF-8', whole(notUtf8), bad],
  ['a byte order mark', whole(`\ufeff${row}`), 'here'],
  ['a name twice, of which the last counts', whole(`{"account":"0.0.6",${row.slice(1)}`), 'here'],
  ['100,000 nested lists', whole(deep('[', ']', 50_000)), bad],
  ['100,000 lists without an end', whole(`{"memo":${'['.repeat(100_000)}`), bad],
  ['nested objects', whole(deep('{"a":', '}', 20_000)), bad],
  ['101 levels in all', whole(deep('[', ']', 100)), bad],
  ['a protocol of its own', bytes('SSH-2.0-OpenSSH\r\n\r\n'), bad],
  ['an end without an answer', (socket) => socket.end(), 'UPSTREAM_UNAVAILABLE'],
];

describe('a peer that answers', () => {
  it.concurrent.for(lies)('%s', async ([_what, how, code], context) => {
    // Who is silent is waited for; who answers has time enough also on a busy machine.
    const server = await open(context, how, code === 'UPSTREAM_TIMEOUT' ? 300 : undefined);
    const { data, errors, status } = await ask(server, '{ account(id: "0.0.5") { memo } }');
    expect(status).toBe(200);
    expect(data).toEqual({ account: code === 'here' ? { memo: 'here' } : null });
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(
      code === 'here' ? [] : [code],
    );
    const rest = await fetch(`${server.url}/api/v1/accounts/0.0.5?transactions=false`);
    expect(rest.status).toBe(code === 'here' ? 200 : 503);
    expect(server.calls()).toBeLessThanOrEqual(4);
  });

  it.concurrent('a memo of 50 levels, which REST hands on as it is', async (context) => {
    const server = await open(context, whole(deep('[', ']', 50)));
    const rest = await fetch(`${server.url}/api/v1/accounts/0.0.5?transactions=false`);
    expect([200, 503]).toContain(rest.status);
    expect((await fetch(`${server.url}/`)).status).toBe(200);
  });

  it.concurrent('rubbish first, and right after that: the next call is not spoilt', async (context) => {
    const server = await open(context, (socket, count) =>
      count === 1
        ? bytes(`${head()}content-length: 5\r\n\r\n${row}HTTP/1.1 200 OK\r\n\r\n`)(socket, count)
        : whole(row)(socket, count),
    );
    const { data } = await ask(server, '{ account(id: "0.0.5") { memo } }');
    expect(data).toEqual({ account: { memo: 'here' } });
  });
});
