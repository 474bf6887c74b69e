// A mirror node of which some routes are broken: those are closed, and its others are not; and one that is down.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, type TestContext } from 'vitest';
import { block } from '../../src/contract/resources/blocks.js';
import { schedule } from '../../src/contract/resources/schedules.js';
import { token } from '../../src/contract/resources/tokens.js';
import { found, openHost } from '../support/host.js';
import { type Answer, type Call, type Handler, startStub } from '../support/stub.js';

const none = { filters: [] };
const internal: Answer = {
  status: 500,
  body: { _status: { messages: [{ message: 'Internal error' }] } },
};
const answerAll: Handler = (call) =>
  call.path.includes('/accounts/')
    ? found(call)
    : { body: { token_id: call.path.split('/').at(-1), schedule_id: call.path.split('/').at(-1) } };
const isBroken = ({ path }: Call) => /\/(tokens|schedules)\//.test(path);
const withBroken: Handler = (call) => (isBroken(call) ? internal : answerAll(call));

async function opened(context: TestContext) {
  const host = await openHost(context);
  const { stub, open, ledger, start } = host;
  open({ retries: 0, concurrency: 64 });
  const tokenOf = (num: number) => ledger().one(token, `0.0.${num}`, none, start());
  const scheduleOf = (num: number) => ledger().one(schedule, `0.0.${num}`, none, start());
  const blockOf = (num: number) => ledger().one(block, `${num}`, none, start());
  /** As many calls of two routes, all under way at once; gives how many the mirror node got. */
  const burst = async (count: number) => {
    const before = stub.calls.length;
    const numbers = Array.from({ length: count }, (_, num) => num + 1);
    await Promise.allSettled(numbers.flatMap((num) => [tokenOf(num), scheduleOf(num)]));
    return stub.calls.length - before;
  };
  const isRefused = async (look: Promise<unknown>) => {
    const before = stub.calls.length;
    await expect(look).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    return stub.calls.length === before;
  };
  return { ...host, tokenOf, scheduleOf, blockOf, burst, isRefused };
}

it.concurrent('closes the routes that always fail, and goes on with the one that answers', async (context) => {
  const { stub, read, burst, tokenOf, scheduleOf, isRefused } = await opened(context);
  stub.reset(withBroken);
  await read(1);
  expect(await burst(20)).toBe(40);
  for (let num = 1; num <= 5; num += 1) expect(await read(num)).toMatchObject({ memo: 'm' });
  expect([await isRefused(tokenOf(99)), await isRefused(scheduleOf(99))]).toEqual([true, true]);
  // Each is tried by one call when its second is over, in vain, and the rest goes on all the same.
  await sleep(1100);
  expect(await burst(10)).toBe(2);
  expect(await read(6)).toMatchObject({ memo: 'm' });
});

it.concurrent('closes a route that takes its time to fail while others are answered', async (context) => {
  const { stub, read, tokenOf, isRefused } = await opened(context);
  stub.reset((call) => (isBroken(call) ? { ...internal, delay: 30 } : answerAll(call)));
  for (let num = 1; num <= 10; num += 1) {
    const failing = tokenOf(num);
    failing.catch(() => {});
    await read(num);
    await expect(failing).rejects.toMatchObject({ detail: { upstreamStatus: 500 } });
  }
  expect(await isRefused(tokenOf(99))).toBe(true);
  expect(await read(99)).toMatchObject({ memo: 'm' });
});

it.concurrent('is closed once where routes that have answered break, and then for no route that answers', async (context) => {
  const { stub, read, burst, tokenOf, isRefused } = await opened(context);
  stub.reset(answerAll);
  await read(1);
  expect(await burst(1)).toBe(2);
  stub.reset(withBroken);
  await burst(20);
  // They may be all that is left of it.
  expect(await isRefused(read(2))).toBe(true);
  await sleep(1100);
  // Whoever tries it in vain keeps nobody else away.
  await expect(tokenOf(1)).rejects.toMatchObject({ detail: { upstreamStatus: 500 } });
  expect(await read(3)).toMatchObject({ memo: 'm' });
  for (let round = 0; round < 3; round += 1) {
    await burst(20);
    expect(await read(4 + round)).toMatchObject({ memo: 'm' });
  }
});

it.concurrent('that fails on every route after it has answered is closed by ten calls', async (context) => {
  const { stub, read, burst, blockOf, isRefused } = await opened(context);
  stub.reset(answerAll);
  await read(1);
  await burst(1);
  stub.reset(() => internal);
  for (let round = 0; round < 10; round += 1) await burst(1);
  expect(stub.calls).toHaveLength(10);
  expect([await isRefused(read(2)), await isRefused(blockOf(1))]).toEqual([true, true]);
  await sleep(1100);
  stub.reset(() => internal);
  for (let round = 0; round < 10; round += 1) await burst(1);
  expect(stub.calls).toHaveLength(2);
});

it.concurrent('that hangs up on whoever comes is closed by ten calls of several routes', async (context) => {
  const { stub, burst, blockOf, isRefused } = await opened(context);
  stub.reset(answerAll);
  await burst(1);
  stub.reset(() => ({ send: (response) => response.socket?.resetAndDestroy() }));
  for (let round = 0; round < 10; round += 1) await burst(1);
  expect(stub.calls).toHaveLength(10);
  expect(await isRefused(blockOf(1))).toBe(true);
});

it.concurrent('is spared the calls of its broken routes where another has them, and asked for all else', async (context) => {
  const { stub, open, read, burst, tokenOf } = await opened(context);
  const other = await startStub(answerAll);
  context.onTestFinished(other.close);
  open({ upstream: [stub.url, other.url], retries: 0, concurrency: 64 });
  stub.reset(withBroken);
  await read(1);
  await burst(20);
  const before = [stub.calls.length, other.calls.length];
  expect(await tokenOf(99)).toMatchObject({ token_id: '0.0.99' });
  expect(await read(2)).toMatchObject({ memo: 'm' });
  expect([stub.calls.length, other.calls.length].map((now, at) => now - (before[at] ?? 0))).toEqual(
    [1, 1],
  );
});
