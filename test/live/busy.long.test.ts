// A list that grows faster than its window, and a ledger that fails or lags while someone catches up.
import { expect, it } from 'vitest';
import { positionOf } from '../../src/contract/position.js';
import { type MessageRow, messages } from '../../src/contract/resources/topic-messages.js';
import { LedgerError } from '../../src/errors.js';
import type { Ledger } from '../../src/ledger.js';
import { Feed } from '../../src/live/feed.js';
import { addedMessages } from '../../src/live/growing.js';
import { openLive } from '../../src/live/live.js';
import type { Stream } from '../../src/live/stream.js';
import { startOperation } from '../../src/operation.js';
import { growingTopic } from '../support/growing-topic.js';
import { usual } from '../support/ledgers.js';
import { eventually, pause } from '../support/listen.js';

/** A feed of a topic, whose readers' own pages come from `own` where there is one. */
function open(own?: (page: Ledger['page']) => Ledger['page']) {
  const topic = growingTopic(undefined);
  const calls = { own: 0 };
  const given = topic.ledger.page;
  const page = (own?.(given) ?? given) as typeof given;
  const counted: typeof given = (...asked) => {
    calls.own += 1;
    return page(...asked);
  };
  const begin = () => startOperation({ timeout: 1000, calls: 1000 });
  const feed = new Feed(addedMessages, { filters: [] }, { page: counted } as Ledger, begin);
  return {
    ...topic,
    feed,
    calls,
    async poll() {
      while (feed.add(await topic.page(feed.request)));
      feed.polled(null);
    },
    place: (number: number) => positionOf(messages, topic.rows[number - 1] as MessageRow),
  };
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
};

/** Reads until the stream ends; what it has had so far. */
function reading(stream: Stream<MessageRow>) {
  const seen: (number | string)[] = [];
  void (async () => {
    for await (const one of stream) {
      seen.push(one instanceof LedgerError ? one.code : Number(one.sequence_number));
    }
  })();
  return seen;
}

const upTo = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('tells all of a list that grows by more than its window, however long, out of one poll for all', async () => {
  const { feed, write, poll, calls } = open();
  write(5);
  const all = [1, 2, 3].map(() => reading(feed.open('end')));
  await poll();
  for (let round = 0; round < 40; round += 1) {
    write(300);
    await poll();
    await turns(3);
  }
  for (const seen of all) expect(seen).toEqual(upTo(6, 12_005));
  expect(calls.own).toBe(0);
});

it('lets a reader be as slow as it likes, once it has had what there was when it came', async () => {
  const { feed, write, poll, place } = open();
  write(1000);
  await poll();
  const stream = feed.open(place(500));
  expect((await stream.next()).value).toMatchObject({ sequence_number: 501 });
  for (let round = 0; round < 40; round += 1) {
    write(300);
    await poll();
  }
  const seen = reading(stream);
  await turns(300);
  expect(seen).toEqual(upTo(502, 13_000));
});

it('waits for a ledger that lags behind what it has told, and leaves nothing out', async () => {
  let isLagging = false;
  const { feed, write, poll, place } = open((page) => async (list, request, operation) => {
    const found = await page(list, request, operation);
    return isLagging && found ? { ...found, items: [], next: null } : found;
  });
  write(500);
  await poll();
  isLagging = true;
  const seen = reading(feed.open(place(100)));
  await turns(3);
  write(1);
  await poll();
  await turns(3);
  isLagging = false;
  await poll();
  await turns(30);
  expect(seen).toEqual(upTo(101, 501));
});

it('asks a ledger that fails once for each poll, and holds up nobody meanwhile', async () => {
  let isFailing = true;
  const { feed, write, poll, place, calls } = open((page) => async (...asked) => {
    // Whoever asks without end is not to keep the test from its end.
    if (isFailing && calls.own < 100) throw new LedgerError('UPSTREAM_UNAVAILABLE');
    return page(...asked);
  });
  write(500);
  await poll();
  const seen = reading(feed.open(place(100)));
  await turns(3);
  await poll();
  await turns(3);
  await poll();
  await turns(3);
  expect(calls.own).toBeLessThan(5);
  expect(seen).toEqual(['UPSTREAM_UNAVAILABLE']);
  isFailing = false;
  await poll();
  await turns(30);
  expect(seen).toEqual(['UPSTREAM_UNAVAILABLE', ...upTo(101, 500)]);
});

it('asks on at once where one poll has not come to the end', async ({ onTestFinished }) => {
  const interval = 3000;
  const { ledger, write } = growingTopic(undefined);
  const limits = { ...usual.live, interval };
  const live = openLive(ledger, { timeout: 5000, calls: 10 }, limits);
  onTestFinished(() => live.close());
  write(5);
  const seen = reading(live.messages('a client', '0.0.7', null));
  // Nothing is new before the feed knows where the end was.
  await pause(500);
  write(3500);
  await eventually(() => seen.length).toBeGreaterThan(0);
  const began = performance.now();
  await eventually(() => seen.length).toBe(3500);
  expect(performance.now() - began).toBeLessThan(interval);
  expect(seen).toEqual(upTo(6, 3505));
});

it('has the news of a list, however long another one takes to answer', async ({
  onTestFinished,
}) => {
  const { ledger, page, write } = growingTopic(undefined);
  const never = new Promise<never>(() => {});
  const slow: Ledger = {
    ...ledger,
    page: ((_list, request) => (request.key === '0.0.8' ? never : page(request))) as Ledger['page'],
  };
  const limits = { ...usual.live, interval: 100 };
  const live = openLive(slow, { timeout: 5000, calls: 10 }, limits);
  onTestFinished(() => live.close());
  write(5);
  reading(live.messages('a client', '0.0.8', null));
  const seen = reading(live.messages('a client', '0.0.7', null));
  await pause(200);
  write(5);
  await eventually(() => seen).toEqual(upTo(6, 10));
});
