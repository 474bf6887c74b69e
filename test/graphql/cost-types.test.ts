// What is charged for objects of several types, and for what leads to them.
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../src/graphql/costing/cost.js';
import { subgraphSchema } from '../../src/graphql/federation.js';
import { schema } from '../../src/graphql/schema.js';
import { inSql, overHttp } from '../support/batching.js';
import { globalId } from '../support/operations.js';

const cost = (query: string, variables = {}, batching = overHttp) =>
  costOf(parse(query), null, { schema, variables, batching, maxPage: 1000 });

describe('cost', () => {
  it('counts nodes by the types that their ids say, and what each was at a time by itself', () => {
    const ids = (count: number, own: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => globalId(own(index)));
    const of = (given: readonly string[], batching = overHttp) =>
      cost(
        'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Account { memo } } }',
        { ids: given },
        batching,
      );
    const accounts = ids(40, (index) => `Account:0.0.${index}`);
    expect(of(accounts)).toMatchObject({ calls: 2, rows: 40 });
    const measure = { schema, variables: { ids: accounts }, maxPage: 1000, isFresh: true };
    const query = parse('query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Account { memo } } }');
    for (const [batching, calls] of [
      [overHttp, 40],
      [inSql, 1],
    ] as const) {
      expect(costOf(query, null, { ...measure, batching }).calls).toBe(calls);
    }
    const mixed = [...accounts, ...ids(3, (index) => `Token:0.0.${index}`)];
    // Tokens and contracts are looked up whole, one by one.
    expect([of(mixed).calls, of(mixed, inSql).calls]).toEqual([5, 2]);
    const contracts = ids(4, (index) => `Contract:0.0.${index}`);
    expect([of(contracts).calls, of(contracts, inSql).calls]).toEqual([4, 1]);
    const serials = ids(30, (index) => `Nft:0.0.5/${index}`);
    expect([of(serials).calls, of(serials, inSql).calls]).toEqual([30, 1]);
    const times = ids(30, (index) => `Account:0.0.5@${1_700_000_000 + index}.000000000`);
    expect([of(times).calls, of(times, inSql).calls]).toEqual([30, 30]);
    // What accounts as they were have had is read for each, of its own time.
    const balances =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Account { balance { balance } } } }';
    expect(cost(balances, { ids: times }).calls).toBe(60);
    expect(cost(balances, { ids: accounts }).calls).toBe(2);
    const then = '{ account(id: "2", at: "1795175100") { balance { balance } } }';
    expect([cost(then).calls, cost(then.replace(/, at.*?\)/, ')')).calls]).toEqual([2, 1]);
    // An action is found by way of its call.
    expect(of([globalId('ContractAction:1795171040.287190063/0')])).toMatchObject({
      calls: 2,
      rows: 2,
    });
    expect(of(['x', 'y'])).toMatchObject({ calls: 0, rows: 2 });
    const entities = parse(
      'query ($all: [_Any!]!) { _entities(representations: $all) { ... on Account { memo } } }',
    );
    const all = [
      { __typename: 'Account', entityId: '0.0.2' },
      { __typename: 'Topic', id: 'x' },
    ];
    const routed = costOf(entities, null, {
      schema: subgraphSchema(true),
      variables: { all },
      batching: overHttp,
      maxPage: 1000,
    });
    expect(routed).toMatchObject({ calls: 2, rows: 2 });
  });

  it('counts what a row of a token leads to beside the whole token', () => {
    const of = (below: string) => cost(`{ tokens(first: 2) { nodes { ${below} } } }`).calls;
    expect(of('memo')).toBe(1 + 2);
    expect(of('treasury { entityId }')).toBe(1 + 2);
    expect(of('treasury { memo }')).toBe(1 + 2 + 1);
    expect(cost('{ account(id: "2") { contract { id } } }').calls).toBe(2);
    expect(cost('{ transaction(ref: "0.0.2@1.1") { id } }').rows).toBe(3);
  });

  it('counts objects that may be of several types as if one of each could be read alone', () => {
    const subjects =
      'entity { ... on Account { creator: createTransaction { name } } ... on Schedule { creator: createTransaction { name } } }';
    const of = (first: number) =>
      cost(`{ transactions(first: ${first}) { nodes { ${subjects} } } }`, {}, inSql);
    expect(of(2).calls).toBe(of(1).calls + 2);
  });

  it('counts what transactions are about by its type, and by its id alone that it may be a contract', () => {
    const of = (below: string) =>
      cost(`{ transactions(first: 100) { nodes { entity { ${below} } } } }`).calls;
    expect(of('__typename ... on Node { id }')).toBe(1 + 5);
    expect(of('... on Account { memo }')).toBe(1 + 5 + 5 + 1);
    expect(of('... on Topic { memo }')).toBe(1 + 5 + 100);
  });

  it('counts a read of a list once, however long it is taken to be', () => {
    expect(cost('{ transactions(first: 4) { nodes { netTransfers { hbars } } } }').calls).toBe(
      1 + 4 * 2,
    );
    const relations = (first: number) =>
      `{ balances(first: 4) { nodes { tokens(first: ${first}) { nodes { relationship { kycStatus } } } } } }`;
    expect(cost(relations(20)).calls).toBe(1 + 3 + 4);
    expect(cost(relations(50)).calls).toBe(1 + 3 + 4 * 3);
    const tokens = 'nodes { tokens(first: 5) { nodes { balance } } }';
    expect(cost(`{ balances(first: 30, at: "1795173300") { ${tokens} } }`).calls).toBe(1 + 2);
    expect(cost(`{ balances(first: 30) { ${tokens} } }`).calls).toBe(1 + 3);
    expect(cost(`{ balances(first: 2) { ${tokens} } }`).calls).toBe(1 + 2);
    const ids = [2, 3].map((id) => globalId(`Balance:0.0.${id}@1795173300.000000000`));
    const each = '... on Balance { tokens(first: 5) { nodes { balance } } }';
    expect(cost(`{ nodes(ids: ${JSON.stringify(ids)}) { ${each} } }`).calls).toBe(2 + 2);
  });

  it('counts what has to be read before it is known which object is meant', () => {
    const of = (below: string) => cost(`{ tokens(first: 2) { nodes { ${below} } } }`).calls;
    expect(of('createTransaction { consensusTimestamp }')).toBe(1 + 2);
    const block = 'block { number }';
    expect(cost(`{ contractResults(first: 4) { nodes { ${block} } } }`).calls).toBe(1);
    const results = `results(first: 4) { nodes { ${block} } }`;
    expect(cost(`{ contract(id: "0.0.5001") { ${results} } }`).calls).toBe(2 + 4);
  });
});
