// CASE-09: a balance at an instant is that of the newest snapshot at or before it.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';

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
    // However its ids go together, it is one call.
    expect(server.calls).toEqual(['page accounts', expect.stringMatching(/^pages? balances/)]);
  });
});

describe('CASE-09, a balance at an instant of a stub', () => {
  let server: Awaited<ReturnType<typeof openStub>>;

  beforeAll(async () => {
    server = await openStub(() => ({
      body: {
        timestamp: second,
        balances: [{ account: '0.0.17', balance: 70, tokens: [] }],
        links: { next: null },
      },
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
