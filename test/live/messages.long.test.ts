// `messageAdded`: each message of a topic once and in order, also by who comes again to another server.
import { describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { growingTables, interval, mirrorNode } from '../support/growing-tables.js';
import { engines } from '../support/ledgers.js';
import { type Listener, pause } from '../support/listen.js';

const kinds = [...engines, mirrorNode] as const;
const start = 1_700_000_000_000_000_000n;
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const query =
  'subscription ($topic: EntityId!, $after: String, $number: Int64) { messageAdded(topic: $topic, after: $after, afterSequenceNumber: $number) { cursor node { sequenceNumber text } } }';
const numbersOf = ({ events }: Listener) =>
  events.map(({ data }) => Number(data.messageAdded.node.sequenceNumber));

describe.each(kinds)('messageAdded of %s', (kind) => {
  const server = growingTables(kind);
  const subscribe = (topic: number, variables = {}) =>
    server.subscribe(query, { topic: `0.0.${topic}`, ...variables });
  const add = (topic: number, from: number, to: number) =>
    server.add({
      topicmessages: numbers(from, to).map((number) => ({
        topic_id: topic,
        sequence_number: number,
        consensus_timestamp: start + BigInt(number) * 1000n + BigInt(topic),
        message: `message ${number}`,
      })),
    });

  /** Until those who have left are polled for no more. */
  const quiet = async () => {
    for (let before = -1; before !== server.calls.length; await pause(1.5 * interval)) {
      before = server.calls.length;
    }
  };

  it('tells of new messages, each once and in order, and of no old one', async () => {
    await add(1, 1, 3);
    const listener = subscribe(1);
    await server.polled(2);
    await add(1, 4, 5);
    await listener.first(2);
    await add(1, 6, 6);
    await listener.first(3);
    expect(numbersOf(listener)).toEqual([4, 5, 6]);
    expect(listener.events[0].data.messageAdded.node.text).toBe('message 4');
  });

  it('says nothing of a topic without messages, and tells the first when it comes', async () => {
    await quiet();
    const listener = subscribe(2);
    await server.polled(2);
    expect(listener.events).toEqual([]);
    await add(2, 1, 2);
    await listener.first(2);
    expect(numbersOf(listener)).toEqual([1, 2]);
  });

  it('goes on after a cursor or a number on another server, without a gap or a double', async () => {
    await add(3, 1, 2);
    const first = subscribe(3, { number: 1 });
    const [{ data }] = await first.first(1);
    const { cursor, node } = data.messageAdded;
    await server.restart(() => add(3, 3, 252));
    const again = [{ after: cursor }, { number: node.sequenceNumber }].map((place) =>
      subscribe(3, place),
    );
    await Promise.all(again.map((listener) => listener.first(250)));
    await add(3, 253, 253);
    for (const listener of again) {
      await listener.first(251);
      expect(numbersOf(listener)).toEqual(numbers(3, 253));
    }
  });

  it('goes on after a sequence number: the first, any, and one that is not there yet', async () => {
    await add(4, 1, 5);
    const [all, some, ahead] = [0, 3, 7].map((number) => subscribe(4, { number })) as [
      Listener,
      Listener,
      Listener,
    ];
    await Promise.all([all.first(5), some.first(2)]);
    await add(4, 6, 8);
    await Promise.all([all.first(8), some.first(5), ahead.first(1)]);
    expect(numbersOf(all)).toEqual(numbers(1, 8));
    expect(numbersOf(some)).toEqual(numbers(4, 8));
    expect(numbersOf(ahead)).toEqual([8]);
  });

  it('goes on after a cursor of the list, and after one of `Topic.messages` only', async () => {
    await add(5, 1, 3);
    const field =
      '{ node(id: "VG9waWM6MC4wLjU") { ... on Topic { messages(first: 2) { edges { cursor } } } } }';
    const { data } = await ask(server, field);
    const edges = data?.node?.messages.edges;
    // A mirror of messages alone has no topic; the cursor is a place in time, whatever gave it.
    const position = ['messages', `${start / 1_000_000_000n}.${'000002005'}`];
    const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
    expect(edges?.[1]?.cursor ?? cursor).toBe(cursor);
    const listener = subscribe(5, { after: cursor });
    await listener.first(1);
    expect(numbersOf(listener)).toEqual([3]);
  });

  it('asks for all topics that are followed in as few calls as the ledger allows, and for each once', async () => {
    const topics = [10, 11, 12];
    for (const topic of topics) await add(topic, 1, 1);
    const many = [...topics, ...topics].map((topic) => subscribe(topic, { number: 0 }));
    await Promise.all(many.map((listener) => listener.first(1)));
    server.calls.length = 0;
    const began = performance.now();
    await server.polled(9);
    const rounds = (performance.now() - began) / interval + 1;
    const [each, call] = kind === 'a mirror node' ? [3, 'page messages'] : [1, 'pages messages ×3'];
    expect(new Set(server.calls)).toEqual(new Set([call]));
    expect(server.calls.length).toBeLessThanOrEqual(each * Math.ceil(rounds));
    for (const topic of topics) await add(topic, 2, 2);
    await Promise.all(many.map((listener) => listener.first(2)));
    for (const listener of many) expect(numbersOf(listener)).toEqual([1, 2]);
  });

  it.runIf(kind === 'embedded')('refuses a place too far back, and says how far', async () => {
    await add(6, 1, 1);
    await add(6, 200, 10_300);
    const listener = subscribe(6, { number: 1 });
    await listener.first(1);
    expect(listener.events[0].errors[0]).toMatchObject({
      message: expect.stringContaining('lies 10101 messages back'),
      extensions: { code: 'BAD_USER_INPUT', argument: 'after' },
    });
  });

  it.each([
    ['a cursor', { after: 'nonsense' }, 'after'],
    ['a number', { number: -1 }, 'afterSequenceNumber'],
    ['two places', { number: 1, after: 'WyJtZXNzYWdlcyIsIjEuMDAwMDAwMDAwIl0' }, 'after'],
  ])('refuses %s that is wrong', async (_name, given, argument) => {
    const [event] = await subscribe(7, given).first(1);
    expect(event.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
  });
});
