// The owner's contract row by row; titles quote the rows (seed.md, part by part).
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
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

const entityId = /^\d{1,10}\.\d{1,10}\.\d{1,10}$/;
const timestamp = /^\d{1,10}(\.\d{1,9})?$/;
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
    expect(await get(path, { headers })).toMatchObject({ status: 200, text });
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
