// A feed gives each row once and in order, whenever it is asked, read from, left and come back to.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { positionOf } from '../../src/contract/position.js';
import type { MessageRow } from '../../src/contract/resources/topic-messages.js';
import { messages } from '../../src/contract/resources/topic-messages.js';
import { Feed, type Growing } from '../../src/live/feed.js';
import { addedMessages } from '../../src/live/growing.js';
import type { Stream } from '../../src/live/stream.js';
import { startOperation } from '../../src/operation.js';
import { growingTopic } from '../support/growing-topic.js';

const step = fc.oneof(
  fc.record({ do: fc.constant('write' as const), count: fc.integer({ min: 0, max: 250 }) }),
  fc.record({ do: fc.constant('poll' as const), count: fc.constant(1) }),
  fc.record({ do: fc.constant('take' as const), count: fc.integer({ min: 1, max: 130 }) }),
  fc.record({ do: fc.constant('come again' as const), count: fc.constant(1) }),
);

const growing: Growing<MessageRow> = { ...addedMessages, window: 40 };

it.each([
  ['', undefined],
  [' and pages look through a few seconds only', 50],
])('gives all that is behind a place, whatever happens in between%s', async (_name, span) => {
  const begin = () => startOperation({ timeout: 1000, calls: 1000 });
  const property = fc.asyncProperty(
    fc.nat({ max: 220 }),
    fc.nat({ max: 220 }),
    fc.array(step, { maxLength: 25 }),
    async (before, from, steps) => {
      const { rows, page, ledger, write } = growingTopic(span);
      write(before);
      const feed = new Feed(growing, { filters: [] }, ledger, begin);
      const at = rows[from - 1];
      const seen: MessageRow[] = [];
      let stream: Stream<MessageRow> = feed.open(at ? positionOf(messages, at) : 'start');
      const poll = async () => {
        while (feed.add(await page(feed.request)));
        feed.polled(null);
      };
      /** What can be had without waiting. */
      const take = async (count: number) => {
        for (let index = 0; index < count; index++) {
          const next = stream.next();
          const none = new Promise<null>((resolve) =>
            setImmediate(() => setImmediate(resolve, null)),
          );
          const found = await Promise.race([next, none]);
          if (!found) {
            // It waits: give up, and come again after the last row that it gave.
            comeAgain();
            return;
          }
          seen.push(found.value as MessageRow);
        }
      };
      const comeAgain = () => {
        void stream.return();
        const last = seen.at(-1) ?? at;
        stream = feed.open(last ? positionOf(messages, last) : 'start');
      };
      for (const one of steps) {
        if (one.do === 'write') write(one.count);
        else if (one.do === 'poll') await poll();
        else if (one.do === 'take') await take(one.count);
        else comeAgain();
      }
      await poll();
      await take(rows.length + 1);
      const wanted = rows.slice(at ? from : 0).map(({ sequence_number }) => sequence_number);
      expect(seen.map(({ sequence_number }) => sequence_number)).toEqual(wanted);
    },
  );
  await fc.assert(property, { numRuns: 40 });
});
