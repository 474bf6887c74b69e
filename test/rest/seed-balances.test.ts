// The owner's contract of GET /api/v1/balances, row by row; titles quote the rows (seed.md, part 4).
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../src/contract/json.js';
import { sampleClient } from '../support/get.js';

const get = sampleClient();

interface Balances {
  readonly timestamp: string | null;
  readonly balances: readonly {
    readonly account: string;
    readonly balance: number | bigint;
    readonly tokens: readonly { readonly token_id: string; readonly balance: number | bigint }[];
  }[];
  readonly links: { readonly next: string | null };
}

async function balances(search: string): Promise<Balances> {
  const { status, text } = await get(`/api/v1/balances?${search}`);
  expect([search, status, status === 200 ? '' : text]).toEqual([search, 200, '']);
  return parseJson(text) as Balances;
}

const accountPattern =
  /^(\d{1,10}\.){0,2}(\d{1,10}|(0x)?[A-Fa-f0-9]{40}|(?:[A-Z2-7]{8})*(?:[A-Z2-7]{2}|[A-Z2-7]{4,5}|[A-Z2-7]{7,8}))$/;
const balancePattern = /^((gte?|lte?|eq|ne):)?\d{1,10}$/;
const timestampPattern = /^((eq|gt|gte|lt|lte|ne):)?\d{1,10}(\.\d{1,9})?$/;
const clock = 1_795_176_000;
const num = (id: string) => Number(id.split('.')[2]);

describe('4. GET /api/v1/balances', () => {
  test('all parameters are optional', async () => {
    expect((await balances('')).balances.length).toBe(25);
  });

  test.each([
    ['an account number', '1006'],
    ['realm.num', '0.1006'],
    ['shard.realm.num', '0.0.1006'],
    ['the operator eq', 'eq:0.0.1006'],
    ['an EVM address of 40 hex characters', '00000000000000000000000000000000000003eE'],
    ['an EVM address with optional 0x prefix', '0x00000000000000000000000000000000000003ee'],
  ])('account.id is %s', async (_, value) => {
    const body = await balances(`account.id=${value}`);
    expect(body.balances.map(({ account }) => account)).toEqual(['0.0.1006']);
  });

  test('account.id is an alias (base32 text), or an EVM address that is no number', async () => {
    const { body } = await get('/api/v1/accounts/0.0.1005?transactions=false');
    for (const value of [body.alias, body.evm_address, body.evm_address.slice(2).toUpperCase()]) {
      expect((await balances(`account.id=${value}`)).balances[0]?.account).toBe('0.0.1005');
    }
  });

  const edges: readonly (readonly [string, RegExp, readonly string[]])[] = [
    [
      ...(['account.id', accountPattern] as const),
      [
        ...[
          '0',
          '1234567890',
          '12345678901',
          '0.0.1234567890',
          '0.0.12345678901',
          '0.0.0.5',
          '-5',
          '',
        ],
        ...[
          '5 ',
          'x',
          'AA',
          'AAA',
          'AAAA',
          'AAAAA',
          'AAAAAA',
          'AAAAAAA',
          'AAAAAAAA',
          'AAAAAAAAA',
          'aa',
        ],
        ...[
          'f'.repeat(39),
          'f'.repeat(40),
          'f'.repeat(41),
          `0x${'f'.repeat(40)}`,
          `0X${'f'.repeat(40)}`,
        ],
      ],
    ],
    [
      ...(['account.balance', balancePattern] as const),
      [
        '0',
        '1234567890',
        '12345678901',
        'gt:5',
        'gte:5',
        'lt:5',
        'lte:5',
        'eq:5',
        'ne:5',
        'GT:5',
        'x:5',
        '-5',
        '5.0',
        '',
        ':5',
      ],
    ],
    [
      ...(['timestamp', timestampPattern] as const),
      [
        '0',
        '1234567890',
        '12345678901',
        '1.1',
        '1.123456789',
        '1.1234567890',
        'gt:1',
        'gte:1.5',
        'lt:1',
        'lte:1',
        'ne:1',
        'eq:1',
        '1.',
        '.5',
        '-1',
        '',
        'gt:',
      ],
    ],
  ];

  test.each(edges)(
    '%s matches its pattern as a whole, or is refused',
    async (name, pattern, values) => {
      for (const value of values) {
        const { status, body } = await get(`/api/v1/balances?${name}=${encodeURIComponent(value)}`);
        expect([value, status]).toEqual([value, pattern.test(value) ? 200 : 400]);
        const message = { message: `Invalid parameter: ${name}` };
        if (status === 400) expect(body._status.messages).toEqual([message]);
      }
    },
  );

  test.each([
    ['gt', (a: number, b: number) => a > b],
    ['gte', (a: number, b: number) => a >= b],
    ['lt', (a: number, b: number) => a < b],
    ['lte', (a: number, b: number) => a <= b],
    ['ne', (a: number, b: number) => a !== b],
    ['eq', (a: number, b: number) => a === b],
  ])(
    'account.balance: operator %s; a value with no operator means equals',
    async (operator, holds) => {
      const only = 'account.id=1003&account.id=1012&account.id=1011&account.id=1013';
      const all = (await balances(only)).balances;
      const value = Number(all.find(({ account }) => account === '0.0.1012')?.balance);
      const wanted = all.filter(({ balance }) => holds(Number(balance), value));
      expect((await balances(`${only}&account.balance=${operator}:${value}`)).balances).toEqual(
        wanted,
      );
      if (operator === 'eq')
        expect((await balances(`${only}&account.balance=${value}`)).balances).toEqual(wanted);
    },
  );

  test('account.balance and timestamp may be repeated', async () => {
    const { balances: rows } = await balances('account.balance=gt:1000&account.balance=lt:9999');
    expect(rows.length).toBeGreaterThan(0);
    for (const { balance } of rows)
      expect(Number(balance) > 1000 && Number(balance) < 9999).toBe(true);
    const { timestamp: at } = await balances(
      `timestamp=gt:${clock - 45 * 60}&timestamp=lt:${clock - 15 * 60}`,
    );
    expect(at).toBe(`${clock - 30 * 60}.000000000`);
  });

  test('account.publickey: public key of the account to match', async () => {
    const { body } = await get('/api/v1/accounts/0.0.1006?transactions=false');
    const { balances: rows } = await balances(`account.publickey=${body.key.key}`);
    expect(rows.map(({ account }) => account)).toContain('0.0.1006');
  });

  test('limit: default 25, minimum 1, maximum 100', async () => {
    for (const [search, count] of [
      ['', 25],
      ['limit=1', 1],
      ['limit=100', 100],
    ] as const) {
      expect((await balances(search)).balances).toHaveLength(count);
    }
    for (const value of ['101', '1000', '2147483647']) {
      expect((await balances(`limit=${value}`)).balances).toHaveLength(100);
    }
    for (const value of ['0', '-1', 'x', '1.5', '']) {
      const { status, body } = await get(`/api/v1/balances?limit=${value}`);
      expect([status, body._status.messages]).toEqual([
        400,
        [{ message: 'Invalid parameter: limit' }],
      ]);
    }
  });

  test('order: asc or desc, default desc', async () => {
    const nums = async (search: string) =>
      (await balances(search)).balances.map(({ account }) => num(account));
    const [standard, down, up] = [
      await nums(''),
      await nums('order=desc'),
      await nums('order=asc'),
    ];
    expect(down).toEqual(standard);
    expect(down).toEqual([...down].sort((a, b) => b - a));
    expect(up).toEqual([...up].sort((a, b) => a - b));
    expect(up[0]).toBeLessThan(down.at(-1) as number);
    expect((await get('/api/v1/balances?order=up')).status).toBe(400);
  });

  test('rule 1: when timestamp is absent, the latest balances are returned', async () => {
    const [row] = (await balances('account.id=1002')).balances;
    const { text } = await get('/api/v1/accounts/0.0.1002?transactions=false');
    const { balance } = parseJson(text) as { balance: { balance: number; tokens: unknown[] } };
    expect(row?.balance).toBe(balance.balance);
    expect(row?.tokens.toReversed()).toEqual(balance.tokens);
  });

  test('rule 2: when timestamp is present, snapshots with 15-minute granularity', async () => {
    for (const [at, minutes] of [
      [0, 15],
      [15 * 60, 15],
      [15 * 60 + 1, 30],
      [44 * 60, 45],
    ] as const) {
      const { timestamp: taken } = await balances(`timestamp=${clock - at}`);
      expect(taken).toBe(`${clock - minutes * 60}.000000000`);
      expect(Number(taken) % 900).toBe(0);
    }
  });

  test.each(['', `&timestamp=${clock}`])(
    'rule 3: each account lists at most 50 token balances %s',
    async (more) => {
      for (const id of [1001, 1002, 1004, 1011]) {
        const [row] = (await balances(`account.id=${id}${more}`)).balances;
        expect([id, row?.tokens.length]).toEqual([id, 50]);
      }
    },
  );
});
