// What an answer is made of is bounded: its values before it is made and while it is, and its length.
import { getIntrospectionQuery, graphqlSync, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOf } from '../../src/graphql/costing/cost.js';
import { defaultQueryLimits } from '../../src/graphql/running/limits.js';
import { schema } from '../../src/graphql/schema.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { inSql } from '../support/batching.js';
import { serve } from '../support/ledgers.js';
import { nothing } from '../support/nothing.js';
import { allParts } from '../support/parts.js';
import { sampleServer } from '../support/sample-server.js';

const values = (query: string, variables = {}) =>
  costOf(parse(query), null, { schema, variables, batching: inSql, maxPage: 1000 }).values;
const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

/** Members of all objects in an answer. */
const fieldsIn = (answer: unknown): number =>
  Object.values(answer ?? {}).reduce<number>(
    (sum, one) =>
      sum + Number(!Array.isArray(answer)) + (typeof one === 'object' ? fieldsIn(one) : 0),
    0,
  );

const server = sampleServer();

const account = `fragment A on Account { entityId memo alias evmAddress autoRenewPeriod createdTimestamp
  declineReward deleted ethereumNonce expiryTimestamp maxAutomaticTokenAssociations pendingReward
  receiverSigRequired stakedAccountId stakedNodeId stakePeriodStart id }`;

describe('values of an answer', () => {
  it('are its fields, each as often as there are objects', () => {
    const list = 10 + 1;
    expect(values('{ accounts(first: 7) { nodes { memo alias } } }')).toBe(list + 7 * 3);
    expect(values('{ accounts(first: 7) { edges { node { memo } } } }')).toBe(list + 7 * 3);
    expect(values('{ accounts(first: 7) { pageInfo { hasNextPage } __typename } }')).toBe(list + 3);
  });

  it('are more for what is read where it comes in parts: its failures have no end there', () => {
    const below = 'tokens(first: 1, after: "x") { nodes { id } }';
    const whole = `{ accounts(first: 1000) { nodes { a: ${below} b: ${below} } } }`;
    const inParts = `{ accounts(first: 1000) { nodes { ... @defer { a: ${below} b: ${below} } } } }`;
    expect(values(inParts) - values(whole)).toBe(30 * (1 + 2000));
    expect(values(whole)).toBeLessThan(defaultQueryLimits.cost.values);
    expect(values(inParts)).toBeGreaterThan(defaultQueryLimits.cost.values);
  });

  it('are as many under two names as there are names, and once under one', () => {
    const of = (fields: string) => values(`{ blocks(first: 10) { ${fields} } }`);
    const once = of('nodes { hash }') - of('__typename') + 1;
    expect(of('a: nodes { hash } b: nodes { hash }') - of('nodes { hash }')).toBe(once);
    expect(of('nodes { hash } nodes { hash }')).toBe(of('nodes { hash }'));
    expect(of('nodes { __typename a: __typename }')).toBe(of('nodes { hash size }'));
  });

  it('count what arguments hold, which are read for each object', () => {
    const of = (types: string) =>
      values(
        `{ accounts(first: 10) { nodes { transactions(first: 1, filter: { type: { in: [${types}] } }) { nodes { id } } } } }`,
      );
    expect(of('TOKENMINT TOKENBURN') - of('TOKENMINT')).toBe(10);
  });
});

const refused: readonly [string, string][] = [
  [
    '190 aliases of nodes with 17 fields each',
    `{ accounts(first: 1000) { ${times(190, (i) => `a${i}: nodes { ...A }`)} } } ${account}`,
  ],
  [
    'the same on edges, behind a fragment on an interface',
    `{ accounts(first: 1000) { edges { ${times(190, (i) => `a${i}: node { ... on Node { ...A } }`)} } } } ${account}`,
  ],
  [
    '190 names of types',
    `{ accounts(first: 1000) { nodes { ${times(190, (i) => `a${i}: __typename`)} } } }`,
  ],
  ['190 cursors', `{ accounts(first: 1000) { edges { ${times(190, (i) => `a${i}: cursor`)} } } }`],
  [
    'transfers under 60 names',
    `{ transactions(first: 1000) { nodes { ${times(60, (i) => `a${i}: transfers { tinybars }`)} } } }`,
  ],
  [
    'fees under 100 names',
    `{ tokens(first: 1000) { nodes { customFees { ${times(100, (i) => `a${i}: fixed { units }`)} } } } }`,
  ],
  [
    'keys under 190 names',
    `{ accounts(first: 1000) { nodes { ${times(95, (i) => `a${i}: key { type b${i}: key }`)} } } }`,
  ],
  [
    'tokens of balances under 40 names',
    `{ balances(first: 100) { nodes { tokens(first: 50) { ${times(40, (i) => `a${i}: nodes { balance }`)} } } } }`,
  ],
  [
    'streamed nodes',
    `{ accounts(first: 1000) { nodes @stream { ${times(190, (i) => `a${i}: memo`)} } } }`,
  ],
  [
    'lists that hold nothing, for each of 1000 parents',
    `{ accounts(first: 1000) { nodes { ${times(9, (i) => `a${i}: tokens(first: 0) { pageInfo { hasNextPage } }`)} } } }`,
  ],
  [
    'the schema 190 times',
    `{ ${times(190, (i) => `a${i}: __schema { types { name fields { name type { name } } } }`)} }`,
  ],
];

describe('an answer of too many values', () => {
  it.each(refused)('is refused before it is made: %s', async (_name, query) => {
    server.calls.length = 0;
    const { errors, data } = await ask(server, query);
    const units = errors.map(
      ({ message }) => /may need (?:more than )?\d+ (\w+)/.exec(message)?.[1],
    );
    expect(units).toContain('values');
    expect(errors[0]?.extensions['code']).toBe('COST_LIMIT');
    expect(data ?? null).toBeNull();
    expect(server.calls).toEqual([]);
  });

  it('is not one of a thousand rows with all their members, nor the introspection of tools', () => {
    const limit = defaultQueryLimits.cost.values;
    expect(values(`{ accounts(first: 1000) { nodes { ...A } } } ${account}`)).toBeLessThan(limit);
    expect(values(getIntrospectionQuery())).toBeLessThan(limit / 2);
  });

  it('counts the introspection of tools as what it is, and not as what it might be', () => {
    for (const options of [{}, { inputValueDeprecation: true, specifiedByUrl: true }]) {
      const query = getIntrospectionQuery(options);
      const real = fieldsIn(graphqlSync({ schema, source: query }).data);
      expect(values(query)).toBeGreaterThan(real);
      expect(values(query)).toBeLessThan(1.6 * real);
    }
  });
});

describe('an answer that turns out larger than was assumed', () => {
  const transfers = `{ transactions(first: 100) { nodes { consensusTimestamp transfers { tinybars hbars accountId } } } }`;

  it('ends with COST_LIMIT where its lists are, in the first run as in the tenth', async () => {
    const { data } = await ask(server, transfers);
    const longest = Math.max(
      ...data.transactions.nodes.map((one: { transfers: unknown[] }) => one.transfers.length),
    );
    expect(longest).toBeGreaterThan(3);
    const assumed = values(transfers);
    const small = await serve(server.ledger, { operation: { values: assumed } });
    for (let run = 0; run < 10; run += 1) {
      const { errors } = await ask(small, transfers);
      expect(errors[0]?.message).toContain(`more than the ${assumed} values`);
      expect(errors[0]?.extensions['code']).toBe('COST_LIMIT');
    }
    await small.close();
  });
});

describe('a long answer', () => {
  const query = '{ accounts(first: 100) { nodes { entityId memo createdTimestamp } } }';
  let small: Server;

  beforeAll(async () => {
    small = await serve(server.ledger, {
      graphql: { limits: { ...defaultQueryLimits, answer: 5000 } },
    });
  });

  afterAll(() => small?.close());

  it('is refused instead of sent, in the first run as in the tenth', async () => {
    for (let run = 0; run < 10; run += 1) {
      const { errors, data, text } = await ask(small, query);
      expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['COST_LIMIT']);
      expect(errors[0]?.message).toContain('5000 characters');
      expect(data ?? null).toBeNull();
      expect(text.length).toBeLessThan(500);
    }
    const { errors } = await ask(small, query.replace('100', '10'));
    expect(errors).toEqual([]);
  });

  it.each([
    ['rows', 'nodes { NAMES }'],
    ['rows that are not all plain', 'nodes { key { type } NAMES }'],
    ['edges', 'edges { node { NAMES } }'],
  ])('of %s is made no further than it may go', async (_what, selection) => {
    let looked = 0;
    const row = {
      account: '0.0.7',
      key: null,
      get memo() {
        looked += 1;
        return 'x'.repeat(20_000);
      },
    };
    const items = Array.from({ length: 100 }, () => row) as never[];
    const long = await serve({
      ...nothing,
      page: async () => ({ items, next: null, timestamp: null }),
    });
    const names = times(100, (i) => `a${i}: memo`);
    const { errors } = await ask(
      long,
      `{ accounts(first: 100) { ${selection.replace('NAMES', names)} } }`,
    );
    await long.close();
    expect(errors[0]?.message).toContain('longer than the 10000000 characters');
    // 500 of them fill the answer.
    expect(looked).toBeLessThan(1000);
  });

  it('in parts ends where it is too long, with a refusal in each later part', async () => {
    const parts = await allParts(small, query.replace('nodes', 'nodes @stream'));
    const codes = parts.flatMap(({ errors = [], incremental = [] }) =>
      [...errors, ...incremental.flatMap((part) => part.errors ?? [])].map(
        ({ extensions }) => extensions['code'],
      ),
    );
    expect(new Set(codes)).toEqual(new Set(['COST_LIMIT']));
    expect(JSON.stringify(parts).length).toBeLessThan(40_000);
    expect(parts.at(-1)?.hasNext).toBe(false);
  });
});

describe('an answer of too many errors', () => {
  const wrong = (parents: number) =>
    `{ accounts(first: ${parents}) { nodes { a: tokens(first: 1, after: "x") { nodes { id } } b: tokens(first: 1, after: "y") { nodes { id } } } } }`;

  it('is refused as one, and told in full up to a thousand', async () => {
    const many = await ask(server, wrong(501));
    expect(many.errors.map(({ extensions }) => extensions['code'])).toEqual(['COST_LIMIT']);
    expect(many.errors[0]?.message).toContain('More than 1000 fields');
    const all = await ask(server, wrong(500));
    expect(all.errors).toHaveLength(1000);
    expect(all.errors[999]).toMatchObject({
      path: ['accounts', 'nodes', 499, 'b'],
      locations: [{ line: 1, column: wrong(500).indexOf('b: ') + 1 }],
      extensions: { code: 'BAD_USER_INPUT', argument: 'after' },
    });
  });

  it('is read no further than the first that is one too many', async () => {
    let looked = 0;
    const row = {
      account: '0.0.7',
      deleted: 'no',
      get memo() {
        looked += 1;
        return '';
      },
    };
    const items = Array.from({ length: 1000 }, () => row) as never[];
    const page = async () => ({ items, next: null, timestamp: null });
    const long = await serve({ ...nothing, page });
    const rows = 'accounts(first: 1000) { nodes { deleted memo } }';
    const { errors } = await ask(long, `{ ${rows} more: ${rows} }`);
    await long.close();
    expect(errors[0]?.message).toContain('More than 1000 fields');
    expect(looked).toBe(1000);
  });

  it('needs a text of few lines: each error counts those before it', async () => {
    const { errors } = await ask(server, `{${'\n'.repeat(6000)}__typename }`);
    expect(errors[0]?.message).toContain('5000 lines at the most');
    expect(errors[0]?.extensions['code']).toBe('COST_LIMIT');
  });
});
