// What comes beside a status: a page that nobody reads to its end, and when to come again.
import { describe, expect, it } from 'vitest';
import { found, openHost } from '../support/host.js';

describe.concurrent('a status with what comes beside it', () => {
  const long = 'x'.repeat(30_000);

  it.for([
    [404, 'UPSTREAM_BAD_RESPONSE'],
    [429, 'RATE_LIMITED'],
  ] as const)('of %i closes nothing, however long its page is', async ([status, code], context) => {
    const { stub, open, read } = await openHost(context);
    open({ retries: 0 });
    const headers = { 'content-type': 'text/html', 'retry-after': '0' };
    stub.reset(() => ({ status, headers, body: long }));
    for (let num = 1; num <= 12; num += 1) {
      await expect(read(num)).rejects.toMatchObject({ code, detail: { upstreamStatus: status } });
    }
    stub.reset(found);
    expect(await read(99)).toMatchObject({ memo: 'm' });
  });

  it('of 200 closes a host that has only pages', async (context) => {
    const { stub, open, read } = await openHost(context);
    open({ retries: 0 });
    stub.reset(() => ({ headers: { 'content-type': 'text/html' }, body: long }));
    await Promise.allSettled(Array.from({ length: 10 }, (_, num) => read(num + 1)));
    stub.reset(found);
    await expect(read(99)).rejects.toMatchObject({ detail: { retryAfter: 1 } });
    expect(stub.calls).toHaveLength(0);
  });

  it('of 504 that says when to come again holds back its own call alone', async (context) => {
    const { stub, read, answer, times } = await openHost(context);
    const headers = { 'retry-after': '1' };
    answer((call) => (call.path.endsWith('.1') ? { status: 504, headers, body: {} } : found(call)));
    const failing = expect(read(1)).rejects.toMatchObject({ detail: { upstreamStatus: 504 } });
    await expect.poll(() => stub.calls.length).toBe(1);
    expect(await read(2)).toMatchObject({ memo: 'm' });
    await failing;
    const [first = 0, other = 0, second = 0, third = 0] = times;
    expect(other - first).toBeLessThan(900);
    expect([second - first, third - second].every((gap) => gap >= 990)).toBe(true);
  });
});
