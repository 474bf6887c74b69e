// CASE-08: what is unknown is null, and never a balance of zero.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, openStub, type Running } from '../support/backends.js';
import { ledgerStub } from '../support/stub.js';

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
      `{ token(id: "0.0.404404") { name } schedule(id: "0.0.404404") { memo }
        block(number: 4) { name } }`,
    );
    expect([others.data, others.errors]).toEqual([
      { token: null, schedule: null, block: null },
      [],
    ]);
  });

  it('have no row among the balances', async () => {
    const { data } = await ask(
      server,
      `{ balances(filter: { account: { in: ["0.0.404404", "0.0.1008"] } }) {
        nodes { accountId balance } } }`,
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

describe('CASE-08, fields that a mirror node does not tell', () => {
  it('are null by themselves, and the account keeps its others', async () => {
    const body = { account: '0.0.1008', memo: null, balance: { balance: 0 } };
    const server = await openStub(() => ({ body }));
    const { data, errors } = await ask(
      server,
      '{ account(id: "0.0.1008") { balance { balance } memo pendingReward } }',
    );
    expect(errors).toEqual([]);
    expect(data.account).toEqual({ balance: { balance: '0' }, memo: null, pendingReward: null });
    await server.close();
  });
});
