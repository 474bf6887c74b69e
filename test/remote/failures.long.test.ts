// What fails between the remote ledger and its mirror node, and what is said of it.
import { describe, expect, it } from 'vitest';
import { blocks } from '../../src/contract/resources/blocks.js';
import { startOperation } from '../../src/operation.js';
import { type Answer, startStub } from '../support/stub.js';

import {
  answers,
  begin,
  fails,
  failure,
  ledger,
  open,
  operation,
  page,
  stub,
  useStubbedLedger,
} from '../support/stubbed-ledger.js';

useStubbedLedger();

describe('a failure', () => {
  const ask = () => page(blocks);

  it('by status has its place in the error table', async () => {
    for (const upstreamStatus of [401, 403, 409, 500, 502, 503, 504]) {
      answers('secret', { status: upstreamStatus });
      await fails(ask(), 'UPSTREAM_UNAVAILABLE', { upstreamStatus });
    }
  });

  it('for too many calls says when to come again, in both forms of the header', async () => {
    answers({}, { status: 429, headers: { 'retry-after': '60' } });
    await fails(ask(), 'RATE_LIMITED', { retryAfter: 60, upstreamStatus: 429 });
    // The pause is this host's; a ledger that knows nothing of it asks at once.
    open({ retries: 0 });
    const date = new Date(Date.now() + 90_000).toUTCString();
    answers({}, { status: 429, headers: { 'retry-after': date } });
    const { retryAfter } = (await fails(ask(), 'RATE_LIMITED')).detail;
    expect(retryAfter).toBeGreaterThan(85);
    expect(retryAfter).toBeLessThanOrEqual(90);
    for (const [text, seconds] of [
      ['59.5', 60],
      ['0.5', 1],
      ['soon', undefined],
      ['-5', undefined],
      ['5, 6', undefined],
    ] as const) {
      open({ retries: 0 });
      answers({}, { status: 429, headers: { 'retry-after': text } });
      expect((await fails(ask(), 'RATE_LIMITED')).detail.retryAfter, text).toBe(seconds);
    }
  });

  it('for too many calls is no reason to ask at once, where half a second is to pass', async () => {
    answers({}, { status: 429, headers: { 'retry-after': '0.5' } });
    const start = Date.now();
    await fails(ask(), 'RATE_LIMITED');
    expect(stub.calls).toHaveLength(3);
    expect(Date.now() - start).toBeGreaterThanOrEqual(1990);
  });

  it('is a redirect, which is not followed', async () => {
    answers('', { status: 302, headers: { location: `${stub.url}/api/v1/accounts` } });
    await fails(ask(), 'UPSTREAM_BAD_RESPONSE', { upstreamStatus: 302 });
    expect(stub.calls).toHaveLength(1);
  });

  it('is an answer that is not a JSON object', async () => {
    answers('<html>secret</html>', { headers: { 'content-type': 'text/html' } });
    await fails(ask(), 'UPSTREAM_BAD_RESPONSE');
    for (const body of ['', '{"blocks":[{"number":1', '[]', 'null', '"secret"', '<html>']) {
      answers(body);
      await fails(ask(), 'UPSTREAM_BAD_RESPONSE');
    }
  });

  it('is an answer that is not HTTP', async () => {
    stub.reset(() => ({ send: (response) => response.socket?.end('hello\r\n\r\n') }));
    await fails(ask(), 'UPSTREAM_BAD_RESPONSE');
  });

  it('is an answer that is too big, whether or not it says so', async () => {
    open({ maxBody: 1000 });
    answers({ blocks: [], links: { next: null }, more: 'x'.repeat(200_000) });
    await fails(ask(), 'UPSTREAM_BAD_RESPONSE');
    const send: Answer['send'] = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (let count = 0; count < 50; count += 1) response.write(' '.repeat(1000));
    };
    stub.reset(() => ({ send }));
    await fails(ask(), 'UPSTREAM_BAD_RESPONSE');
    answers({ blocks: [], links: { next: null } });
    expect(await ask()).toMatchObject({ items: [] });
  });

  it('is a connection that is refused, or that breaks before or in the answer', async () => {
    const gone = await startStub(() => undefined);
    await gone.close();
    open({ upstream: gone.url });
    const error = await fails(ask(), 'UPSTREAM_UNAVAILABLE');
    expect(error.cause).toMatchObject({ code: 'ECONNREFUSED' });
    open({});
    for (const start of ['', '{"blocks":[{"number":1']) {
      const send: Answer['send'] = (response) => {
        if (start) {
          const headers = { 'content-type': 'application/json', 'content-length': '500' };
          response.writeHead(200, headers).write(start);
        }
        setTimeout(() => response.socket?.resetAndDestroy(), 20);
      };
      stub.reset(() => ({ send }));
      await fails(ask(), 'UPSTREAM_UNAVAILABLE');
    }
  });

  it('is an answer that does not come, or comes in drips, within the time of a call', async () => {
    open({ timeout: 100 });
    answers({}, { delay: 1000 });
    await fails(ask(), 'UPSTREAM_TIMEOUT');
    const send: Answer['send'] = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    };
    stub.reset(() => ({ send }));
    const start = Date.now();
    await fails(ask(), 'UPSTREAM_TIMEOUT');
    expect(Date.now() - start).toBeLessThan(1000);
  });

  it('is the end of the operation, also for calls that have not had their turn', async () => {
    open({ concurrency: 1 });
    answers({}, { delay: 2000 });
    setTimeout(() => operation.end(new Error('left')), 50);
    const start = Date.now();
    const errors = await Promise.all([failure(ask()), failure(ask()), failure(ask())]);
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', cause: { message: 'left' } });
    }
    expect(Date.now() - start).toBeLessThan(1000);
    expect(stub.calls).toHaveLength(1);
    await fails(ask(), 'UPSTREAM_TIMEOUT');
    expect(stub.calls).toHaveLength(1);
  });

  it('is the end of an operation that waits behind the calls of another', async () => {
    open({ concurrency: 1 });
    answers({ blocks: [], links: { next: null } }, { delay: 500 });
    const other = startOperation({ timeout: 5000, calls: 1 });
    const request = { filters: [], order: 'asc', limit: 1 } as const;
    const first = ledger.page(blocks, request, other);
    setTimeout(() => operation.end(), 50);
    const start = Date.now();
    await fails(ask(), 'UPSTREAM_TIMEOUT');
    expect(Date.now() - start).toBeLessThan(400);
    expect(await first).toMatchObject({ items: [] });
    expect(stub.calls).toHaveLength(1);
    other.end();
  });

  it('is a budget that is spent, before the call is made', async () => {
    answers({ blocks: [], links: { next: null } });
    begin({ calls: 1 });
    await ask();
    await fails(ask(), 'COST_LIMIT');
    expect(stub.calls).toHaveLength(1);
  });
});
