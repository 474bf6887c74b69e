// A breaker that waits for a pause to end: one call tries each pause, whatever has become of the one before.
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { CircuitBreaker } from '../../src/remote/circuit-breaker.js';
import { openGate } from '../../src/remote/gate.js';

it('is tried anew after another pause, also where the first call that tries it hangs', async () => {
  const breaker = new CircuitBreaker(() => {});
  const pause = async () => {
    breaker.trip(10, false);
    await sleep(20);
  };
  await pause();
  const hanging = breaker.send();
  expect(breaker.isProbing).toBe(true);
  await sleep(1100);
  await pause();
  expect(breaker.allows(performance.now())).toBe(true);
  const next = breaker.send();
  expect(breaker.isProbing).toBe(true);
  hanging('unknown', []);
  expect(breaker.isProbing).toBe(true);
  next('answered', []);
  expect(breaker.allows(performance.now())).toBe(true);
});

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const waiterAt = (route: string, operation: object) => ({
  operation,
  route,
  question: route,
  deadline: () => performance.now() + 120_000,
  start: () => true,
  refuse: () => {},
});

it('holds no timer for a pause that nobody waits for, so that a process may end', () => {
  const before = timers();
  const gate = openGate({ concurrency: 1, rate: 0 });
  gate.pause(60_000);
  expect(timers()).toBe(before);
  const waiter = waiterAt('/api/v1/blocks', {});
  gate.enter(waiter);
  expect(timers()).toBe(before + 1);
  gate.leaveQueue(waiter);
  expect(timers()).toBe(before);
});

it('is not asked when its pause ends where an operation waits for its share of calls alone', () => {
  const before = timers();
  const gate = openGate({ concurrency: 2, rate: 0 });
  gate.pause(60_000, '/api/v1/tokens');
  const operation = {};
  const enter = (route: string, of: object) => {
    const waiter = waiterAt(route, of);
    gate.enter(waiter);
    return waiter;
  };
  enter('/api/v1/blocks', operation);
  const waiting = [enter('/api/v1/blocks', operation)];
  expect(timers()).toBe(before);
  waiting.push(enter('/api/v1/tokens', {}));
  expect(timers()).toBe(before + 1);
  for (const waiter of waiting) gate.leaveQueue(waiter);
  expect(timers()).toBe(before);
});

it('holds nothing of the calls by which a host that is down is tried in vain, which may be for days', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const breaker = new CircuitBreaker(() => {});
  const tried: WeakRef<object>[] = [];
  const fail = () => {
    const operation = {};
    tried.push(new WeakRef(operation));
    breaker.send()('failed', [operation]);
  };
  for (let failure = 0; failure < 100; failure += 1) fail();
  expect(breaker.isDown(performance.now())).toBe(true);
  await expect
    .poll(() => {
      collect();
      return tried.filter((one) => one.deref() !== undefined).length;
    })
    // Those by which it was found to be down.
    .toBe(10);
});

/** A breaker of a host that was down, and the time of whose rest is over. */
async function rested(): Promise<CircuitBreaker> {
  const breaker = new CircuitBreaker(() => {});
  breaker.trip(1, true);
  await sleep(5);
  return breaker;
}
const now = () => performance.now();

it('that is down is tried by each route once, and is up when one of them is answered', async () => {
  const breaker = await rested();
  const failing = breaker.send('/contracts');
  expect([breaker.isDown(now(), '/contracts'), breaker.isDown(now(), '/accounts')]).toEqual([
    true,
    false,
  ]);
  const answered = breaker.send('/accounts');
  failing('failed', ['/contracts']);
  expect(breaker.isDown(now(), '/contracts')).toBe(true);
  answered('answered', []);
  expect(breaker.isDown(now(), '/contracts')).toBe(false);
});

it('that is down rests for longer for each that has tried it in vain, and is open for others', async () => {
  const breaker = await rested();
  const [one, left] = ['/a', '/b'].map((route) => breaker.send(route));
  one?.('failed', ['/a']);
  expect(breaker.left(now(), '/a')).toBeGreaterThan(900);
  // Whose client has left has said nothing.
  left?.('unknown', []);
  expect(['/b', '/c'].map((route) => breaker.allows(now(), route))).toEqual([true, true]);
  breaker.send('/c')('answered', []);
  expect(breaker.allows(now(), '/a')).toBe(true);
});

it('that is down rests for longer for all where there was no connection', async () => {
  const breaker = await rested();
  breaker.send('/a')('unreachable', []);
  expect(breaker.left(now(), '/b')).toBeGreaterThan(900);
});

it('that is down is up when a call is answered that was sent after the first failure', async () => {
  const breaker = new CircuitBreaker(() => {});
  const before = breaker.send('/a');
  const failing = Array.from({ length: 10 }, () => breaker.send('/a'));
  const after = breaker.send('/b');
  for (const fail of failing) fail('failed', []);
  before('answered', []);
  expect(breaker.isDown(now(), '/a')).toBe(true);
  after('answered', []);
  expect(breaker.isDown(now(), '/a')).toBe(false);
});

it('that is down is tried by another call where the first one has said nothing', async () => {
  const breaker = await rested();
  breaker.send('/a')('unknown', []);
  expect(breaker.allows(now(), '/a')).toBe(true);
  expect(breaker.left(now())).toBe(0);
});
