// Fields that belong to transactions of one kind are charged as those of the dearest: none is of two.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleIds } from '../../src/sample/sample.js';
import { bothCounting, type Counting } from '../fuzz/costs.js';

let targets: readonly Counting[] = [];
beforeAll(async () => {
  targets = await bothCounting({});
});
afterAll(() => Promise.all(targets.map((target) => target.close())));

/** What a page of transactions is charged, over HTTP and on SQL, and that it comes whole for no more. */
async function charged(below: string, first = 100) {
  const query = `{ transactions(first: ${first}) { nodes { name ${below} } } }`;
  const all = [];
  for (const target of targets) {
    const { cost, calls, codes, data } = await target.ask({ query });
    expect(codes, query).toEqual([]);
    expect(JSON.stringify(data)).toContain('"name"');
    expect(calls).toBeLessThanOrEqual(cost?.calls ?? 0);
    all.push(cost?.calls);
  }
  return all.reverse();
}

const message = 'message { text }';
const associated = 'associatedTokens { entityId }';

it('a transaction that has sent a message has associated nothing, and the other way round', async () => {
  expect(await charged(message)).toEqual([101, 2]);
  expect(await charged(associated)).toEqual([104, 5]);
  // Of a page of both kinds, each is read by calls of its own: at the most as many more as one of them takes together.
  expect(await charged(`${message} ${associated}`)).toEqual([107, 9]);
});

it('what any of them may have is charged beside it', async () => {
  const result = 'contractResult { gasUsed }';
  expect(await charged(`${result} ${message} ${associated}`)).toEqual([207, 10]);
  // A scheduled one is found by its family, whatever it is: that is read once for all fields.
  const scheduled = 'schedule { memo } children { id }';
  expect(await charged(`${scheduled} ${message} ${associated}`)).toEqual([307, 11]);
});

it('the schedule of a transaction is charged once for what it is and for who has paid by it', async () => {
  const [schedule, moved] = ['schedule { memo }', 'netTransfers { tinybars }'];
  for (const below of [schedule, moved, `${schedule} ${moved} children { id }`]) {
    expect(await charged(below)).toEqual([201, 3]);
  }
  expect(await charged(`${schedule} ${moved} contractResult { gasUsed } ${message}`)).toEqual([
    401, 5,
  ]);
  // All that shares the id has come along, and the schedule has not.
  const own = (below: string) =>
    `{ transaction(ref: "0.0.1014@1795175682.965058832") { name ${below} } }`;
  for (const target of targets) {
    expect((await target.ask({ query: own(`${schedule} ${moved}`) })).cost?.calls).toBe(2);
  }
});

it('fields of one kind are all charged, the dearest kind whole', async () => {
  const twice = `${message} other: message { payerAccount { memo } }`;
  const [once, both] = await Promise.all([
    charged(twice, 25),
    charged(`${twice} ${associated}`, 25),
  ]);
  expect(once[0]).toBe(1 + 25 + 25 + 2);
  expect(both[0]).toBe((once[0] ?? 0) + 3);
});

it('a page of a hundred with all that they may be about is no query to refuse', async () => {
  const all = `associatedTokens { name } schedule { memo } contractResult { gasUsed } ${message}`;
  const [overHttp = 0] = await charged(all);
  expect(overHttp).toBeLessThanOrEqual(500);
});

it('what is looked for far away is charged once for a page, and paid for each time', async () => {
  const [, mirror] = targets as [Counting, Counting];
  const whole = (first: number) =>
    `{ topic(id: "${sampleIds.chunkTopic}") { messages(first: ${first}) { nodes { whole { parts } } } } }`;
  const [few, many] = [
    await mirror.ask({ query: whole(2) }),
    await mirror.ask({ query: whole(100) }),
  ];
  expect([few.cost?.calls, many.cost?.calls]).toEqual([2 + 2 + 3, 2 + 100 + 3]);
  expect(many.made).toBe(many.paid);
});
