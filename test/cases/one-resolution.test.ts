// An address or an alias leads to one account, wherever a reference to an account is taken.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setSystemRealm } from '../../src/contract/entity.js';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';
import { get } from '../support/get.js';
import { engines } from '../support/ledgers.js';
import { ledgerStub } from '../support/stub.js';

// The address follows from the key in the alias; the database holds no address.
const derived = '0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b';
const alias = 'HIQQGOSRIF3EM35ICXWUQH722CIRBIWTIT3MTN4MDUKK7Q2RYOSRXYZ5';
const hollow = `0x${'ab'.repeat(20)}`;
const stored = `0x${'cd'.repeat(20)}`;
const unknown = `0x${'ef'.repeat(20)}`;
const longZero = (num: number) => `0x${num.toString(16).padStart(40, '0')}`;

describe.each(backends)('references to accounts on %s', (backend) => {
  let server: Running;
  beforeAll(async () => {
    const at = (timestamp: bigint) =>
      [2, 1001, 1002, 1003].map((id) => ({ timestamp, id, balance: id, tokens: [] }));
    server = await open(backend, {
      accounts: [
        { num: 1001, alias, balance: 1001 },
        { num: 1002, alias: 'VOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5L', balance: 1002 },
        { num: 1003, evm_address: stored, balance: 1003 },
      ],
      tokens: [{ token_id: '0.0.500', symbol: 'T', name: 'Token' }],
      tokenaccounts: [1001, 1002, 1003].map((num) => ({
        account_id: `0.0.${num}`,
        token_id: '0.0.500',
        associated: true,
        balance: num,
      })),
      balances: at(1566560001000000000n),
    });
    return server.close;
  });

  const references = [
    ['0.0.1001', 1001],
    [longZero(1001), 1001],
    [derived, 1001],
    [derived.slice(2).toUpperCase(), 1001],
    [alias, 1001],
    [hollow, 1002],
    [stored, 1003],
  ] as const;

  it.each(references)('%s is found by every route', async (reference, num) => {
    const one = await get(server, `/api/v1/accounts/${reference}`);
    expect(one.body.account).toBe(`0.0.${num}`);
    const tokens = await get(server, `/api/v1/accounts/${reference}/tokens`);
    expect(tokens.body.tokens.map((row: { balance: number }) => row.balance)).toEqual([num]);
    for (const further of ['', '&timestamp=1566560001']) {
      const { body } = await get(server, `/api/v1/balances?account.id=${reference}${further}`);
      expect(body.balances.map((row: { account: string }) => row.account)).toEqual([`0.0.${num}`]);
    }
  });

  it.each(references)('%s is found in GraphQL, with what is below it', async (reference, num) => {
    const { data, errors } = await ask(
      server,
      `{ account(id: "${reference}") { entityId balance { balance } tokens { nodes { balance } } } }`,
    );
    expect(errors).toEqual([]);
    expect(data.account).toEqual({
      entityId: `0.0.${num}`,
      balance: { balance: `${num}` },
      tokens: { nodes: [{ balance: `${num}` }] },
    });
  });

  it('are found several at once, one of them of nothing', async () => {
    const all = [derived, hollow, stored, unknown, '0.0.1002'];
    const { data, errors } = await ask(
      server,
      `{ ${all.map((id, at) => `a${at}: account(id: "${id}") { entityId }`).join(' ')} }`,
    );
    expect(errors).toEqual([]);
    expect(Object.values(data)).toEqual([
      ...[1001, 1002, 1003].map((num) => ({ entityId: `0.0.${num}` })),
      null,
      { entityId: '0.0.1002' },
    ]);
    const { body } = await get(server, `/api/v1/balances?account.id=1003&account.id=${derived}`);
    expect(body.balances.map((row: { account: string }) => row.account)).toEqual([
      '0.0.1003',
      '0.0.1001',
    ]);
  });

  it('lead nowhere where there is none', async () => {
    expect((await get(server, `/api/v1/accounts/${unknown}`)).status).toBe(404);
    expect((await get(server, `/api/v1/accounts/${unknown}/tokens`)).status).toBe(404);
    const { body } = await get(server, `/api/v1/balances?account.id=${unknown}`);
    expect(body.balances).toEqual([]);
  });
});

describe.each(engines)('a network of shard 1 and realm 2 on %s', (engine) => {
  let server: Running;
  beforeAll(async () => {
    setSystemRealm(1, 2);
    server = await open(engine, {
      accounts: [
        { shard: 1, realm: 2, num: 3, balance: 33 },
        { shard: 0, realm: 0, num: 3, balance: 7 },
        { shard: 1, realm: 2, num: 2, balance: 1 },
      ],
      balances: ['1.2.2', '1.2.3', '0.0.3'].map((id, at) => ({
        timestamp: 1566560001000000000n,
        id,
        balance: 10 + at,
      })),
    });
    return server.close;
  });
  afterAll(() => setSystemRealm(0, 0));

  it.each(['1.2.3', '2.3', '3', longZero(3), longZero(3).slice(2), `1.2.${longZero(3).slice(2)}`])(
    'has one account by %s',
    async (reference) => {
      const { data } = await ask(server, `{ account(id: "${reference}") { entityId evmAddress } }`);
      expect(data.account).toEqual({ entityId: '1.2.3', evmAddress: longZero(3) });
      const { body } = await get(server, `/api/v1/accounts/${reference}`);
      expect(body).toMatchObject({ account: '1.2.3', evm_address: longZero(3) });
    },
  );

  it('has snapshots by the treasury of its own realm', async () => {
    const { body } = await get(server, '/api/v1/balances?timestamp=1566560001&account.id=3');
    expect(body.balances).toEqual([{ account: '1.2.3', balance: 11, tokens: [] }]);
  });

  it('has other accounts by their whole id', async () => {
    const { data } = await ask(server, '{ account(id: "0.0.3") { balance { balance } } }');
    expect(data.account.balance.balance).toBe('7');
  });
});

describe('a mirror node of shard 1 and realm 2', () => {
  let server: Awaited<ReturnType<typeof openStub>>;
  beforeAll(async () => {
    const row = { account: '1.2.3', alias: null, evm_address: longZero(3) };
    const rows = ledgerStub({ accounts: [row] });
    server = await openStub((call) =>
      call.path === `/api/v1/accounts/${longZero(3)}` ? { body: row } : rows(call),
    );
    return server.close;
  });

  it('is asked by the address as it was given, and what it answers is believed', async () => {
    const { data, errors } = await ask(
      server,
      `{ account(id: "${longZero(3)}") { entityId evmAddress } }`,
    );
    expect(errors).toEqual([]);
    expect(data.account).toEqual({ entityId: '1.2.3', evmAddress: longZero(3) });
    expect(server.urls()).toEqual([`/api/v1/accounts/${longZero(3)}?transactions=false`]);
  });

  it('is not believed where it answers another account', async () => {
    server.stub.reset(() => ({ body: { account: '1.2.4' } }));
    const { errors } = await ask(server, `{ account(id: "${longZero(5)}") { entityId } }`);
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_BAD_RESPONSE']);
  });
});
