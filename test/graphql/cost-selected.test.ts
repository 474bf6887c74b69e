// What is charged before an operation runs is what it selects: a row that tells all of it leads to no read.
import { GraphQLError, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Cost, costOf } from '../../src/graphql/costing/cost.js';
import { schema } from '../../src/graphql/schema.js';
import { fuzzRequest } from '../fuzz/operations.js';
import { ask } from '../support/ask.js';
import { overHttp } from '../support/batching.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';

const costs = (query: string) =>
  costOf(parse(query), undefined, {
    schema,
    variables: {},
    batching: overHttp,
    maxPage: 1000,
  });

const ofNft = (below: string) =>
  `{ nft(token: "0.0.2003", serialNumber: 1) { transactions(first: 7) { nodes { transaction { ${below} } } } } }`;
const ofAccounts = (below: string) =>
  `{ accounts(first: 9, order: DESC) { nodes { createTransaction { ${below} } } } }`;
const ofTransactions = (below: string) => `{ transactions(first: 6) { nodes { ${below} } } }`;
const ofLogs = (below: string) =>
  `{ contract(id: "0.0.5001") { logs(first: 4) { nodes { block { ${below} } } } } }`;

const ofBlocks = (below: string) =>
  `{ blocks(first: 5) { nodes { contractResults(first: 4) { nodes { ${below} } } } } }`;
const ofContracts = (below: string, first = 5) =>
  `{ contracts(first: ${first}) { nodes { results(first: 4) { nodes { ${below} } } } } }`;

const ofCalls = (below: string) =>
  `{ contractResults(first: 2) { nodes { logs(first: 4) { nodes { ${below} } } } } }`;

/** Calls that are charged over HTTP, each worked out by hand. */
const rows: readonly (readonly [query: string, calls: number])[] = [
  [ofNft('id consensusTimestamp'), 2],
  [ofNft('transactionId name nonce'), 2],
  [ofNft('transactionId chargedFee'), 2 + 7],
  [ofNft('name ... @defer { result }'), 2 + 7],
  [ofAccounts('__typename id consensusTimestamp'), 1],
  [ofAccounts('name'), 1 + 9],
  [ofLogs('number id'), 2],
  // The hash may be unknown where the number is not.
  [ofLogs('number hash'), 2 + 4],
  // Three more, should one of the accounts have more tokens than a page has.
  [ofTransactions('associatedTokens { id entityId }'), 1 + 6 + 3],
  // Three of each are one call of the token list for twenty.
  [ofTransactions('associatedTokens { name }'), 1 + 6 + 3 + 1],
  [ofTransactions('message { whole { parts } }'), 1 + 6 + 6 + 3],
  // Results of a block are those of the list of all, which leaves out some of what a single one has.
  [ofBlocks('result nonce status revertReason { name } block { id number }'), 1 + 5],
  [ofBlocks('gasLimit functionParameters stateChanges { slot }'), 1 + 5 + 20 * 2],
  // Those of a contract are short, and each is found by the contract and its time.
  [ofContracts('gasUsed hash'), 1 + 5],
  [ofContracts('result gasLimit'), 1 + 5 + 20],
  // Items that lead back to what has their list.
  [ofContracts('contract { bytecode }'), 1 + 5 + 1 + 5],
  [ofContracts('contract { results(first: 2) { nodes { result } } }'), 1 + 5 + 5 + 10],
  [ofContracts('contract { bytecode }', 0), 1],
  // Of each call the logs, their transaction, and what that is about: as an account, or by its type.
  [ofCalls('transaction { entity { ... on Topic { memo } } }'), 1 + 2 + 2 + (1 + 2)],
  [ofTransactions('parent { id }'), 1],
  [ofTransactions('parent { name }'), 1 + 6],
];

describe('what is charged', () => {
  it.each(rows)('%s costs %i calls', (query, calls) => expect(costs(query).calls).toBe(calls));

  it('is a number, also where lists are of nothing', () => {
    let measured = 0;
    for (let seed = 1; measured < 300; seed += 1) {
      const { query, askings } = fuzzRequest(seed, schema, 1 + (seed % 2));
      const [{ variables = {}, operationName } = {}] = askings;
      const measure = { schema, variables, batching: overHttp, maxPage: 1000 };
      let cost: Cost;
      try {
        cost = costOf(parse(query), operationName, measure);
      } catch (error) {
        // Conditions without their values, which are refused.
        if (error instanceof GraphQLError) continue;
        throw error;
      }
      expect(Object.values(cost).every(Number.isFinite), query).toBe(true);
      measured += 1;
    }
  });

  it('is ten values more for each read, and forty where it comes in parts', () => {
    const accounts = 'accounts(first: 10) { nodes { memo } }';
    // The argument, the nodes and their members; and the read of the page.
    expect(costs(`{ ${accounts} }`).values).toBe(1 + 10 + 10 + 10);
    expect(costs(`{ ... @defer { ${accounts} } }`).values).toBe(1 + 10 + 10 + 40);
    const creators = '{ schedules(first: 10) { nodes { creatorAccount { memo } } } }';
    expect(costs(creators).values).toBe(1 + 10 + 10 + 10 + 10 + 10 * 10);
  });

  it('is no more items than a filter names', () => {
    const tokens = (filter: string) =>
      `{ account(id: "2") { tokens(first: 9, filter: { token: ${filter} }) { nodes { balance } } } }`;
    expect(costs(tokens('{ in: ["0.0.1", "0.0.2"] }')).rows).toBe(1 + 2);
    expect(costs(tokens('{ eq: "0.0.1" }')).rows).toBe(1 + 1);
  });

  it.each([
    'accounts(first: -9000) { nodes { memo } }',
    'accounts(last: -9000) { nodes { memo } }',
    'account(id: "2") { balanceHistory(points: -9000, from: "1", to: "2") { balance } }',
  ])('of %s, which is refused, takes nothing off what others cost', (refused) => {
    const others = costs('{ blocks { nodes { hash } } }');
    const all = costs(`{ ${refused} blocks { nodes { hash } } }`);
    for (const unit of ['calls', 'rows', 'values'] as const) {
      expect(all[unit]).toBeGreaterThanOrEqual(others[unit]);
    }
  });

  const both = bothServers();

  it.each(rows)('%s spends no more than that', async (query, calls) => {
    const answers = [];
    for (const name of bothLedgers) {
      const server = both.of(name);
      server.calls.length = 0;
      const { data, errors } = await ask(server, query);
      expect(errors).toEqual([]);
      answers.push(data);
      expect(server.calls.length).toBeLessThanOrEqual(calls);
    }
    expect(answers[0]).toEqual(answers[1]);
  });
});
