// Mirror nodes of all sorts: with keys, own certificates, behind proxies, and several of one network.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLedger, readConfig } from '../../src/config.js';
import { account } from '../../src/contract/resources/accounts.js';
import { blocks } from '../../src/contract/resources/blocks.js';
import { describeOptions } from '../../src/help.js';
import { openLedger } from '../../src/open.js';
import { startOperation } from '../../src/operation.js';
import { openAuthorities } from '../../src/remote/authorities.js';
import { type RemoteOptions, remoteLedger } from '../../src/remote/remote.js';
import { ledgerStub, type Stub, startStub } from '../support/stub.js';

const none = { filters: [] };
const pathOf = (name: string) =>
  fileURLToPath(new URL(`../support/tls/${name}.pem`, import.meta.url));
const pem = (name: string) => readFileSync(pathOf(name), 'utf8');
const tls = { key: pem('key'), cert: pem('certificate') };

let closing: (() => Promise<unknown>)[];
let stub: Stub;

beforeEach(async () => {
  closing = [];
  stub = await stubOf({ account: '0.0.5', memo: 'a' });
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
});

async function stubOf(body: object, secure = false): Promise<Stub> {
  const started = await startStub(() => ({ body }), secure ? tls : undefined);
  closing.push(started.close);
  return started;
}

function open(options: Partial<RemoteOptions> = {}) {
  const ledger = remoteLedger({ upstream: stub.url, retries: 0, ...options });
  const started = () => {
    const operation = startOperation({ timeout: 10_000, calls: 100 });
    closing.push(async () => operation.end());
    return operation;
  };
  closing.push(ledger.close);
  const read = () => ledger.one(account, '0.0.5', { ...none, given: true }, started());
  return { ...ledger, operation: started(), started, read };
}

describe('a hosted mirror node', () => {
  it('gets the headers of the options with every call', async () => {
    const headers = { 'x-api-key': 'secret', 'user-agent': 'ours' };
    const ledger = open({ headers });
    await ledger.read();
    expect(stub.calls[0]?.headers).toMatchObject(headers);
    expect(ledger.description).not.toContain('secret');
  });

  it('is trusted by a certificate of its own, and not without it', async () => {
    const secure = await stubOf({ account: '0.0.5', memo: 'secure' }, true);
    expect(await open({ upstream: secure.url, ca: [tls.cert] }).read()).toMatchObject({
      memo: 'secure',
    });
    await expect(open({ upstream: secure.url }).read()).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    });
    expect(secure.calls).toHaveLength(1);
  });
});

describe('several mirror nodes of one network', () => {
  it('are asked in their order, the next where one fails', async () => {
    const second = await stubOf({ account: '0.0.5', memo: 'b' });
    const ledger = open({ upstream: [stub.url, second.url] });
    expect(await ledger.read()).toMatchObject({ memo: 'a' });
    for (const status of [401, 429, 500, 503]) {
      stub.reset(() => ({ status, body: {}, headers: { 'retry-after': '0' } }));
      expect(await ledger.read(), String(status)).toMatchObject({ memo: 'b' });
    }
    stub.reset(() => ({ body: '<html>', headers: { 'content-type': 'text/html' } }));
    expect(await ledger.read()).toMatchObject({ memo: 'b' });
    expect(ledger.description).toBe(
      `mirror node at ${new URL(stub.url).host}, ${new URL(second.url).host}`,
    );
  });

  it('are not asked further when one says what is wrong, or that there is nothing', async () => {
    const second = await stubOf({ account: '0.0.5' });
    const ledger = open({ upstream: [stub.url, second.url] });
    stub.reset(() => ({ status: 400, body: { _status: { messages: [{ message: 'no' }] } } }));
    await expect(ledger.read()).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    stub.reset(() => undefined);
    expect(await ledger.read()).toBeNull();
    expect(second.calls).toHaveLength(0);
  });

  it('spare the one that is down its calls until it is back', async () => {
    const second = await stubOf({ account: '0.0.5', memo: 'b' });
    second.reset(({ path }) => ({ body: { account: path.split('/').at(-1), memo: 'b' } }));
    stub.reset(() => ({ status: 503, body: {} }));
    const ledger = open({ upstream: [stub.url, second.url] });
    for (let num = 1; num <= 20; num += 1) {
      const found = await ledger.one(account, `0.0.${num}`, none, ledger.started());
      expect(found).toMatchObject({ memo: 'b' });
    }
    expect(stub.calls).toHaveLength(10);
    stub.reset(() => ({ body: { account: '0.0.5', memo: 'a' } }));
    await expect.poll(ledger.read, { timeout: 5000, interval: 200 }).toMatchObject({ memo: 'a' });
  });

  it('answer the pages of one list, whichever of them is there', async () => {
    const rows = Array.from({ length: 6 }, (_, number) => ({ number }));
    const second = await startStub(ledgerStub({ blocks: rows }));
    closing.push(second.close);
    stub.reset(ledgerStub({ blocks: rows }));
    const ledger = open({ upstream: [stub.url, second.url] });
    const wanted = { ...none, order: 'asc', limit: 3 } as const;
    const first = await ledger.page(blocks, wanted, ledger.operation);
    await stub.close();
    closing.shift();
    const after = first?.next ?? [];
    const rest = await ledger.page(blocks, { ...wanted, after }, ledger.operation);
    expect([first, rest].flatMap((page) => page?.items)).toEqual(rows);
    expect(second.calls).toHaveLength(1);
  });

  it('fail with the error of the last one', async () => {
    const second = await startStub(() => ({ status: 504, body: {} }));
    closing.push(second.close);
    stub.reset(() => ({ status: 502, body: {} }));
    await expect(open({ upstream: [stub.url, second.url] }).read()).rejects.toMatchObject({
      detail: { upstreamStatus: 504 },
    });
    expect([stub.calls.length, second.calls.length]).toEqual([1, 1]);
  });
});

describe('a proxy', () => {
  /** A proxy that makes tunnels, and the hosts that it was asked for. */
  async function startProxy() {
    const hosts: string[] = [];
    const server = createServer((_request, response) => response.writeHead(405).end());
    server.on('connect', (request, socket) => {
      hosts.push(request.url ?? '');
      const [host = '', port] = (request.url ?? '').split(':');
      const tunnel = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        tunnel.pipe(socket).pipe(tunnel);
      });
      for (const end of [tunnel, socket]) end.on('error', () => tunnel.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(async () => server.close().closeAllConnections());
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hosts };
  }

  it('is used for http and https, but not for hosts that are excepted', async () => {
    const proxy = await startProxy();
    const secure = await stubOf({ account: '0.0.5', memo: 'secure' }, true);
    const proxies = { httpProxy: proxy.url, httpsProxy: proxy.url };
    expect(await open({ proxies }).read()).toMatchObject({ memo: 'a' });
    const behind = open({ proxies, upstream: secure.url, ca: [tls.cert] });
    expect(await behind.read()).toMatchObject({ memo: 'secure' });
    const hosts = [stub, secure].map(({ url }) => new URL(url).host);
    expect(proxy.hosts).toEqual(hosts);
    await open({ proxies: { ...proxies, noProxy: '127.0.0.1' } }).read();
    expect(proxy.hosts).toHaveLength(2);
  });

  it.each(['a tunnel', 'no tunnel'])(
    'makes no difference to a certificate that is replaced while the server runs: %s',
    async (by) => {
      const secure = await stubOf({ account: '0.0.5', memo: 'secure' }, true);
      const httpsProxy = by === 'a tunnel' ? (await startProxy()).url : undefined;
      const folder = await mkdtemp(join(tmpdir(), 'authorities-'));
      closing.push(() => rm(folder, { recursive: true }));
      const file = join(folder, 'ca.pem');
      await writeFile(file, rootCertificates[0] as string);
      const { certificates: ca, close } = openAuthorities(file, 30);
      closing.push(async () => close());
      const ledger = open({ proxies: { httpsProxy }, upstream: secure.url, ca });
      await expect(ledger.read()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
      await writeFile(file, tls.cert);
      await vi.waitFor(() => expect(ca).toEqual([tls.cert]));
      expect(await ledger.read()).toMatchObject({ memo: 'secure' });
      expect(secure.calls).toHaveLength(1);
      // What is no certificate, and what is not there, is not taken.
      await writeFile(file, tls.cert.slice(0, 100));
      await sleep(100);
      await rm(file);
      await sleep(100);
      expect(ca).toEqual([tls.cert]);
      await writeFile(file, `${rootCertificates[1]}\n${tls.cert}`);
      await vi.waitFor(() => expect(ca[0]).toContain(rootCertificates[1]));
      close();
      await writeFile(file, tls.cert);
      await sleep(100);
      expect(ca[0]).toContain(rootCertificates[1]);
    },
  );

  it('that is away is an upstream that is away', async () => {
    const proxies = { httpProxy: 'http://127.0.0.1:1' };
    await expect(open({ proxies }).read()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(stub.calls).toHaveLength(0);
  });
});

describe('the options', () => {
  const upstreams = (args: readonly string[], environment = {}) => {
    const chosen = chooseLedger(readConfig(args, environment), environment);
    return chosen.kind === 'remote' ? chosen.upstream : [];
  };

  it('name several upstreams by repeating, by commas, or in the environment', () => {
    const both = ['http://a', 'https://b/key?x=1'];
    expect(upstreams(['--upstream', 'http://a', '--upstream', 'https://b/key?x=1'])).toEqual(both);
    expect(upstreams(['--upstream', 'http://a,https://b/key?x=1'])).toEqual(both);
    expect(upstreams([], { MIRRORQL_UPSTREAM: 'http://a https://b/key?x=1' })).toEqual(both);
    expect(() => upstreams(['--upstream', 'http://a,b'])).toThrow(
      '--upstream must be an http or https address, but is "b"',
    );
  });

  it('take headers, each with its name', () => {
    const config = readConfig(['--upstream-header', 'X-Key: a, b', '--upstream-header=Y:c'], {});
    expect(config.texts('upstream-header')).toEqual(['X-Key: a, b', 'Y:c']);
    const lines = readConfig([], { MIRRORQL_UPSTREAM_HEADER: 'X-Key: a\nY: b' });
    expect(lines.texts('upstream-header')).toEqual(['X-Key: a', 'Y: b']);
    for (const wrong of ['X-Key', ': a', 'a b: c', 'a: b\r\nc: d']) {
      expect(() => readConfig(['--upstream-header', wrong], {}), wrong).toThrow('Name: value');
    }
  });

  it('name a file of certificates, which is refused at the start where it has none', async () => {
    const secure = await stubOf({ blocks: [], links: { next: null } }, true);
    const openWith = (file: string) =>
      openLedger(readConfig(['--upstream', secure.url, '--upstream-ca', file], {}), {});
    const { ledger } = await openWith(pathOf('certificate'));
    closing.push(() => ledger.close());
    await ledger.ready(open().started());
    expect(secure.calls).toHaveLength(1);
    await expect(openWith(pathOf('key'))).rejects.toThrow(
      '--upstream-ca can not be used: it has no certificate (PEM)',
    );
    await expect(openWith('/no/ca')).rejects.toThrow('--upstream-ca can not be used: ENOENT');
  });

  it('are all in the help', () => {
    for (const name of ['header', 'ca', 'rate', 'concurrency', 'retries', 'cache', 'max-body']) {
      expect(
        describeOptions()
          .map((one) => one.name)
          .join(),
      ).toContain(`--upstream-${name} `);
    }
  });
});
