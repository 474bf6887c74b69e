// Fields that belong to transactions of one kind are charged as those of the dearest: none is of two.
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  expect(await charged(associated)).toEqual([101, 2]);
  // In SQL both kinds of a page are read together, each by a statement of its own.
  expect(await charged(`${message} ${associated}`)).toEqual([101, 3]);
});

it('what any of them may have is charged beside it', async () => {
  const result = 'contractResult { gasUsed }';
  expect(await charged(`${result} ${message} ${associated}`)).toEqual([201, 4]);
  // A scheduled one is found by its family, whatever it is: that is read once for all fields.
  const scheduled = 'schedule { memo } children { id }';
  expect(await charged(`${scheduled} ${message} ${associated}`)).toEqual([301, 5]);
});

it('fields of one kind are all charged, the dearest kind whole', async () => {
  const twice = `${message} other: message { payerAccount { memo } }`;
  const [once, both] = await Promise.all([
    charged(twice, 25),
    charged(`${twice} ${associated}`, 25),
  ]);
  expect(once[0]).toBe(1 + 25 + 25 + 2);
  // Of a page with both, the payers may take one call more than of a page of messages alone.
  expect(both[0]).toBe((once[0] ?? 0) + 1);
});

it('a page of a hundred with all that they may be about is no query to refuse', async () => {
  const all = `associatedTokens { name } schedule { memo } contractResult { gasUsed } ${message}`;
  const [overHttp = 0] = await charged(all);
  expect(overHttp).toBeLessThanOrEqual(500);
});
