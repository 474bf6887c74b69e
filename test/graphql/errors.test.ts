// What a client is told when something is wrong: with its input, or with its query: the table of all wrong inputs.
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultQueryLimits } from '../../src/graphql/running/limits.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { counted, serve } from '../support/ledgers.js';
import { nothing } from '../support/nothing.js';

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
      /an entity id such as.*`account` tells that of any other address/,
      [`0x${'ab'.repeat(20)}`, 'x', '', '0.0.-1', '1.2.3.4', '0.0.274877906944', 1.5, true, {}],
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
    TransactionRef: [
      'transaction',
      'ref',
      /a transaction id such as.*a hash.*a consensus time/,
      ['x', '', '0.0.2@1', '0x12', '0.0.2-1-1234567890', 1.5, true, {}],
    ],
    Hex: ['block', 'hash', /hexadecimal digits/, ['xyz', '', '0xg', 'ab cd', 12, true, {}]],
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
      expect(message).toContain(`but got ${literal}`);
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
  const place = Buffer.from('["accounts","0.0.5"]').toString('base64url');
  const many = Array.from({ length: 101 }, (_, index) => `"0.0.${index + 1}"`).join(', ');
  it.each([
    ['accounts(first: 1, last: 1)', 'last', /must not be combined with first.*1/],
    ['accounts(first: -1)', 'first', /from 0 to 1000.*-1/],
    ['accounts(last: -1)', 'last', /from 0 to 1000.*-1/],
    ['accounts(first: 1001)', 'first', /from 0 to 1000.*1001/],
    ['accounts(after: "zzz")', 'after', /must be a cursor of this list,.*"zzz"/],
    ['balances(before: "zzz")', 'before', /must be a cursor of this list,.*"zzz"/],
    [`balances(orderBy: BALANCE, after: "${place}")`, 'after', /must be a cursor of this list,/],
    [`tokens(filter: { treasury: "0.0.5" }, after: "${place}")`, 'after', /cursor of this list,/],
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
    [String.raw`tokens(filter: { name: "a\u0000bc" })`, 'filter.name', /none of them zero/],
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
      /a global id of Token, as a field `id` gave it.*"VG9rZW46eA"/,
    ],
    [
      `node(id: "${Buffer.from('Balance:1').toString('base64url')}")`,
      'id',
      /a global id of Balance, as a field `id` gave it, but/,
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

  it('shows what was given in place of a text as it was written', async () => {
    const { errors } = await ask(
      server,
      '{ logs(filter: { contract: { eq: 5 } }) { nodes { id } } }',
    );
    expect(errors[0]?.message).toMatch(/but got \{ ?eq: 5 ?\}$/);
  });

  it.each([
    ['accounts(filter: { account: "0.0.5" })', 'account', '"0.0.5"'],
    ['blocks(filter: { number: 5 })', 'number', '5'],
    ['transactions(filter: { type: TOKENMINT })', 'type', 'TOKENMINT'],
  ])('shows the condition that a value is meant for in %s', async (list, condition, value) => {
    const { message, extensions } = await refusal(`{ ${list} { __typename } }`);
    const argument = `filter.${condition}`;
    expect(message).toBe(
      `${argument}: must be a condition such as { eq: ${value} }, but got ${value}`,
    );
    expect(extensions).toEqual({ code: 'BAD_USER_INPUT', argument });
  });

  it('shows no condition in the place of all of them, or of a list', async () => {
    for (const filter of ['"0.0.5"', '{ account: ["0.0.5"] }']) {
      const { message } = await refusal(`{ accounts(filter: ${filter}) { __typename } }`);
      expect(message).toContain('Expected value of type');
    }
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
