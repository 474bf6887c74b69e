// Statuses by their range: which are tried again, which close a host, and which are no answer yet.
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { schedule } from '../../src/contract/resources/schedules.js';
import { token } from '../../src/contract/resources/tokens.js';
import { startOperation } from '../../src/operation.js';
import { found, openHost } from '../support/host.js';
import { type Handler, startStub } from '../support/stub.js';

const none = { filters: [] };

describe.concurrent('a status', () => {
  it.for([500, 501, 505, 511, 520, 522, 524, 530, 567, 599])(
    'of %i is tried again, and closes a host that says nothing else',
    async (status, context) => {
      const { stub, open, read } = await openHost(context);
      stub.reset(() => ({ status, body: 'secret' }));
      const failed = { code: 'UPSTREAM_UNAVAILABLE', detail: { upstreamStatus: status } };
      await expect(read(1)).rejects.toMatchObject(failed);
      expect(stub.calls).toHaveLength(3);
      open({ retries: 0 });
      await Promise.allSettled(Array.from({ length: 10 }, (_, num) => read(num + 1)));
      stub.reset(found);
      await expect(read(99)).rejects.toMatchObject({ detail: { retryAfter: 1 } });
      expect(stub.calls).toHaveLength(0);
    },
  );

  it.for([408, 425])('of %i is tried again, and closes nothing', async (status, context) => {
    const { stub, open, read } = await openHost(context);
    let calls = 0;
    stub.reset((call) => (calls++ === 0 ? { status, body: '' } : found(call)));
    expect(await read(1)).toMatchObject({ memo: 'm' });
    open({ retries: 0 });
    stub.reset(() => ({ status, body: '' }));
    await Promise.allSettled(Array.from({ length: 15 }, (_, num) => read(num + 1)));
    stub.reset(found);
    expect(await read(99)).toMatchObject({ memo: 'm' });
  });

  it.for([402, 405, 406, 409, 410, 418, 422, 451])(
    'of %i is not tried again',
    async (status, context) => {
      const { stub, read } = await openHost(context);
      stub.reset(() => ({ status, body: '' }));
      await expect(read(1)).rejects.toMatchObject({ detail: { upstreamStatus: status } });
      expect(stub.calls).toHaveLength(1);
    },
  );
});

describe.concurrent('an interim answer', () => {
  it('is not the answer: what comes after it is', async (context) => {
    const { stub, read } = await openHost(context);
    stub.reset(({ path }) => ({
      send(response) {
        response.writeContinue();
        response.writeProcessing();
        response.writeEarlyHints({ link: '</style.css>; rel=preload' });
        response.setHeader('content-type', 'application/json');
        response.writeContinue();
        setTimeout(() => response.end(JSON.stringify({ account: path.split('/').at(-1) })), 20);
      },
    }));
    for (let num = 1; num <= 3; num += 1) {
      expect(await read(num)).toEqual({ account: `0.0.${num}` });
    }
    expect(stub.calls).toHaveLength(3);
  });

  it('without an end ends with the time of the call, and keeps no other from it', async (context) => {
    const { open, read } = await openHost(context);
    const silent = createServer((socket) => {
      socket.on('error', () => {});
      const more = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
      socket.on('close', () => clearInterval(more));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    open({ upstream: `http://127.0.0.1:${port}`, timeout: 200, retries: 0 });
    const begin = Date.now();
    await expect(read(1)).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(Date.now() - begin).toBeLessThan(1000);
    silent.close();
  });

  it('that changes the protocol is a bad answer', async (context) => {
    const { stub, read } = await openHost(context);
    const head = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
    stub.reset(() => ({ send: (response) => response.socket?.end(head) }));
    await expect(read(1)).rejects.toMatchObject({ code: 'UPSTREAM_BAD_RESPONSE' });
  });
});

describe.concurrent('a host', () => {
  const slow: Handler = () => ({ send: () => {} });
  const quick = { timeout: 1000, retries: 0, concurrency: 64 };

  it('is not closed by one operation, however much of it fails', async (context) => {
    const { stub, open, start, read } = await openHost(context);
    open(quick);
    stub.reset((call) => (call.path.endsWith('.9999') ? found(call) : slow(call)));
    const one = start();
    await Promise.allSettled(Array.from({ length: 30 }, (_, num) => read(num + 1, one)));
    expect(await read(9999)).toMatchObject({ memo: 'm' });
  });

  it('is not closed by one question, whoever asks it', async (context) => {
    const { stub, open, read } = await openHost(context);
    open(quick);
    stub.reset((call) => (call.path.endsWith('.1') ? slow(call) : found(call)));
    for (let round = 0; round < 3; round += 1) {
      const fresh = () => startOperation({ timeout: 5000, calls: 5 }, { fresh: true });
      await Promise.allSettled(Array.from({ length: 10 }, () => read(1, fresh())));
    }
    expect(await read(2)).toMatchObject({ memo: 'm' });
  });

  it('is not closed by one slow route, which is closed alone', async (context) => {
    const { stub, open, start, ledger, read } = await openHost(context);
    open(quick);
    stub.reset((call) => (call.path.includes('/tokens/') ? slow(call) : found(call)));
    const tokenOf = (num: number) => ledger().one(token, `0.0.${num}`, none, start());
    await Promise.allSettled(Array.from({ length: 12 }, (_, num) => tokenOf(num + 1)));
    expect(await read(1)).toMatchObject({ memo: 'm' });
    const before = stub.calls.length;
    await expect(tokenOf(99)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(stub.calls).toHaveLength(before);
  });

  it('is not closed by one route that always answers 500, which is closed alone', async (context) => {
    const { stub, open, start, ledger, read } = await openHost(context);
    open({ retries: 0 });
    const internal = {
      status: 500,
      body: { _status: { messages: [{ message: 'Internal error' }] } },
    };
    stub.reset((call) => (call.path.includes('/tokens/') ? internal : found(call)));
    const tokenOf = (num: number) => ledger().one(token, `0.0.${num}`, none, start());
    await Promise.allSettled(Array.from({ length: 30 }, (_, num) => tokenOf(num + 1)));
    expect(await read(1)).toMatchObject({ memo: 'm' });
    const before = stub.calls.length;
    await expect(tokenOf(99)).rejects.toMatchObject({ detail: { retryAfter: 1 } });
    expect(stub.calls).toHaveLength(before);
  });

  it('is closed where several routes fail for several operations', async (context) => {
    const { stub, open, start, ledger, read } = await openHost(context);
    open(quick);
    stub.reset(slow);
    const tokenOf = (num: number) => ledger().one(token, `0.0.${num}`, none, start());
    await Promise.allSettled([1, 2, 3, 4, 5].flatMap((num) => [read(num), tokenOf(num)]));
    stub.reset(found);
    const other = ledger().one(schedule, '0.0.1', none, start());
    await expect(other).rejects.toMatchObject({ detail: { retryAfter: 1 } });
    expect(stub.calls).toHaveLength(0);
  });

  it('that refuses connections is closed fast, by one operation too', async (context) => {
    const { open, start, ledger, read } = await openHost(context);
    const gone = await startStub(found);
    await gone.close();
    open({ upstream: gone.url, retries: 0 });
    const one = start();
    await Promise.allSettled(Array.from({ length: 10 }, () => read(1, one)));
    await Promise.allSettled(Array.from({ length: 10 }, (_, num) => read(num + 1, one)));
    const token1 = ledger().one(token, '0.0.1', none, start());
    await expect(token1).rejects.toMatchObject({ detail: { retryAfter: 1 } });
  });
});
