// What a client is told when something is wrong: with its input, with its query, or with the ledger.
// Longer than other files, because it is the table of all wrong inputs.
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ErrorCode, errorTable, LedgerError } from '../../src/errors.js';
import { defaultQueryLimits } from '../../src/graphql/running/limits.js';
import type { Ledger, Page } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { counted, serve } from '../support/ledgers.js';

const emptyPage: Page<never> = { items: [], next: null, timestamp: null };

/** A ledger that has nothing. */
const nothing: Ledger = {
  description: 'nothing',
  one: async () => null,
  many: async (_resource, keys) => keys.map(() => null),
  page: async () => emptyPage,
  pages: async (_list, requests) => requests.map(() => emptyPage),
  ready: async () => {},
  close: async () => {},
};

const ledger = counted(nothing);
const logged: string[] = [];
let server: Server;

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(line) });
  server = await serve(ledger, { log });
  return () => server.close();
});

beforeEach(() => {
  ledger.calls.length = 0;
  logged.length = 0;
});

/** The one error of a query; nothing may have been read before it was found. */
async function refusal(query: string, variables?: Readonly<Record<string, unknown>>) {
  const { errors } = await ask(server, query, variables);
  expect(ledger.calls).toEqual([]);
  expect(errors.map(({ message }) => message)).toHaveLength(1);
  return errors[0] as (typeof errors)[number];
}

describe('a wrong value of a scalar', () => {
  const scalars: Readonly<Record<string, readonly [string, string, RegExp, readonly unknown[]]>> = {
    EntityId: [
      'token',
      'id',
      /an entity id such as/,
      ['x', '', '0.0.-1', '1.2.3.4', '0.0.274877906944', 1.5, true, {}],
    ],
    AccountRef: [
      'account',
      'id',
      /an account id such as.*EVM address.*alias/,
      ['not an id', '', '0xabc', 'A', '0.0.274877906944', 1.5, true, {}],
    ],
    Int64: [
      'block',
      'number',
      /a whole number from -9223372036854775808/,
      ['12x', '', '1e3', '9223372036854775808', 1.5, true, {}],
    ],
    Timestamp: [
      'balances',
      'at',
      /seconds of 1 to 10 digits.*ISO 8601/,
      [
        'yesterday',
        '',
        '12345678901',
        '1.0000000001',
        '2026-11-20',
        '2026-13-40T00:00:00Z',
        true,
        {},
      ],
    ],
    Hex: ['block', 'hash', /hexadecimal digits/, ['xyz', '', '0x', 'ab cd', true, {}]],
  };
  const cases = Object.entries(scalars).flatMap(([type, [field, argument, rule, values]]) =>
    values.map((value) => ({ type, field, argument, rule, value })),
  );

  it.each(cases)(
    '$type is refused as a literal: $value',
    async ({ field, argument, rule, value }) => {
      const literal = typeof value === 'object' ? '{}' : JSON.stringify(value);
      const { message, extensions } = await refusal(
        `{ ${field}(${argument}: ${literal}) { __typename } }`,
      );
      expect(extensions).toEqual({ code: 'BAD_USER_INPUT', argument });
      expect(message).toMatch(new RegExp(`^${argument}: `));
      expect(message).toMatch(rule);
      if (typeof value === 'string') expect(message).toContain(JSON.stringify(value));
    },
  );

  it.each(cases)(
    '$type is refused as a variable: $value',
    async ({ type, field, argument, rule, value }) => {
      const query = `query ($v: ${type}!) { ${field}(${argument}: $v) { __typename } }`;
      const { message, extensions } = await refusal(query, { v: value });
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
      expect(message).toContain('$v');
      expect(message).toMatch(rule);
      expect(message).toContain(JSON.stringify(value));
    },
  );

  it.each([
    ['accounts(first: "7")', 'first'],
    ['accounts(first: 1.5)', 'first'],
    ['accounts(first: 99999999999)', 'first'],
    ['accounts(order: UP)', 'order'],
    ['accounts(after: 7)', 'after'],
    ['tokens(filter: { type: COIN })', 'filter.type'],
    ['tokens(filter: { name: 7 })', 'filter.name'],
    ['accounts(filter: { account: { eq: "x" } })', 'filter.account.eq'],
    ['accounts(filter: { account: { in: ["0.0.1", "x"] } })', 'filter.account.in'],
    ['balances(filter: { timestamp: { lt: "x" } })', 'filter.timestamp.lt'],
  ])('is named by its argument: %s', async (field, argument) => {
    const { message, extensions } = await refusal(`{ ${field} { __typename } }`);
    expect(extensions).toEqual({ code: 'BAD_USER_INPUT', argument });
    expect(message).toContain(argument);
  });
});

describe('a wrong argument', () => {
  const many = Array.from({ length: 101 }, (_, index) => `"0.0.${index + 1}"`).join(', ');
  it.each([
    ['accounts(first: 1, last: 1)', 'last', /must not be combined with first.*1/],
    ['accounts(first: -1)', 'first', /from 0 to 1000.*-1/],
    ['accounts(last: -1)', 'last', /from 0 to 1000.*-1/],
    ['accounts(first: 1001)', 'first', /from 0 to 1000.*1001/],
    ['accounts(after: "zzz")', 'after', /must be a cursor of accounts.*"zzz"/],
    ['balances(before: "zzz")', 'before', /must be a cursor of balances.*"zzz"/],
    [
      'balances(filter: { balance: { eq: -1 } })',
      'filter.balance.eq',
      /a whole number from 0.*"-1"/,
    ],
    [
      'accounts(filter: { balance: { lte: -5 } })',
      'filter.balance.lte',
      /a whole number from 0.*"-5"/,
    ],
    ['blocks(filter: { number: { gt: -1 } })', 'filter.number.gt', /block number.*"-1"/],
    ['accounts(filter: { account: { in: [] } })', 'filter.account.in', /1 to 100 values.*0 values/],
    [
      `accounts(filter: { account: { in: [${many}] } })`,
      'filter.account.in',
      /1 to 100 values.*101 values/,
    ],
    [
      'balances(filter: { account: { in: ["1"], eq: "1" } })',
      'filter.account.in',
      /not be combined with eq.*0\.0\.1/,
    ],
    [
      'balances(at: "1", filter: { timestamp: { lt: "2" } })',
      'at',
      /not be combined with filter\.timestamp.*1/,
    ],
    [
      'accounts(filter: { publicKey: "abcd" })',
      'filter.publicKey',
      /64, 66 or 88 hex digits.*"abcd"/,
    ],
    [
      'balances(filter: { publicKey: "abcd" })',
      'filter.publicKey',
      /64, 66 or 88 hex digits.*"abcd"/,
    ],
    [
      'tokens(filter: { publicKey: "abcd" })',
      'filter.publicKey',
      /64, 66 or 88 hex digits.*"abcd"/,
    ],
    ['tokens(filter: { name: "ab" })', 'filter.name', /3 to 100 bytes.*"ab"/],
    [
      'tokens(filter: { name: "abc", token: { gt: "1" } })',
      'filter.name',
      /not be combined with token.*"abc"/,
    ],
    [
      'tokens(filter: { name: "abc", account: "1" })',
      'filter.name',
      /not be combined.*account.*"abc"/,
    ],
    ['block', 'number', /take either number or hash.*nothing/],
    [`block(number: 1, hash: "${'ab'.repeat(32)}")`, 'number', /take either number or hash.*1/],
    ['block(number: -1)', 'number', /a block number.*"-1"/],
    ['block(hash: "abcd")', 'hash', /64 or 96 hex digits.*"abcd"/],
    ['node(id: "%%%")', 'id', /must be a global id.*"%%%"/],
    ['node(id: "Tm90aGluZzox")', 'id', /must be a global id/],
    [
      `node(id: "${Buffer.from('Token:x').toString('base64url')}")`,
      'id',
      /global id of a token.*"x"/,
    ],
    [
      `node(id: "${Buffer.from('Balance:1').toString('base64url')}")`,
      'id',
      /global id of a balance.*"1"/,
    ],
  ])('is refused before anything is read: %s', async (field, argument, rule) => {
    const { message, extensions, path } = await refusal(`{ ${field} { __typename } }`);
    expect(extensions).toEqual({ code: 'BAD_USER_INPUT', argument });
    expect(message).toMatch(new RegExp(`^${argument.replaceAll('.', '\\.')}: `));
    expect(message).toMatch(rule);
    expect(path).toEqual([field.split('(')[0]]);
  });

  it('is told in the same words every time', async () => {
    const query = '{ token(id: "said twice") { name } }';
    const first = await refusal(query);
    expect(await refusal(query)).toEqual(first);
  });

  it('is no error in the log: anyone could fill it', async () => {
    await refusal('{ accounts(first: -1) { __typename } }');
    expect(logged).toEqual([]);
  });

  it('shows no more than the start of a long value', async () => {
    const { message } = await refusal(`{ accounts(after: "${'z'.repeat(5000)}") { __typename } }`);
    expect(message.length).toBeLessThan(400);
  });

  it.each(['{', '{ nothing }', '{ accounts }', '{ accounts(size: 1) { nodes { id } } }', ''])(
    'is a client error, as is a wrong query: %j',
    async (query) => {
      const { errors, status } = await ask(server, query);
      expect(errors.length).toBeGreaterThan(0);
      expect(JSON.stringify(errors)).not.toMatch(/INTERNAL|src\//);
      expect([200, 400]).toContain(status);
      expect(ledger.calls).toEqual([]);
    },
  );
});

describe('a query beyond its limits', () => {
  const { depth, aliases, tokens, directives } = defaultQueryLimits;
  const nested = (levels: number) =>
    `{ account(id: "1") ${'{ stakedAccount '.repeat(levels - 2)}{ id }${' }'.repeat(levels - 1)}`;
  // An alias of __typename costs nothing and is not counted.
  const wide = (count: number) =>
    `{ ${Array.from({ length: count }, (_, index) => `a${index}: account(id: "1") { id }`).join(' ')} }`;
  const directed = (count: number) => `{ __typename ${'@skip(if: false) '.repeat(count)} }`;

  it.each([
    ['depth', nested(depth + 2), depth],
    ['aliases', wide(aliases + 1), aliases],
    ['tokens', `{ ${'__typename '.repeat(tokens)} }`, tokens],
    ['directives', directed(directives + 1), directives],
  ])('is refused for its %s, with the limit', async (_name, query, limit) => {
    const { data, errors } = await ask(server, query);
    expect(data ?? null).toBeNull();
    expect(errors[0]?.extensions).toMatchObject({ code: 'COST_LIMIT' });
    expect(errors[0]?.message).toContain(String(limit));
    expect(ledger.calls).toEqual([]);
  });

  it('is answered up to them', async () => {
    for (const query of [nested(depth), wide(aliases)]) {
      expect((await ask(server, query)).errors).toEqual([]);
    }
  });
});

describe('a failing ledger', () => {
  const servers: Server[] = [];
  afterAll(async () => {
    for (const one of servers) await one.close();
  });
  const over = async (failing: Partial<Ledger>, options: Parameters<typeof serve>[1] = {}) => {
    const started = await serve({ ...nothing, ...failing }, options);
    servers.push(started);
    return started;
  };
  const secret = 'connect ECONNREFUSED 10.1.2.3:5432 password=hunter2';

  it('is masked where its error is unknown', async () => {
    const failing = await over({ page: () => Promise.reject(new TypeError(secret)) });
    const { data, errors, text } = await ask(failing, '{ tokens { nodes { id } } }');
    expect(data).toEqual({ tokens: null });
    expect(errors).toEqual([
      expect.objectContaining({
        message: 'Internal error',
        path: ['tokens'],
        extensions: { code: 'INTERNAL' },
      }),
    ]);
    expect(text).not.toMatch(/ECONN|10\.1\.2\.3|hunter2|stack|node_modules/);
  });

  it.each(Object.keys(errorTable) as ErrorCode[])(
    'keeps the code %s and its details',
    async (code) => {
      const detail = { upstreamStatus: 429, retryAfter: 7 };
      const error = new LedgerError(code, undefined, detail, new Error(secret));
      const failing = await over({ page: () => Promise.reject(error) });
      const { errors, text } = await ask(failing, '{ tokens { nodes { id } } }');
      expect(errors[0]?.message).toBe(errorTable[code].message);
      expect(errors[0]?.extensions).toEqual({ code, ...detail });
      expect(text).not.toContain('hunter2');
    },
  );

  it('leaves the data that does not depend on it', async () => {
    const token = { token_id: '0.0.5', name: 'Five', symbol: 'V', decimals: 0 };
    const failing = await over({
      one: async (lookup) => (lookup.name === 'token' ? token : null) as never,
      page: () => Promise.reject(new LedgerError('UPSTREAM_UNAVAILABLE')),
      many: async (_resource, keys) =>
        keys.map((key) => (key === '0.0.2' ? new LedgerError('UPSTREAM_TIMEOUT') : null)),
    });
    const query =
      '{ token(id: "5") { entityId } tokens { nodes { id } } a: account(id: "2") { memo } b: account(id: "3") { memo } }';
    const { data, errors } = await ask(failing, query);
    expect(data).toEqual({ token: { entityId: '0.0.5' }, tokens: null, a: null, b: null });
    const found = errors.map(({ path, extensions }) => [path?.[0], extensions['code']]);
    expect(new Map(found as [string, string][])).toEqual(
      new Map([
        ['tokens', 'UPSTREAM_UNAVAILABLE'],
        ['a', 'UPSTREAM_TIMEOUT'],
      ]),
    );
  });

  it('keeps the pages of a list that were read before the budget was spent', async () => {
    const paged = await over(
      {
        async page(_list, { limit, after }, operation) {
          operation.spend(1);
          const start = Number(after?.[0]?.slice(4) ?? 0) + 1;
          const items = Array.from({ length: limit }, (_, i) => ({ token_id: `0.0.${start + i}` }));
          return { items, next: [`0.0.${start + limit - 1}`], timestamp: null } as never;
        },
      },
      { operation: { calls: 2 } },
    );
    const query =
      '{ tokens(first: 250) { nodes { entityId } pageInfo { hasNextPage endCursor } } }';
    const { data, errors } = await ask(paged, query);
    expect(errors).toEqual([]);
    expect(data.tokens.nodes).toHaveLength(200);
    expect(data.tokens.nodes.at(-1)).toEqual({ entityId: '0.0.200' });
    expect(data.tokens.pageInfo.hasNextPage).toBe(true);
  });

  describe('never leaves a rejection without a handler, which would end the process', () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    const later = (milliseconds: number) =>
      new Promise((resolve) => setTimeout(resolve, milliseconds));
    beforeEach(() => {
      unhandled.length = 0;
      process.on('unhandledRejection', note);
      return () => {
        process.off('unhandledRejection', note);
      };
    });
    /** Answers late, and fails when its operation has ended by then. */
    const slow: Partial<Ledger> = {
      async one(_lookup, _key, _request, operation) {
        await later(50);
        if (operation.over !== undefined) throw new LedgerError('UPSTREAM_TIMEOUT');
        return null;
      },
    };

    it('when one of several ids is wrong', async () => {
      const failing = await over(slow);
      const ids = ['Token:0.0.5', 'Token:x'].map((id) => Buffer.from(id).toString('base64url'));
      const { data, errors } = await ask(failing, `{ nodes(ids: ${JSON.stringify(ids)}) { id } }`);
      await later(100);
      expect(unhandled).toEqual([]);
      // Of the neighbours each has its own answer: null, since there is no such token.
      expect(data).toEqual({ nodes: [null, null] });
      expect(errors.map(({ path }) => path)).toEqual([['nodes', 1]]);
    });

    it('when one of several ids is no id at all', async () => {
      const failing = await over(slow);
      const ids = ['x', Buffer.from('Token:0.0.5').toString('base64url')];
      const { data, errors } = await ask(failing, `{ nodes(ids: ${JSON.stringify(ids)}) { id } }`);
      expect(data).toEqual({ nodes: [null, null] });
      expect(errors.map(({ path }) => path)).toEqual([['nodes', 0]]);
      expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'ids' });
    });

    it('when a batch fails while others are under way', async () => {
      const failing = await over({
        ...slow,
        many: () => Promise.reject(new LedgerError('UPSTREAM_UNAVAILABLE')),
      });
      const query = `{ a: account(id: "1") { memo } b: account(id: "2") { memo } c: account(id: "0x${'ab'.repeat(20)}") { memo } }`;
      const { errors } = await ask(failing, query);
      await later(100);
      expect(unhandled).toEqual([]);
      expect(errors.map(({ path }) => path?.[0])).toEqual(['a', 'b']);
    });
  });
});
