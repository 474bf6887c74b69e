// Pressure on an upstream: how fast it is asked, when it is left alone, and when it is tried again.
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { LedgerError } from '../../src/errors.js';
import { ask } from '../support/ask.js';
import { found, openHost } from '../support/host.js';
import { serve } from '../support/ledgers.js';
import type { Answer, Handler } from '../support/stub.js';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe.concurrent('the rate', () => {
  it('is held in any second, and the calls beyond it wait', async (context) => {
    const { open, times, answer, readMany } = await openHost(context);
    open({ rate: 10 });
    answer(found);
    const began = Date.now();
    const answers = await readMany(25);
    expect(answers.every((item) => !(item instanceof Error))).toBe(true);
    expect(times).toHaveLength(25);
    // A busy machine lets a call arrive later than it was sent, but none before.
    for (const [at, time] of times.entries()) {
      expect(time - began).toBeGreaterThanOrEqual(Math.floor(at / 10) * 1000 - 10);
    }
    expect((times.at(-1) as number) - began).toBeLessThan(6000);
  });

  it('refuses at once what can not be sent in time', async (context) => {
    const { open, start, read, times, answer } = await openHost(context);
    open({ rate: 5 });
    answer(found);
    const began = Date.now();
    const refusedAfter: number[] = [];
    const one = async (num: number) => {
      const error = await read(num, start(2000)).catch((failure) => failure);
      if (error.code !== 'RATE_LIMITED') return;
      expect(error.detail.retryAfter).toBeGreaterThan(0);
      refusedAfter.push(Date.now() - began);
    };
    await Promise.all(Array.from({ length: 40 }, (_, num) => one(num + 1)));
    // Ten fit into two seconds.
    expect(refusedAfter.length).toBeGreaterThan(20);
    expect(Math.max(...refusedAfter)).toBeLessThan(1500);
    expect(times.length).toBeLessThan(20);
  });
});

describe.concurrent('CASE-21, a mirror node that wants a pause', () => {
  it('of one second is left alone by all, and then answers all', async (context) => {
    const { stub, open, ledger, times, answer } = await openHost(context);
    let first = 0;
    answer((call) => {
      first ||= Date.now();
      return Date.now() - first < 1000
        ? { status: 429, headers: { 'retry-after': '1' }, body: {} }
        : found(call);
    });
    open({ concurrency: 64 });
    const server = await serve(ledger());
    const began = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, num) =>
        ask(server, `{ account(id: "0.0.${num + 1}") { memo } }`),
      ),
    );
    for (const { data, errors } of answers) {
      expect({ data, errors }).toEqual({ data: { account: { memo: 'm' } }, errors: [] });
    }
    expect(Date.now() - began).toBeGreaterThanOrEqual(1000);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(stub.calls.length).toBeLessThanOrEqual(50 * 3);
    // Until the pause is over, nothing that has been answered so is asked again.
    expect(times.filter((time) => time - first < 950).length).toBeLessThanOrEqual(50);
    await server.close();
  });

  it('sends one call first when the pause is over', async (context) => {
    const { open, read, times, answer, readMany } = await openHost(context);
    open({ retries: 0 });
    const delay = 200;
    let isBusy = true;
    answer((call) =>
      isBusy
        ? { status: 429, headers: { 'retry-after': '1' }, body: {} }
        : ({ ...found(call), delay } as Answer),
    );
    await expect(read(1)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    isBusy = false;
    times.length = 0;
    await readMany(5);
    expect(times).toHaveLength(5);
    expect((times[1] as number) - (times[0] as number)).toBeGreaterThanOrEqual(delay - 20);
  });

  it('stays alone when an older call brings a longer pause, whatever the first call says', async (context) => {
    const { open, read, times, answer } = await openHost(context);
    open({ retries: 0 });
    const busy = (seconds: string, delay: number): Answer => ({
      ...{ status: 429, headers: { 'retry-after': seconds }, body: {}, delay },
    });
    answer((call) => {
      if (call.path.endsWith('.1')) return busy('1', 0);
      if (call.path.endsWith('.2')) return busy('2', 1300);
      return { ...found(call), delay: 600 } as Answer;
    });
    const older = read(2).catch((error) => error);
    await read(1).catch(() => {});
    const probe = read(3);
    expect(await older).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await probe).toMatchObject({ memo: 'm' });
    await read(4);
    const longerSince = (times[0] as number) + 1300;
    expect((times.at(-1) as number) - longerSince).toBeGreaterThanOrEqual(1990);
  });

  it.for<[string, () => string]>([
    ['seconds', () => '60'],
    ['a date', () => new Date(Date.now() + 60_000).toUTCString()],
  ])(
    'for ever, in %s, is an error that says when to come again',
    async ([_form, retryAfter], context) => {
      const { stub, ledger, answer } = await openHost(context);
      answer(() => ({ status: 429, headers: { 'retry-after': retryAfter() }, body: {} }));
      const lines: { level: number; stack?: string; msg: string }[] = [];
      const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
      const server = await serve(ledger(), { log });
      const began = Date.now();
      const { data, errors } = await ask(
        server,
        '{ a: account(id: "0.0.5") { memo } b: account(id: "0.0.5") { memo } }',
      );
      expect(data).toEqual({ a: null, b: null });
      expect(errors).toHaveLength(2);
      for (const { extensions } of errors) {
        expect(extensions).toMatchObject({ code: 'RATE_LIMITED', upstreamStatus: 429 });
        expect(Math.abs((extensions['retryAfter'] as number) - 60)).toBeLessThanOrEqual(1);
      }
      expect(Date.now() - began).toBeLessThan(2000);
      expect(lines).toMatchObject([{ msg: 'ledger failed', code: 'RATE_LIMITED' }]);
      expect(JSON.stringify(lines)).not.toMatch(/stack|\.ts:|\.js:/);
      // Further operations are told so without a call.
      const { errors: more } = await ask(server, '{ account(id: "0.0.6") { memo } }');
      expect(more).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
      expect(stub.calls).toHaveLength(1);
      await server.close();
    },
  );
});

describe.concurrent('a mirror node that is down', () => {
  it('is not called for a while, then by one call, then by all', async (context) => {
    const { stub, open, read, answer, readMany } = await openHost(context);
    let isDown = true;
    const up: Handler = (call) => ({ ...found(call), delay: 100 });
    answer((call) => (isDown ? { status: 503, body: {} } : up(call)));
    open({ retries: 0 });
    await readMany(10);
    const before = stub.calls.length;
    expect(before).toBe(10);
    const began = Date.now();
    const refused = await readMany(20);
    expect(Date.now() - began).toBeLessThan(900);
    for (const error of refused) {
      expect(error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', detail: { retryAfter: 1 } });
    }
    expect(stub.calls).toHaveLength(before);
    await pause(1100);
    // Still down: one call finds out, and the pause grows.
    await readMany(5);
    expect(stub.calls).toHaveLength(before + 1);
    await pause(1100);
    await readMany(5);
    expect(stub.calls).toHaveLength(before + 1);
    isDown = false;
    await pause(1100);
    const probe = read(99);
    expect((await readMany(3)).every((item) => item instanceof LedgerError)).toBe(true);
    expect(await probe).toMatchObject({ memo: 'm' });
    expect((await readMany(5)).every((item) => !(item instanceof Error))).toBe(true);
  });

  it('does not count as such for one question that it can not answer', async (context) => {
    const { stub, read, answer } = await openHost(context);
    answer((call) => (call.path.endsWith('.1') ? { status: 503, body: {} } : found(call)));
    for (let round = 0; round < 8; round += 1) {
      await expect(read(1)).rejects.toMatchObject({ detail: { upstreamStatus: 503 } });
      expect(await read(2)).toMatchObject({ memo: 'm' });
    }
    answer(() => ({ status: 500, body: {} }));
    for (let round = 0; round < 8; round += 1) await read(1).catch(() => {});
    expect(stub.calls).toHaveLength(24);
  });
});

describe.concurrent('a call that fails', () => {
  it('is made again as often as the option says', async (context) => {
    const { stub, operations, open, read, answer } = await openHost(context);
    answer(() => ({ status: 502, body: {} }));
    open({ retries: 4 });
    await expect(read(1)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(stub.calls).toHaveLength(5);
    expect(operations[0]?.usage).toMatchObject({ calls: 5, retries: 4 });
  });

  it('is not made again when the deadline leaves no time', async (context) => {
    const { stub, start, read, answer } = await openHost(context);
    answer(() => ({ status: 503, headers: { 'retry-after': '5' }, body: {} }));
    const began = Date.now();
    await expect(read(1, start(3000))).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(Date.now() - began).toBeLessThan(2000);
    expect(stub.calls).toHaveLength(1);
  });

  it('keeps no place in the line when its client leaves', async (context) => {
    const { stub, operations, open, answer, readMany } = await openHost(context);
    open({ concurrency: 2 });
    answer((call) => ({ ...found(call), delay: 100 }));
    const left = readMany(10);
    for (const operation of operations) operation.end('client left');
    await left;
    expect(await readMany(4)).toHaveLength(4);
    await pause(200);
    // Two were under way when their clients left.
    expect(stub.calls.length).toBeLessThanOrEqual(6);
    answer((call) => ({ ...found(call), delay: 10 }));
    expect((await readMany(30)).every((item) => !(item instanceof Error))).toBe(true);
  });

  it.for([
    ['GET', '/api/v1/accounts/0.0.5'],
    ['POST', '/graphql'],
  ])(
    'ends on the wire when the client of the server leaves a %s',
    async ([method, path], context) => {
      const { stub, ledger, answer } = await openHost(context);
      let closed = 0;
      answer(() => ({
        send: (response) =>
          response.on('close', () => {
            closed += 1;
          }),
      }));
      const server = await serve(ledger());
      const leaving = new AbortController();
      const { signal } = leaving;
      const body = JSON.stringify({ query: '{ account(id: "0.0.5") { memo } }' });
      const headers = { 'content-type': 'application/json' };
      const posted = method === 'POST' ? { method, body, headers } : {};
      const lost = fetch(`${server.url}${path}`, { signal, ...posted });
      await context.expect.poll(() => stub.calls.length).toBe(1);
      leaving.abort();
      await expect(lost).rejects.toThrow();
      await context.expect.poll(() => closed).toBe(1);
      await server.close();
    },
  );

  it('ends on the wire when the deadline passes', async (context) => {
    const { start, read, answer } = await openHost(context);
    let closed = 0;
    answer(() => ({
      send: (response) =>
        response.on('close', () => {
          closed += 1;
        }),
    }));
    await expect(read(1, start(200))).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    await context.expect.poll(() => closed).toBe(1);
  });
});
