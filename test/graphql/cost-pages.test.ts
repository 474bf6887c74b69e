// Pages of a hundred as wallets and explorers ask for them: none is refused for calls that it can not make.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bothCounting, type Counting } from '../fuzz/costs.js';

let targets: readonly Counting[] = [];
beforeAll(async () => {
  targets = await bothCounting({});
});
afterAll(() => Promise.all(targets.map((target) => target.close())));

const pages: readonly (readonly [
  what: string,
  query: string,
  statements: number,
  calls: number,
])[] = [
  [
    'the tokens of balances, which come with their rows',
    'balances(first: 100) { nodes { tokens(first: 50) { nodes { tokenId balance } } } }',
    2,
    1 + 3,
  ],
  [
    'the five first tokens of a hundred balances, each read whole and once',
    'balances(first: 100) { nodes { tokens(first: 5) { nodes { token { name totalSupply } } } } }',
    3,
    1 + 3 + 500,
  ],
  [
    'lists of the usual length below a list of it, with a read of each item',
    'accounts { nodes { memo nftAllowancesReceived { nodes { token { name totalSupply } } } } }',
    3,
    1 + 25 + 625,
  ],
  [
    'transactions with what they are about, and what came of them',
    'transactions(first: 100) { nodes { name chargedFeeUsd payerAccount { memo } contractResult { gasUsed } message { text } schedule { memo } } }',
    106,
    1 + 100 + 5 + 100 + 100 + 200,
  ],
  [
    'tokens that an account holds, read whole and once',
    'account(id: "0.0.1001") { tokens(first: 100) { nodes { token { name totalSupply } } } }',
    3,
    2 + 100,
  ],
  [
    'tokens of which rows of lists are enough',
    'account(id: "0.0.1001") { tokens(first: 100) { nodes { token { name symbol } } } }',
    3,
    2 + 5,
  ],
  [
    'fees of the transactions of a block in dollars, of two hours at the most',
    'block(number: "91206980") { transactions(first: 100) { nodes { chargedFeeUsd exchangeRate { centEquivalent } } } }',
    4,
    2 + 2,
  ],
  [
    'the same of several blocks',
    'blocks(first: 25) { nodes { transactions(first: 25) { nodes { chargedFeeUsd } } } }',
    1 + 25 + 50,
    1 + 25 + 50,
  ],
  [
    'fees of transactions of any time',
    'transactions(first: 100) { nodes { chargedFeeUsd exchangeRate { centEquivalent } } }',
    1 + 100,
    1 + 100,
  ],
];

it.each(pages)('%s', async (_what, text, statements, calls) => {
  const spent = [];
  for (const target of targets) {
    const one = await target.ask({ query: `{ ${text} }` });
    expect(one.codes, target.name).toEqual([]);
    expect(one.calls - one.forAll, target.name).toBeLessThanOrEqual(one.cost?.calls ?? 0);
    expect(one.rows, target.name).toBeLessThanOrEqual(one.cost?.rows ?? 0);
    spent.push(one.cost?.calls);
  }
  expect(spent).toEqual([statements, calls]);
});
