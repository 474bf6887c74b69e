// The clock of the day is set back, by a day: nothing stands still until it has caught up.
import { setTimeout as pause } from 'node:timers/promises';
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
