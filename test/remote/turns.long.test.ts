// One operation beside others at one host: slots, turns, and whose failures count.
import type { ServerResponse } from 'node:http';
import { describe, expect, it, type TestContext } from 'vitest';
import { ask } from '../support/ask.js';
import { openStub } from '../support/backends.js';
import type { Handler } from '../support/stub.js';

/** A server on a stub for the length of a test; the tests wait, and do so together. */
async function opened({ onTestFinished }: TestContext, ...how: Parameters<typeof openStub>) {
  const server = await openStub(...how);
  onTestFinished(() => server.close());
  return server;
}

/** Addresses are looked up one by one, where ids would share calls. */
const address = (num: number) => `0x${'ab'.repeat(16)}${num.toString(16).padStart(8, '0')}`;
/** From 1000 on they never answer; the others do at once. */
const byAddress: Handler = ({ path }) => {
  const num = Number.parseInt(path.slice(-8), 16);
  if (num >= 1000) return { send: () => {} };
  return { body: { account: `0.0.${num}`, memo: 'm', evm_address: address(num) } };
};
const lookups = (from: number, count: number, key: (num: number) => string) =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: account(id: "${key(from + at)}") { memo }`).join(' ')} }`;

describe.concurrent('190 slow look-ups of one operation', () => {
  it('leave the others their answers within milliseconds, before and after their timeouts', async (context) => {
    const server = await opened(
      context,
      byAddress,
      { timeout: 2500, retries: 0 },
      { operation: { timeout: 5500 } },
    );
    const slow = ask(server, lookups(1000, 190, address));
    await context.expect
      .poll(() => server.stub.calls.length, { timeout: 8000 })
      .toBeGreaterThan(10);
    // It takes half of the 64 slots, and leaves half.
    expect(server.stub.calls.length).toBeLessThanOrEqual(32);
    const waits: number[] = [];
    let isOver = false;
    void slow.then(() => {
      isOver = true;
    });
    for (let num = 1; !isOver; num = (num % 900) + 1) {
      const start = performance.now();
      const { data, errors } = await ask(server, lookups(num, 3, address));
      waits.push(performance.now() - start);
      expect({ data, errors }).toMatchObject({ data: { a0: { memo: 'm' } }, errors: [] });
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    expect(waits.length).toBeGreaterThan(20);
    waits.sort((a, b) => a - b);
    expect(waits[Math.floor(waits.length / 2)]).toBeLessThan(200);
    expect(waits.at(-1)).toBeLessThan(1000);
    const codes = new Set((await slow).errors.map(({ extensions }) => extensions['code']));
    expect([...codes]).toEqual(['UPSTREAM_TIMEOUT']);
  });

  it('of several such operations still leave a slot for the next', async (context) => {
    const server = await opened(context, byAddress, { timeout: 1500, retries: 0 });
    const several = [1000, 2000, 3000, 4000].map((from) => ask(server, lookups(from, 40, address)));
    await context.expect
      .poll(() => server.stub.calls.length, { timeout: 8000 })
      .toBeGreaterThan(20);
    const start = performance.now();
    const { data } = await ask(server, lookups(5, 1, address));
    expect(data).toEqual({ a0: { memo: 'm' } });
    expect(performance.now() - start).toBeLessThan(500);
    await Promise.all(several);
  });
});

it.concurrent('an operation alone has 30 calls made at once', async (context) => {
  let under = 0;
  let most = 0;
  const server = await opened(context, ({ path }) => {
    most = Math.max(most, ++under);
    const body = JSON.stringify({ account: `0.0.${Number.parseInt(path.slice(-8), 16)}` });
    const send = (response: ServerResponse) =>
      void setTimeout(() => {
        under -= 1;
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      }, 300);
    return { send };
  });
  await ask(server, lookups(1, 30, address));
  expect(most).toBe(30);
});

describe.concurrent('the line at a host with a rate', () => {
  it('is walked in turns: a short operation does not wait for all of a long one', async (context) => {
    const server = await opened(context, byAddress, { rate: 20 });
    const long = ask(server, lookups(1, 60, address));
    await context.expect
      .poll(() => server.stub.calls.length, { timeout: 8000 })
      .toBeGreaterThanOrEqual(16);
    const start = performance.now();
    const { errors } = await ask(server, lookups(500, 2, address));
    expect(errors).toEqual([]);
    expect(performance.now() - start).toBeLessThan(1500);
    expect((await long).errors).toEqual([]);
  });
});
