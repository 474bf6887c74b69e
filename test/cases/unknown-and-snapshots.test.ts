// CASE-08 and CASE-09: what is unknown is null and not zero, and a snapshot is that of its instant.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../ask.js';
import { ledgerStub } from '../stub.js';
import { backends, open, openStub, type Running } from './backends.js';

describe.each(backends)('CASE-08, unknown accounts on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    server = await open(backend, {
      accounts: [{ num: 1008, balance: 0, balance_timestamp: 5 }, { num: 1009 }],
      balances: [{ timestamp: 1700000000000000001n, id: 2, balance: 1 }],
    });
    return server.close;
  });

  it('are null without an error, beside an account that holds nothing', async () => {
    const { data, errors, status } = await ask(
      server,
      `{ miss: account(id: "0.0.404404") { balance { balance } }
        zero: account(id: "0.0.1008") { balance { balance hbars } } }`,
    );
    expect({ data, errors, status }).toEqual({
      data: { miss: null, zero: { balance: { balance: '0', hbars: '0.00000000' } } },
      errors: [],
      status: 200,
    });
  });

  it('are null alone, and by every look-up alike', async () => {
    const alone = await ask(server, '{ account(id: "0.0.404404") { balance { balance } } }');
    expect([alone.data, alone.errors]).toEqual([{ account: null }, []]);
    const others = await ask(
      server,
      '{ token(id: "0.0.404404") { name } schedule(id: "0.0.404404") { memo } block(number: 4) { name } }',
    );
    expect([others.data, others.errors]).toEqual([
      { token: null, schedule: null, block: null },
      [],
    ]);
  });

  it('have no row among the balances', async () => {
    const { data } = await ask(
      server,
      '{ balances(filter: { account: { in: ["0.0.404404", "0.0.1008"] } }) { nodes { accountId balance } } }',
    );
    expect(data.balances.nodes).toEqual([{ accountId: '0.0.1008', balance: '0' }]);
  });

  it('are like a balance that the ledger does not know, which is null', async () => {
    const { data } = await ask(
      server,
      `{ account(id: "0.0.1009") { now: balance { balance hbars }
        past: balance(at: "1700000001") { balance } } }`,
    );
    expect(data.account).toEqual({ now: { balance: null, hbars: null }, past: null });
  });
});

describe('CASE-08, unknown accounts of a stub', () => {
  it('are null, whether asked for alone or together with others', async () => {
    const answer = ledgerStub({ accounts: [{ account: '0.0.1008', balance: { balance: 0 } }] });
    const server = await openStub(answer);
    const fields = '{ balance { balance } }';
    const miss = await ask(server, `{ miss: account(id: "0.0.404404") ${fields} }`);
    expect([miss.status, miss.data, miss.errors]).toEqual([200, { miss: null }, []]);
    const both = await ask(
      server,
      `{ miss: account(id: "0.0.404404") ${fields} zero: account(id: "0.0.1008") ${fields} }`,
    );
    expect(both.data).toEqual({ miss: null, zero: { balance: { balance: '0' } } });
    expect(both.errors).toEqual([]);
    expect(server.urls()).toHaveLength(2);
    await server.close();
  });
});

const first = '1566560001.000000000';
const second = '1566560003.000000000';
const query = `query ($at: Timestamp, $ids: [EntityId!]) {
  balances(first: 10, order: ASC, at: $at, filter: { account: { in: $ids } }) {
    timestamp edges { node { account { entityId } balance timestamp } } } }`;
const both = ['0.0.17', '0.0.18'];

describe.each(backends)('CASE-09, a balance at an instant on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    server = await open(backend, {
      accounts: [
        { num: 17, balance: 71, balance_timestamp: 1600000000000000000n },
        { num: 18, balance: 7, balance_timestamp: 1600000000000000001n },
      ],
      balances: [
        { timestamp: 1566560001000000000n, id: 2, balance: 1 },
        { timestamp: 1566560001000000000n, id: 17, balance: 70 },
        { timestamp: 1566560001000000000n, id: 18, balance: 5 },
        { timestamp: 1566560003000000000n, id: 2, balance: 1 },
        { timestamp: 1566560003000000000n, id: 18, balance: 6 },
      ],
    });
    return server.close;
  });

  const page = (timestamp: string, ...rows: readonly (readonly [string, string])[]) => ({
    timestamp,
    edges: rows.map(([entityId, balance]) => ({
      node: { account: { entityId }, balance, timestamp },
    })),
  });

  it.each([
    ['after the second snapshot', '1566560004.000000000', second, '6'],
    ['of the second snapshot', second, second, '6'],
    ['a nanosecond before the second snapshot', '1566560002.999999999', first, '5'],
    ['of the first snapshot', first, first, '5'],
  ])('%s is the newest at or before it', async (_name, at, snapshot, balance) => {
    const { data } = await ask(server, query, { at, ids: both });
    expect(data.balances).toEqual(page(snapshot, ['0.0.17', '70'], ['0.0.18', balance]));
  });

  it('before all snapshots is none, and no error', async () => {
    const { data, errors } = await ask(server, query, { at: '1566560000.999999999', ids: both });
    expect([data.balances, errors]).toEqual([{ timestamp: null, edges: [] }, []]);
  });

  it('names the snapshot, not the older row that still holds in it', async () => {
    const { data } = await ask(server, query, { at: '1566560004', ids: ['0.0.17'] });
    expect(data.balances).toEqual(page(second, ['0.0.17', '70']));
  });

  it('is the live one without an instant', async () => {
    const { data } = await ask(server, query, { ids: both });
    expect(data.balances).toEqual(page('1600000000.000000001', ['0.0.17', '71'], ['0.0.18', '7']));
  });

  it('is the same below an account, both accounts in one read', async () => {
    server.calls.length = 0;
    const { data } = await ask(
      server,
      `{ accounts(filter: { account: { in: ["0.0.17", "0.0.18"] } }) { nodes {
        balance(at: "1566560004") { balance timestamp } } } }`,
    );
    expect(data.accounts.nodes).toEqual([
      { balance: { balance: '70', timestamp: second } },
      { balance: { balance: '6', timestamp: second } },
    ]);
    expect(server.calls).toEqual(['page accounts', 'page balances']);
  });
});

describe('CASE-09, a balance at an instant of a stub', () => {
  let server: Awaited<ReturnType<typeof openStub>>;

  beforeAll(async () => {
    server = await openStub(() => ({
      body: `{"timestamp":"${second}","balances":[{"account":"0.0.17","balance":70,"tokens":[]}],"links":{"next":null}}`,
    }));
    return server.close;
  });
  beforeEach(() => server.stub.reset());

  it('is asked for as at or before, and has the time of the body', async () => {
    const { data } = await ask(server, query, { at: '1566560004', ids: ['0.0.17'] });
    expect(data.balances.timestamp).toBe(second);
    expect(server.stub.calls.map((call) => call.query.getAll('timestamp'))).toEqual([
      ['lte:1566560004.000000000'],
    ]);
  });

  it('does not go together with a range, which is refused without a call', async () => {
    const { errors } = await ask(
      server,
      '{ balances(at: "5", filter: { timestamp: { gt: "3" } }) { timestamp } }',
    );
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', argument: 'at' },
    ]);
    expect(server.urls()).toEqual([]);
  });
});
