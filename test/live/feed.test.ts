// A feed gives each row once and in order, whenever it is asked, read from, left and come back to.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparePositions, positionOf } from '../../src/contract/position.js';
import type { MessageRow } from '../../src/contract/resources/topic-messages.js';
import { messages } from '../../src/contract/resources/topic-messages.js';
import type { Ledger, PageRequest } from '../../src/ledger.js';
import { Feed, type Growing } from '../../src/live/feed.js';
import { addedMessages } from '../../src/live/growing.js';
import type { Stream } from '../../src/live/stream.js';
import { startOperation } from '../../src/operation.js';

/** Seconds of a topic's time that a page looks through at the most, from its place on. */
type Span = number | undefined;

const secondsOf = ({ consensus_timestamp: at }: MessageRow) => Number(at.split('.')[0]);

/** A topic in memory: as many messages as have been written so far. */
function topic(span: Span) {
  const rows: MessageRow[] = [];
  const { sort } = messages;
  const now = () => 1_700_000_000 + rows.length * 3;
  const page = async ({ order, limit, after }: PageRequest) => {
    const inOrder = order === 'asc' ? rows : [...rows].reverse();
    const left = after
      ? inOrder.filter((row) => comparePositions(sort, order, positionOf(messages, row), after) > 0)
      : inOrder;
    const isAsc = order === 'asc';
    const begin = after ? Number(after[0]?.split('.')[0]) : isAsc ? 1_700_000_000 : now();
    const edge = span === undefined ? null : isAsc ? begin + span : begin - span;
    const isSeen = (row: MessageRow) =>
      edge === null || (isAsc ? secondsOf(row) <= edge : secondsOf(row) >= edge);
    const items = left.filter(isSeen).slice(0, limit);
    const last = items.length === limit ? items.at(-1) : undefined;
    const isCut = edge !== null && (isAsc ? edge < now() : edge > 1_700_000_000);
    const cut = isCut ? [`${edge}.000000000`] : null;
    return { items, next: last ? positionOf(messages, last) : cut, timestamp: null };
  };
  return {
    rows,
    page,
    ledger: { page: (_list: unknown, request: PageRequest) => page(request) } as unknown as Ledger,
    write(count: number) {
      for (let index = 0; index < count; index++) {
        const sequence_number = rows.length + 1;
        const consensus_timestamp = `${1_700_000_000 + sequence_number * 3}.000000000`;
        rows.push({ sequence_number, consensus_timestamp } as MessageRow);
      }
    },
  };
}

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
      const { rows, page, ledger, write } = topic(span);
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
