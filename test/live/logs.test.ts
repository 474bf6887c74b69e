// `logAdded`: each log once and in order, by contract and by topics, also by who comes again to another server.
import { describe, expect, it } from 'vitest';
import { growingTables, interval, mirrorNode } from '../support/growing-tables.js';
import type { Listener } from '../support/listen.js';

const second = 1_000_000_000n;
const start = 1_700_000_000n * second;
const week = 604_800n * second;

const query =
  'subscription ($contract: AccountRef, $topics: [[Hex!]], $after: String) { logAdded(contract: $contract, topics: $topics, after: $after) { cursor node { timestamp index data topics } } }';
const topic = (number: number) => number.toString(16).padStart(64, '0');

/** A log by its number, which is also its data and its time; every third is of another topic. */
const timeOf = (number: number) => start + BigInt(number);
const cursor = (list: string, number: number) => {
  const at = timeOf(number);
  const time = `${at / second}.${String(at % second).padStart(9, '0')}`;
  return Buffer.from(JSON.stringify([list, time, String(number % 2)])).toString('base64url');
};
const numbersOf = ({ events }: Listener) =>
  events.map(({ data }) => Number(BigInt(data.logAdded.node.data)));
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe.each(['embedded', mirrorNode] as const)('logAdded of %s', (kind) => {
  const server = growingTables(kind);
  const subscribe = (variables: Readonly<Record<string, unknown>>) =>
    server.subscribe(query, variables);
  const add = (contract: number, all: readonly number[], time = timeOf) =>
    server.add({
      contractlogs: all.map((number) => ({
        contract_id: contract,
        consensus_timestamp: String(time(number)),
        index: number % 2,
        data: topic(number),
        topic0: number % 3 === 0 ? '03' : '01',
        topic1: String((number % 5) + 1).padStart(2, '0'),
        topic2: null,
        topic3: null,
      })),
    });

  it('tells of those of a contract, of all, and of a topic, each once and in order, and of no old one', async () => {
    await add(11, [1, 2]);
    const own = subscribe({ contract: '0.0.11' });
    const all = subscribe({});
    const third = subscribe({ topics: [[topic(3)]] });
    const both = subscribe({ contract: '0.0.11', topics: [[topic(1)], [topic(5), topic(1)]] });
    await server.polled(8);
    await add(12, [3]);
    await add(11, [4, 5, 6]);
    await add(12, [7, 9]);
    await add(11, [10]);
    await Promise.all([own.first(4), all.first(7), third.first(3), both.first(3)]);
    expect(numbersOf(own)).toEqual([4, 5, 6, 10]);
    expect(numbersOf(all)).toEqual([3, 4, 5, 6, 7, 9, 10]);
    expect(numbersOf(third)).toEqual([3, 6, 9]);
    expect(numbersOf(both)).toEqual([4, 5, 10]);
  });

  it.each([
    [10_000, 'of a contract', 'logsOfContract', { contract: '0.0.13' }, () => true],
    [20_000, 'of a topic', 'logs', { topics: [[topic(3)]] }, (number: number) => number % 3 === 0],
    [
      30_000,
      'of a contract by topic',
      'logsOfContract',
      { contract: '0.0.13', topics: [null, [topic(3), topic(4)]] },
      (number: number) => number % 5 === 2 || number % 5 === 3,
    ],
  ])(
    '%s goes on after a cursor on another server, without a gap or a double',
    async (base, _name, list, given, isMeant) => {
      await add(13, numbers(base + 1, base + 20));
      const first = subscribe({ ...given, after: cursor(list, base + 10) });
      const [{ data }] = await first.first(1);
      const [known] = numbersOf(first) as [number];
      expect(known).toBe(numbers(base + 11, base + 20).find(isMeant));
      expect(data.logAdded.cursor).toBe(cursor(list, known));
      await server.restart(() => add(13, numbers(base + 21, base + 330)));
      const again = subscribe({ ...given, after: data.logAdded.cursor });
      const missed = numbers(known + 1, base + 330).filter(isMeant);
      await again.first(missed.length);
      await add(13, numbers(base + 331, base + 340));
      const wanted = [...missed, ...numbers(base + 331, base + 340).filter(isMeant)];
      await again.first(wanted.length);
      expect(numbersOf(again)).toEqual(wanted);
    },
  );

  it('of a topic comes over weeks without any', async () => {
    const base = 90_000;
    const later = (number: number) => timeOf(number) + BigInt(number - base) * 3n * week;
    await add(14, [base], later);
    const listener = subscribe({
      contract: '0.0.14',
      topics: [[topic(1), topic(3)]],
      after: cursor('logsOfContract', base),
    });
    await add(14, [base + 1, base + 2, base + 3], later);
    await listener.first(3);
    expect(numbersOf(listener)).toEqual([base + 1, base + 2, base + 3]);
  });

  it('is one poll for all who follow the same logs', async () => {
    const base = 200_000;
    await add(15, [base]);
    const given = { contract: '0.0.15', after: cursor('logsOfContract', base - 1) };
    const all = [1, 2, 3, 4, 5].map(() => subscribe(given));
    await Promise.all(all.map((listener) => listener.first(1)));
    server.calls.length = 0;
    const began = performance.now();
    await add(15, [base + 1]);
    await Promise.all(all.map((listener) => listener.first(2)));
    const rounds = (performance.now() - began) / interval;
    expect(server.calls.length).toBeLessThan(rounds + 3);
    for (const listener of all) expect(numbersOf(listener)).toEqual([base, base + 1]);
  });

  it.each([
    ['a cursor', { after: 'nonsense' }, 'after'],
    ['a cursor of other logs', { contract: '0.0.11', after: cursor('logs', 1) }, 'after'],
    ['a fifth place', { topics: [null, null, null, null, [topic(1)]] }, 'topics'],
    ['no topic at a place', { topics: [[]] }, 'topics'],
    ['a topic without digits', { topics: [['0x']] }, 'topics'],
  ])('refuses %s', async (_name, given, argument) => {
    const [event] = await subscribe(given).first(1);
    expect(event.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
  });
});
