// What the contract says of accounts, balances and tokens that is easily read otherwise.
import { beforeAll, describe, expect, it } from 'vitest';
import { backends, open, type Running } from '../support/backends.js';
import { get } from '../support/get.js';

interface Row {
  readonly consensus_timestamp: string;
}

const key = 'ab'.repeat(32);
const fees = { entity_id: 1135, timestamp_range: '[20,)' };
const rows = {
  accounts: [
    { num: 7, memo: 'now', timestamp_range: '[5,)' },
    { num: 7, memo: 'before', timestamp_range: '[1,5)' },
    { num: 8, public_key: key },
  ],
  balances: [2, 7, 8].map((id) => ({ id, timestamp: 40, balance: id })),
  transactions: [1, 3].map((time) => ({ consensus_timestamp: time, payerAccountId: '0.0.7' })),
  entities: [
    { num: 1135, type: 'TOKEN', timestamp_range: '[10,)' },
    { num: 1136, type: 'TOKEN', timestamp_range: '[10,)' },
  ],
  tokens: [
    { token_id: 1135, created_timestamp: 10, custom_fees: [fees] },
    { token_id: 1136, created_timestamp: 10, custom_fees: [] },
  ],
};

describe.each(backends)('the REST face over %s', (backend) => {
  let server: Running;
  beforeAll(async () => {
    server = await open(backend, rows);
    return server.close;
  });

  const ask = async (path: string) => {
    const { status, body } = await get(server, `/api/v1/${path}`);
    return { status, body, messages: body._status?.messages };
  };
  const notFound = { status: 404, messages: [{ message: 'Not found' }] };

  it('finds no token before it has a row of fees, nor one that has none (B.11)', async () => {
    expect(await ask('tokens/1135?timestamp=0.000000019')).toMatchObject(notFound);
    expect(await ask('tokens/1136')).toMatchObject(notFound);
    const { body } = await ask('tokens/1135?timestamp=0.00000002');
    expect(body.custom_fees.created_timestamp).toBe('0.000000020');
    expect((await ask('tokens')).body.tokens).toHaveLength(2);
  });

  it('says that a range of times is empty of accounts alone, and of no time by equality (A.10, B.2)', async () => {
    const empty = { status: 404, messages: [{ message: 'Timestamp range is empty' }] };
    expect(await ask('accounts/7?timestamp=gt:5&timestamp=lt:5')).toMatchObject(empty);
    expect(await ask('tokens/1135?timestamp=lt:0')).toMatchObject(notFound);
    const [early, late] = ['timestamp=0.000000004', 'timestamp=0.000000005'];
    const since = 'timestamp=gte:0.000000006';
    expect(await ask(`accounts/7?${early}&${since}`)).toMatchObject(notFound);
    const { body } = await ask(`accounts/7?${late}&${since}`);
    expect(body).toMatchObject({ memo: 'now', transactions: [], balance: { tokens: [] } });
  });

  it('lists all transactions of an account page by page, of itself until there was no account (B.2)', async () => {
    const follow = async (path: string) => {
      const times: string[] = [];
      for (let next: string | null = path; next !== null; ) {
        const { status, body } = await get(server, next);
        if (status !== 200) return { times, status };
        times.push(...body.transactions.map((row: Row) => row.consensus_timestamp));
        next = body.links.next;
      }
      return { times, status: 200 };
    };
    const times = ['0.000000003', '0.000000001'];
    expect(await follow('/api/v1/accounts/7?limit=1')).toEqual({ times, status: 404 });
    const list = '/api/v1/transactions?account.id=7&limit=1';
    expect(await follow(list)).toEqual({ times, status: 200 });
  });

  it('takes a key for equal to that of an account in a snapshot, whatever its operator is (B.1)', async () => {
    const accounts = async (search: string) =>
      (await ask(`balances?account.publickey=ne:${key}${search}`)).body.balances.map(
        ({ account }: { account: string }) => account,
      );
    expect(await accounts('&timestamp=1')).toEqual(['0.0.8']);
    expect(await accounts('')).toEqual(['0.0.7']);
  });
});
