// The clock of the day is set back, by a day: nothing stands still until it has caught up.
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { memoryStore } from '../../src/answers/response-cache.js';
import { ask } from '../support/ask.js';
import { found, openHost } from '../support/host.js';
import { serve } from '../support/ledgers.js';

const { now } = Date;
const setBack = () => {
  Date.now = () => now() - 86_400_000;
};
afterEach(() => {
  Date.now = now;
});

it.for([
  ['kept by the server', {}, memoryStore(1_000_000)],
  ['that a mirror node lets be kept', { 'cache-control': 'max-age=60' }, undefined],
] as const)('an answer %s is read anew', async ([_name, headers, cache], context) => {
  const { ledger, answer } = await openHost(context);
  let number = 0;
  answer(() => {
    number += 1;
    const block = { number, hash: `0x${'0'.repeat(96)}`, timestamp: { from: '1.0', to: '2.0' } };
    return { headers, body: { blocks: [block], links: { next: null } } };
  });
  const server = await serve(ledger(), cache && { graphql: { cache } });
  context.onTestFinished(() => server.close());
  const newest = async () => (await ask(server, '{ blocks(first: 1) { nodes { number } } }')).data;
  const block = (found: string) => ({ blocks: { nodes: [{ number: found }] } });
  expect([await newest(), await newest()]).toEqual([block('1'), block('1')]);
  setBack();
  expect(await newest()).toEqual(block('2'));
});

it('the pace of calls is kept, and a mirror node left alone for as long as it was to be', async (context) => {
  const { open, read, readMany, answer, times } = await openHost(context);
  open({ rate: 12, retries: 0 });
  answer(() => ({ status: 503, body: {} }));
  await readMany(12);
  setBack();
  await expect(read(100)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  answer(found);
  const until = performance.now() + 3000;
  let item: unknown = null;
  while (item === null && performance.now() < until) {
    await pause(50);
    item = await read(100).catch(() => null);
  }
  expect(item).toMatchObject({ memo: 'm' });
  expect(times).toHaveLength(1);
});

it('the minute of a client that has asked too often ends no later', async (context) => {
  const { ledger } = await openHost(context);
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  const server = await serve(ledger(), { rateLimit: { perMinute: 1 }, log });
  context.onTestFinished(() => server.close());
  const wait = async () => (await ask(server, '{ __typename }')).errors[0]?.extensions;
  expect(await wait()).toBeUndefined();
  setBack();
  const { code, retryAfter } = (await wait()) as { code: string; retryAfter: number };
  expect(code).toBe('RATE_LIMITED');
  expect(retryAfter).toBeLessThanOrEqual(60);
  // It is no failure of the ledger, as which it had been logged.
  expect(lines.join('')).not.toContain('ledger failed');
});
