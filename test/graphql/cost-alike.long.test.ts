// Items of a list that lead back to what has the list lead to one object: it is read once, and charged once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleIds } from '../../src/sample/sample.js';
import { bothCounting, type Counting, type Spent } from '../fuzz/costs.js';
import { anyShape, placed, selectionOf } from '../fuzz/selections.js';

const { noteTopic, nftToken, maxToken, coinContract } = sampleIds;
const own = 'account(id: "0.0.1001")';

/** Lists of what has them, the way back from their items, and its type. */
const ways: readonly (readonly [owner: string, list: string, back: string, type: string])[] = [
  [`topic(id: "${noteTopic}")`, 'messages', 'topic', 'Topic'],
  [`token(id: "${nftToken}")`, 'nfts', 'token', 'Token'],
  [`token(id: "${maxToken}")`, 'balances', 'token', 'Token'],
  [`contract(id: "${coinContract}")`, 'state', 'contract', 'Contract'],
  [`contract(id: "${coinContract}")`, 'logs', 'contract', 'Contract'],
  [`contract(id: "${coinContract}")`, 'results', 'contract', 'Contract'],
  [`contract(id: "${coinContract}")`, 'logs', 'account', 'Account'],
  [`contract(id: "${coinContract}")`, 'results', 'account', 'Account'],
  [own, 'tokens', 'account', 'Account'],
  [`${own} { balance`, 'tokens', 'account', 'Account'],
  ['account(id: "0.0.11915")', 'schedules', 'creatorAccount', 'Account'],
  ['account(id: "0.0.1002")', 'hooks', 'owner', 'Account'],
  [own, 'stakingRewards', 'account', 'Account'],
  [own, 'hbarAllowances', 'owner', 'Account'],
  [own, 'tokenAllowances', 'owner', 'Account'],
  [own, 'nftAllowances', 'owner', 'Account'],
  [own, 'nftAllowancesReceived', 'spender', 'Account'],
  ['account(id: "0.0.1014")', 'outstandingAirdrops', 'sender', 'Account'],
  ['account(id: "0.0.1002")', 'pendingAirdrops', 'receiver', 'Account'],
  [own, 'nfts', 'account', 'Account'],
  ['contractResult(timestamp: "1795175556.658201967")', 'logs', 'transaction', 'Transaction'],
  ['contractResult(timestamp: "1795175556.658201967")', 'logs', 'block', 'Block'],
  ['block(number: "91206779")', 'logs', 'block', 'Block'],
  ['block(number: "91206779")', 'contractResults', 'block', 'Block'],
];

let targets: readonly Counting[] = [];
beforeAll(async () => {
  targets = await bothCounting(anyShape);
});
afterAll(() => Promise.all(targets.map((target) => target.close())));

/** Calls that are not of a search, which pays for its own. */
const made = ({ calls, forAll, walked }: Spent) => calls - forAll - walked.calls;
const charged = ({ cost, walked }: Spent) => (cost?.calls ?? 0) - walked.searches;

describe.each(ways)('%s { %s { %s } }', (owner, list, back, type) => {
  const text = (first: number, start = '…') => {
    const begun = `{ ${owner} { ${list}(first: ${first}) { nodes { ${back}`;
    return `${begun} ${start} ${'}'.repeat(begun.split('{').length - 1)}`;
  };

  it('costs no more for ten items than for two, whatever is selected behind them', async () => {
    let compared = 0;
    for (let seed = 1; compared < 6; seed += 1) {
      const selection = selectionOf(type, seed);
      if (!selection) continue;
      const { variables } = selection;
      for (const target of targets) {
        const ask = (first: number) =>
          target.ask({ query: placed('query', text(first), selection), variables });
        const [two, ten] = [await ask(2), await ask(10)];
        expect(ten.cost?.calls, `${target.name} ${seed}`).toBe(two.cost?.calls);
        // The items themselves are eight more, and nothing else is.
        expect(ten.cost?.rows, `${target.name} ${seed}`).toBe(two.cost && two.cost.rows + 8);
        expect(made(ten), `${target.name} ${seed}`).toBeLessThanOrEqual(charged(ten));
      }
      compared += 1;
    }
  });

  it('leads to one object from all of them', async () => {
    const query = text(9, '{ id }');
    for (const target of targets) {
      const told = JSON.stringify((await target.ask({ query })).data);
      const ids = [...told.matchAll(/"id":"(.*?)"/g)].map(([, id]) => id);
      expect(new Set(ids).size, target.name).toBe(1);
    }
  });
});

it('the count of a list below it is one, too', async () => {
  const counting = '{ messages(first: 1) { totalCount } }';
  const text = (first: number) =>
    `{ topic(id: "${noteTopic}") { messages(first: ${first}) { nodes { topic ${counting} } } } }`;
  for (const target of targets) {
    const [two, ten] = [
      await target.ask({ query: text(2) }),
      await target.ask({ query: text(10) }),
    ];
    expect([ten.cost?.calls, ten.cost?.rows]).toEqual([two.cost?.calls, (two.cost?.rows ?? 0) + 8]);
    expect(made(ten)).toBeLessThanOrEqual(charged(ten));
  }
});

it('what it has of others is charged for all of them', async () => {
  const [, mirror] = targets;
  const query = `{ topic(id: "${noteTopic}") { messages(first: 9) { nodes { topic { memo } transaction { memoBase64 } } } } }`;
  const spent = await mirror?.ask({ query });
  expect(spent?.cost?.calls).toBe(1 + 1 + 1 + 9);
});
