// The owner's contract row by row; titles quote the rows (seed.md, part by part).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseJson } from '../../src/contract/json.js';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { openSample, serve } from '../ledgers.js';
import { get as getFrom } from './get.js';

let ledger: Ledger;
let server: Server;

beforeAll(async () => {
  ledger = await openSample('embedded');
  server = await serve(ledger);
});

afterAll(async () => {
  await server?.close();
  await ledger?.close();
});

interface Balances {
  readonly timestamp: string | null;
  readonly balances: readonly {
    readonly account: string;
    readonly balance: number | bigint;
    readonly tokens: readonly { readonly token_id: string; readonly balance: number | bigint }[];
  }[];
  readonly links: { readonly next: string | null };
}

const get = (path: string) => getFrom(server, path);

async function balances(search: string): Promise<Balances> {
  const { status, text } = await get(`/api/v1/balances?${search}`);
  expect([search, status, status === 200 ? '' : text]).toEqual([search, 200, '']);
  return parseJson(text) as Balances;
}

const entityId = /^\d{1,10}\.\d{1,10}\.\d{1,10}$/;
const timestamp = /^\d{1,10}(\.\d{1,9})?$/;
const accountPattern =
  /^(\d{1,10}\.){0,2}(\d{1,10}|(0x)?[A-Fa-f0-9]{40}|(?:[A-Z2-7]{8})*(?:[A-Z2-7]{2}|[A-Z2-7]{4,5}|[A-Z2-7]{7,8}))$/;
const balancePattern = /^((gte?|lte?|eq|ne):)?\d{1,10}$/;
const timestampPattern = /^((eq|gt|gte|lt|lte|ne):)?\d{1,10}(\.\d{1,9})?$/;
const clock = 1_795_176_000;
const num = (id: string) => Number(id.split('.')[2]);

describe('1. What the service does', () => {
  test('current token balances of an account: /api/v1/accounts/{id}/tokens', async () => {
    const { body } = await get('/api/v1/accounts/0.0.1011/tokens?limit=100');
    expect(body.tokens).toHaveLength(51);
  });

  test('balances of one token: /api/v1/tokens/{id}/balances', async () => {
    const { body } = await get('/api/v1/tokens/0.0.2001/balances?account.id=1010');
    expect(body.balances[0]).toMatchObject({ account: '0.0.1010' });
  });

  test('current account balance: /api/v1/accounts/{id}', async () => {
    const { text } = await get('/api/v1/accounts/0.0.1003');
    expect(text).toContain(':9007199254740993,');
  });
});

describe('2. Resources and their fields', () => {
  test('BalancesResponse: timestamp, balances, links; AccountBalance; TokenBalance; EntityId; Links', async () => {
    for (const search of ['limit=100', `limit=100&timestamp=${clock}`, 'account.id=1002']) {
      const body = await balances(search);
      expect(Object.keys(body).sort()).toEqual(['balances', 'links', 'timestamp']);
      expect(body.timestamp).toMatch(timestamp);
      expect(body.balances.length).toBeGreaterThan(0);
      for (const row of body.balances) {
        expect(Object.keys(row).sort()).toEqual(['account', 'balance', 'tokens']);
        expect(row.account).toMatch(entityId);
        expect(['number', 'bigint']).toContain(typeof row.balance);
        for (const token of row.tokens) {
          expect(Object.keys(token).sort()).toEqual(['balance', 'token_id']);
          expect(token.token_id).toMatch(entityId);
          expect(['number', 'bigint']).toContain(typeof token.balance);
        }
      }
    }
  });

  test('timestamp: string or null, nullable', async () => {
    const nothing = { timestamp: null, balances: [], links: { next: null } };
    expect(await balances('account.id=999999999')).toEqual(nothing);
    expect(await balances('timestamp=1')).toEqual(nothing);
  });

  test('balance: integer, int64: every digit', async () => {
    const { text } = await get('/api/v1/balances?account.id=1003');
    expect(text).toContain('"balance":9007199254740993,');
    const [holder] = (await balances('account.id=1010')).balances;
    expect(holder?.tokens.map(({ balance }) => balance)).toContain(9223372036854775807n);
  });

  test('links.next: string or null; link to the next page, null when there is none', async () => {
    const { links, balances: first } = await balances('limit=2');
    expect(links.next).toBeTypeOf('string');
    const second = parseJson((await get(links.next as string)).text) as Balances;
    expect(num(second.balances[0]?.account as string)).toBeLessThan(
      num(first[1]?.account as string),
    );
    expect((await balances('account.id=1002')).links.next).toBeNull();
  });

  test.each([
    '/balances?limit=0',
    `/balances?account.id=ne:${'a'.repeat(40)}`,
    '/accounts/999999999',
    '/nope',
  ])(
    'Error: _status.messages[] with message (not null), detail and data (string or null): %s',
    async (path) => {
      const { body } = await get(`/api/v1${path}`);
      expect(Object.keys(body)).toEqual(['_status']);
      expect(Object.keys(body._status)).toEqual(['messages']);
      expect(body._status.messages.length).toBeGreaterThan(0);
      for (const { message, detail = null, data = null, ...others } of body._status.messages) {
        expect(message).toBeTypeOf('string');
        if (detail !== null) expect(detail).toBeTypeOf('string');
        if (data !== null) expect(data).toMatch(/^0x[0-9a-fA-F]+$/);
        expect(others).toEqual({});
      }
    },
  );
});

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

describe('4. The other endpoints', () => {
  test.each(['schedules', 'blocks'])('GET /api/v1/%s lists them', async (name) => {
    const { status, body } = await get(`/api/v1/${name}`);
    expect(status).toBe(200);
    expect(body[name]).toHaveLength(25);
    expect(body.links.next).toBeTypeOf('string');
  });

  test('GET /api/v1/schedules/{id} returns one scheduled transaction', async () => {
    const { body } = await get('/api/v1/schedules/0.0.3001');
    expect(body).toMatchObject({ schedule_id: '0.0.3001' });
  });

  test('GET /api/v1/blocks/{hash_or_number}: a block hash or a block number', async () => {
    const { body } = await get('/api/v1/blocks/91204001');
    expect(body.number).toBe(91204001);
    for (const hash of [body.hash, body.hash.slice(2).toUpperCase(), body.hash.slice(0, 66)]) {
      expect((await get(`/api/v1/blocks/${hash}`)).body).toEqual(body);
    }
  });
});

describe('5., 7. and 9.', () => {
  test('no credential, header or token is needed; any that comes is let be', async () => {
    const path = '/api/v1/balances?limit=1';
    const { text } = await get(path);
    const headers = { authorization: 'Basic eDp5' };
    expect(await getFrom(server, path, { headers })).toMatchObject({ status: 200, text });
  });

  test.each(['account.id', 'account.balance', 'account.publickey', 'limit', 'order', 'timestamp'])(
    '400: a message names the invalid parameter in the form Invalid parameter: %s',
    async (name) => {
      const { status, body } = await get(`/api/v1/balances?${name}=!`);
      expect(status).toBe(400);
      expect(body).toEqual({ _status: { messages: [{ message: `Invalid parameter: ${name}` }] } });
    },
  );

  test('version 0.154.0, served at /api/v1/docs/openapi.yml', async () => {
    const { status, text } = await get('/api/v1/docs/openapi.yml');
    expect(status).toBe(200);
    expect(parse(text).info.version).toBe('0.154.0');
    expect(parse(text).servers[0].variables).toMatchObject({
      network: { default: 'testnet', enum: ['mainnet-public', 'mainnet', 'previewnet', 'testnet'] },
      scheme: { default: 'https', enum: ['http', 'https'] },
    });
  });
});
