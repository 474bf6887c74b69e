// Events of many streams leave room for all else that the server does, and for the streams of other clients.
import { expect, it } from 'vitest';
import { openLive } from '../../src/live/live.js';
import { growingTopic } from '../support/growing-topic.js';
import { usual } from '../support/ledgers.js';

it('begin in many turns of the event loop, and clients take turns', async () => {
  const { ledger } = growingTopic(undefined);
  const live = openLive(ledger, { timeout: 5000, calls: 10 }, usual.live);
  const begun: string[] = [];
  const begin = async (client: string) => {
    const operation = await live.begin(client, false);
    operation.end();
    expect(operation.client).toBe(client);
    begun.push(client);
  };
  const all = Promise.all([
    ...Array.from({ length: 500 }, () => begin('many')),
    ...Array.from({ length: 5 }, () => begin('few')),
  ]);
  const perTurn: number[] = [];
  for (let before = 0; begun.length < 505; before = begun.length) {
    await new Promise(setImmediate);
    perTurn.push(begun.length - before);
  }
  await all;
  expect(Math.max(...perTurn)).toBeLessThan(200);
  expect(begun.lastIndexOf('few')).toBeLessThan(200);
});
