// CASE-24: what a query may cost is known, and refused, before the ledger is asked for anything.
import { readdirSync, readFileSync } from 'node:fs';
import { getIntrospectionQuery, parse, Source } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Cost, costOf } from '../../src/graphql/costing/cost.js';
import { exampleQuery } from '../../src/graphql/http/example.js';
import { defaultQueryLimits } from '../../src/graphql/running/limits.js';
import { schema } from '../../src/graphql/schema.js';
import { ask } from '../support/ask.js';
import { inSql, overHttp } from '../support/batching.js';
import { serve } from '../support/ledgers.js';
import { allParts } from '../support/parts.js';
import { sampleServer } from '../support/sample-server.js';

const cost = (query: string, variables = {}, batching = overHttp, name?: string): Cost =>
  costOf(parse(query), name, { schema, variables, batching, maxPage: 1000 });

const server = sampleServer();

async function calls(query: string, variables = {}) {
  server.calls.length = 0;
  const answer = await ask(server, query, variables);
  return { ...answer, calls: [...server.calls], code: answer.errors[0]?.extensions['code'] };
}

const nested = `query ($n: Int, $m: Int) {
  accounts(first: $n) { edges { node { tokens(first: $m) { edges { node { balance } } } } } }
}`;

describe('a query that costs too much', () => {
  it('is refused before any call, and told its cost and the limit', async () => {
    const query = nested.replace('($n: Int, $m: Int)', '').replaceAll(/\$[nm]/g, '100');
    const { errors, calls: made, code, data } = await calls(query);
    expect(code).toBe('COST_LIMIT');
    expect(errors[0]?.message).toContain('10100 rows');
    expect(errors[0]?.message).toContain('10000 is the limit');
    expect(errors[0]?.extensions['cost']).toMatchObject({ calls: 2, rows: 10_100 });
    expect(made).toEqual([]);
    expect(data ?? null).toBeNull();
  });

  it('is refused for what its variables ask', async () => {
    expect(await calls(nested, { n: 100, m: 100 })).toMatchObject({
      code: 'COST_LIMIT',
      calls: [],
    });
    expect((await calls(nested, { n: 5, m: 5 })).errors).toEqual([]);
  });

  it('is refused for the defaults of its variables', async () => {
    const query = nested.replace('$n: Int, $m: Int', '$n: Int = 100, $m: Int = 100');
    expect(await calls(query)).toMatchObject({ code: 'COST_LIMIT', calls: [] });
    expect((await calls(query, { n: 5 })).errors).toEqual([]);
  });

  it('is refused when it hides in fragments, on interfaces, and behind last', async () => {
    const fragments = `query { accounts(last: 100) { ...A } }
      fragment A on AccountConnection { nodes { ... on Node { ...B } } }
      fragment B on Account { tokens(last: 100) { nodes { balance } } }`;
    expect(await calls(fragments)).toMatchObject({ code: 'COST_LIMIT', calls: [] });
  });
});

describe('an answer in too many parts', () => {
  const query =
    '{ blocks(first: 700) { nodes @stream { ... @defer { hash } ...@defer { size } } } }';

  it('is refused, and told how many', async () => {
    server.calls.length = 0;
    const [answer] = await allParts(server, query);
    expect(answer?.errors?.[0]?.message).toContain('may need 2100 parts, but 2000 is the limit');
    expect(answer?.errors?.[0]?.extensions['code']).toBe('COST_LIMIT');
    expect(server.calls).toEqual([]);
  });

  it('is given to a client that takes it at once', async () => {
    expect((await calls(query)).errors).toEqual([]);
  });
});

describe('cost', () => {
  it('takes null for the default page', () => {
    expect(cost(nested, { n: null, m: null })).toMatchObject({ calls: 26, rows: 25 + 625 });
    expect(cost('{ accounts(first: null) { nodes { memo } } }')).toMatchObject({
      calls: 1,
      rows: 25,
    });
  });

  it('counts a page of hundreds as several calls', () => {
    expect(cost('{ accounts(first: 250) { nodes { memo } } }')).toMatchObject({
      calls: 3,
      rows: 250,
    });
    expect(cost('{ accounts(first: 0) { nodes { memo } } }')).toMatchObject({ calls: 1, rows: 1 });
  });

  it('counts lists below many parents as one call in SQL, and as many over HTTP', () => {
    expect(cost(nested, { n: 50, m: 5 }, inSql).calls).toBe(2);
    expect(cost(nested, { n: 50, m: 5 }, overHttp).calls).toBe(51);
  });

  it('counts references by the ids that one call takes, and not those that are not followed', () => {
    const holders = (fields: string) =>
      `{ token(id: "0.0.2001") { balances(first: 100) { nodes { account { ${fields} } } } } }`;
    expect(cost(holders('memo')).calls).toBe(2 + 100 / 20);
    expect(cost(holders('entityId')).calls).toBe(2);
  });

  it('leaves out what @skip and @include leave out', () => {
    const query = `query ($no: Boolean!) { accounts { nodes { memo
      tokens(first: 100) @include(if: $no) { nodes { balance } }
      schedules @skip(if: true) { nodes { memo } } } } }`;
    expect(cost(query, { no: false })).toMatchObject({ calls: 1, rows: 25 });
    expect(cost(query, { no: true })).toMatchObject({ calls: 26, rows: 2525 });
  });

  it('counts what @defer puts off', () => {
    const query =
      '{ accounts { nodes { ... @defer { tokens(first: 4) { nodes { balance } } } } } }';
    expect(cost(query)).toMatchObject({ calls: 26, rows: 125, parts: 25 });
    const followed = '{ schedules { nodes { creatorAccount { entityId ... @defer { memo } } } } }';
    expect(cost(followed)).toMatchObject({ calls: 3, rows: 50, parts: 25 });
  });

  it('counts the parts that an answer may come in', () => {
    const query = '{ accounts(first: 10) { nodes @stream { keys: key { type } } } }';
    expect(cost(query).parts).toBe(10);
    const nested = `{ ... @defer { accounts(first: 10) { edges @stream { node { ...T @defer } } } } }
      fragment T on Account { tokens(first: 5) { nodes @stream { ... @defer { balance } } } }`;
    expect(cost(nested).parts).toBe(1 + 10 + 10 + 50 + 50);
  });

  it('counts a field once that is selected twice, and twice under two names', () => {
    const tokens = 'tokens(first: 2) { nodes { balance } }';
    const account = (fields: string) => cost(`{ account(id: "2") { ${fields} } }`);
    expect(account(`${tokens} ${tokens}`)).toMatchObject({ calls: 2, rows: 3 });
    expect(account(`${tokens} b: ${tokens}`)).toMatchObject({ calls: 3, rows: 5 });
  });

  it('counts the operation that is named, and no other', () => {
    const query = 'query A { accounts { nodes { memo } } } query B { block(number: 1) { hash } }';
    expect(cost(query, {}, overHttp, 'B')).toMatchObject({ calls: 1, rows: 1 });
  });

  it('of a count is one where the ledger counts, and nothing at a mirror node', () => {
    const query = '{ tokens(first: 5) { nodes { nfts(first: 1) { totalCount } } totalCount } }';
    expect(cost(query)).toMatchObject({ calls: 1 + 5, rows: 10 });
    expect(cost(query, {}, inSql)).toMatchObject({ calls: 1 + 1 + 2, rows: 10 + 6 * 100 });
  });

  it('of introspection is values alone', () => {
    expect(cost(getIntrospectionQuery())).toMatchObject({ calls: 0, rows: 0 });
  });

  it('has an end for fragments that double at each level', () => {
    const levels = Array.from(
      { length: 25 },
      (_, i) =>
        `fragment F${i} on Account { a: stakedAccount { ...F${i + 1} } b: stakedAccount { ...F${i + 1} } }`,
    );
    const query = `{ account(id: "2") { ...F0 } } ${levels.join('\n')} fragment F25 on Account { memo }`;
    expect(cost(query).rows).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the default limits', () => {
  const limit = defaultQueryLimits.cost;
  const folder = new URL('../../examples/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  const examples = names
    .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')])
    .filter(([, text]) => !/^subscription/m.test(text as string));

  it.each([['GraphiQL', exampleQuery], ...examples])('let %s pass', (_name, query) => {
    for (const batching of [overHttp, inSql]) {
      const { calls: made, rows } = cost(query as string, { first: 50 }, batching);
      expect(made).toBeLessThanOrEqual(limit.calls);
      expect(rows).toBeLessThanOrEqual(limit.rows);
    }
  });

  it.each(examples)('cost of %s is not less than what it spends', async (_name, query) => {
    const variables = { first: 10, id: '0.0.1010', number: '1', text: '3' };
    const { calls: made, errors } = await calls(query as string, variables);
    expect(errors).toEqual([]);
    expect(made.length).toBeLessThanOrEqual(cost(query as string, variables, inSql).calls);
  });

  const explorer = [
    'query AccountAssets($ref: AccountRef!, $first: Int!) { account(id: $ref) { entityId tokens(first: $first) { edges { cursor node { balance relationship { freezeStatus } token { entityId name symbol decimals type } } } pageInfo { hasNextPage endCursor } } } }',
    'query TokenPage($id: EntityId!, $first: Int!) { token(id: $id) { entityId name memo treasury { entityId } customFees { fixedFees { amount denominatingToken { name } collector { entityId } } } balances(first: $first) { edges { cursor node { balance account { entityId } } } } } }',
    'query Accounts($first: Int) { accounts(first: $first, order: DESC) { edges { cursor node { entityId memo createdTimestamp balance { balance } tokens(first: 2) { nodes { balance token { name symbol decimals } } pageInfo { hasNextPage } } } } pageInfo { hasNextPage endCursor } } }',
    'query Blocks($first: Int) { blocks(first: $first, order: DESC) { edges { cursor node { id number count gasUsed timestamp { from } } } pageInfo { hasNextPage } } }',
    'query SchedulePage($id: EntityId!) { schedule(id: $id) { entityId memo adminKey { type key } creatorAccount { entityId } payerAccount { entityId } signatures { publicKeyPrefix type } } }',
  ];

  it.each(explorer)('let an explorer ask %s', (query) => {
    const { calls: made, rows } = cost(query, { ref: '2', id: '0.0.2001', first: 100 });
    expect(made).toBeLessThanOrEqual(limit.calls);
    expect(rows).toBeLessThanOrEqual(limit.rows);
  });

  it('let Apollo add __typename on every level', async () => {
    const query = `{ __typename accounts(first: 25) { __typename edges { __typename
      node { __typename id balance { __typename balance } } }
      pageInfo { __typename hasNextPage endCursor } } }`;
    expect((await calls(query)).errors).toEqual([]);
  });

  it("let GraphiQL's introspection pass", async () => {
    const options = { inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true };
    expect((await calls(getIntrospectionQuery(options))).errors).toEqual([]);
  });
});

describe('a query made to be expensive to read', () => {
  const name = '__typename';
  const deep = (depth: number): unknown => (depth === 0 ? '0.0.2' : [deep(depth - 1)]);
  const hostile: [string, string, object?][] = [
    ['5000 aliases', `{ ${Array.from({ length: 5000 }, (_, i) => `a${i}: ${name}`).join(' ')} }`],
    [
      'a fragment spread 1000 times',
      `{ ${'...F '.repeat(1000)} } fragment F on Query { ${name} }`.repeat(3),
    ],
    ['fragments in a cycle', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
    ['a fragment in itself', '{ ...A } fragment A on Query { ...A }'],
    ['100 kB of fields', `{ ${`${name} `.repeat(9000)} }`],
    [
      'lists nested 12-fold in a variable',
      'query ($a: [EntityId!]) { balances(filter: { account: { in: $a } }) { nodes { id } } }',
      { a: [deep(12)] },
    ],
    ['200 directives', `{ ${name} ${'@skip(if: false) '.repeat(200)} }`],
    [
      '500 levels of brackets',
      `{ balances(filter: ${'{ a: '.repeat(500)}1${'}'.repeat(500)}) { nodes { id } } }`,
    ],
  ];

  it.each(hostile)(
    'such as %s is refused with a code, soon',
    async (_name, query, variables = {}) => {
      const began = performance.now();
      const { status, code, calls: made } = await calls(query, variables);
      expect(performance.now() - began).toBeLessThan(1000);
      expect([200, 400, 413]).toContain(status);
      expect(code).toMatch(/COST_LIMIT|BAD_USER_INPUT|GRAPHQL_(VALIDATION|PARSE)_FAILED/);
      expect(made).toEqual([]);
    },
  );

  it('is told where it is wrong', async () => {
    const source = new Source('{ balances(', 'query');
    expect((await calls(source.body)).errors[0]?.message).toContain('Syntax Error');
  });
});

describe('an operation that runs', () => {
  it('ends when it has read more rows than it may, whatever was computed', async () => {
    const small = await serve(server.ledger, { operation: { rows: 30 } });
    const { errors } = await ask(
      small,
      '{ a: balances { nodes { id } } b: accounts { nodes { id } } }',
    );
    expect(errors[0]?.message).toContain('more than the 30 rows');
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['COST_LIMIT']);
    await small.close();
  });
});

describe('a list whose pages are shorter than others', () => {
  it('costs a call for each of its own pages', () => {
    const nodes = (first: number) =>
      cost(`{ network { nodes(first: ${first}) { nodes { description } } } }`);
    expect([1, 25, 26, 100].map((first) => nodes(first).calls)).toEqual([1, 1, 2, 4]);
    expect(nodes(100).rows).toBe(100);
  });
});
