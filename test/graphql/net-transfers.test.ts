// Transfers without the fee: what was sent comes out again, whatever fee was added to it, or it is said that it can not be told.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { netOf } from '../../src/graphql/types/net-transfers.js';
import { ask } from '../support/ask.js';
import { sampleServer } from '../support/sample-server.js';

type Sums = Map<string, bigint>;

const add = (sums: Sums, account: string, amount: bigint) =>
  sums.set(account, (sums.get(account) ?? 0n) + amount);
const listed = (sums: Sums) =>
  [...sums].filter(([, amount]) => amount !== 0n).map(([account, amount]) => ({ account, amount }));
const sorted = (all: readonly { account: string | null; amount: bigint | number }[]) =>
  all.map(({ account, amount }) => `${account} ${amount}`).sort();

const payer = '1.2.1001';
const node = '1.2.3';
const collectors = ['1.2.98', '1.2.800', '1.2.801', '1.2.802'];
const people = [payer, '1.2.1002', '1.2.1003', '1.2.2'];
const amount = fc.bigInt({ min: 1n, max: 5_000_000_000_000_000_000n });
const move = (accounts: readonly string[]) =>
  fc.tuple(fc.constantFrom(...accounts), fc.constantFrom(...accounts), amount);
const share = fc.bigInt({ min: 0n, max: 1_000_000n });

/** What a ledger writes of moves, of a fee in its parts, and of rewards, as sums of each account. */
function written(
  moves: readonly (readonly [string, string, bigint])[],
  fee: readonly bigint[],
  rewards: readonly bigint[],
) {
  const net: Sums = new Map();
  for (const [from, to, sum] of moves) {
    add(net, from, -sum);
    add(net, to, sum);
  }
  for (const [index, reward] of rewards.entries()) {
    add(net, '1.2.800', -reward);
    add(net, people[index] as string, reward);
  }
  const sums = new Map(net);
  for (const [index, part] of fee.entries()) {
    add(sums, payer, -part);
    add(sums, [node, ...collectors][index] as string, part);
  }
  const total = (all: readonly bigint[]) => all.reduce((sum, one) => sum + one, 0n);
  const told = { tinybars: total(fee), payer, node, rewards: total(rewards) };
  return { net: listed(net), transfers: listed(sums), told };
}

const fee = fc.array(share, { minLength: 1, maxLength: 5 });
const rewards = fc.array(share, { maxLength: 4 });

describe('transfers without their fee', () => {
  it('are what was moved, where nobody who collects fees has taken part', () => {
    fc.assert(
      fc.property(fc.array(move(people), { maxLength: 5 }), fee, rewards, (moves, parts, paid) => {
        const { net, transfers, told } = written(moves, parts, paid);
        const found = netOf(transfers, told);
        // A payer whose own sum is nothing, or collectors whose sums are, are not there to be told.
        if (found === null) {
          const isThere = transfers.some(({ account }) => account === payer);
          const isHidden = paid.some((one) => one !== 0n) && told.tinybars !== 0n;
          expect(isThere && !isHidden).toBe(false);
          return;
        }
        expect(sorted(found)).toEqual(sorted(net));
      }),
      { numRuns: 500 },
    );
  });

  it.each([[[0n, 0n, 1n]], [[5n, 0n, 1n]]])(
    'are not told where a part of a fee of %s is just the reward that was paid',
    (parts) => {
      const { transfers, told } = written([], parts, [1n]);
      expect(netOf(transfers, told)).toBeNull();
    },
  );

  it('are right or not told, whoever has taken part', () => {
    const everyone = [...people, node, ...collectors];
    fc.assert(
      fc.property(fc.array(move(everyone), { maxLength: 4 }), fee, (moves, parts) => {
        const { net, transfers, told } = written(moves, parts, []);
        const found = netOf(transfers, told);
        const isOfPeople = (account: string) => people.includes(account);
        // What collectors send each other, or what two moves make even, nobody can see.
        const hidden = moves.some(([from, to]) => !isOfPeople(from) && !isOfPeople(to));
        const crossing = moves.filter(([from, to]) => isOfPeople(from) !== isOfPeople(to));
        if (found === null || hidden || crossing.length > 1) return;
        expect(sorted(found)).toEqual(sorted(net));
      }),
      { numRuns: 500 },
    );
  });

  it('are exact where numbers are not', () => {
    const great = 9_007_199_254_740_993n;
    const transfers = [
      { account: '0.0.98', amount: 7 },
      { account: '0.0.1001', amount: -great - 7n },
      { account: '0.0.1002', amount: great },
    ];
    const told = { tinybars: 7n, payer: '0.0.1001', node: null, rewards: 0n };
    expect(netOf(transfers, told)).toEqual([
      { account: '0.0.1001', amount: -great },
      { account: '0.0.1002', amount: great },
    ]);
  });
});

describe('transactions of the sample', () => {
  const server = sampleServer();

  it('have moved as much as they have taken, of which nothing was their fee', async () => {
    const fields = `name scheduled payerAccountId chargedFee schedule { payerAccountId }
      transfers { accountId tinybars } netTransfers { accountId tinybars }`;
    const query = `{ transactions(first: 250) { nodes { ${fields} } }
      executed: transaction(ref: "0.0.437452@1795173104.801441937?scheduled") { ${fields} } }`;
    const { data, errors } = await ask(server, query);
    expect(errors).toEqual([]);
    const nodes = [...data.transactions.nodes, data.executed];
    expect(data.executed).toMatchObject({ scheduled: true, name: 'CRYPTOTRANSFER' });
    for (const { name, netTransfers, transfers, chargedFee, ...row } of nodes) {
      expect(netTransfers, name).not.toBeNull();
      const sum = (all: { tinybars: string }[]) =>
        all.reduce((total, { tinybars }) => total + BigInt(tinybars), 0n);
      expect(sum(netTransfers)).toBe(0n);
      const of = (all: { accountId: string; tinybars: string }[], id: string) =>
        BigInt(all.find(({ accountId }) => accountId === id)?.tinybars ?? 0);
      const payer = row.scheduled ? row.schedule.payerAccountId : row.payerAccountId;
      expect(of(netTransfers, payer) - of(transfers, payer)).toBe(BigInt(chargedFee));
      if (/^(TOKEN|CONSENSUS|SCHEDULE)/.test(name)) expect(netTransfers).toEqual([]);
    }
  });
});
