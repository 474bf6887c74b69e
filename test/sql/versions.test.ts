// Former versions, whose tables need not have their columns in the order of the tables of what is now.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnsOf } from '../../src/sql/tables/schema.js';
import { get } from '../support/get.js';
import { type Engine, engines, openChanging, serve } from '../support/ledgers.js';

const second = 1_000_000_000;
const now = { timestamp_range: `[${20 * second},)`, memo: 'now' };
const before = {
  timestamp_range: `[${10 * second},${20 * second})`,
  memo: 'before',
  created_timestamp: 10 * second,
  expiration_timestamp: 99 * second,
  auto_renew_period: 3,
};

const address = `0x${'c1'.repeat(20)}`;
const formerly = `0x${'c2'.repeat(20)}`;

/** The same rows in a table whose columns stand the other way round. */
const turned = (table: string) => [
  `create table turned as select ${Object.keys(columnsOf(table)).reverse().join(', ')} from ${table}`,
  `drop table ${table}`,
  `alter table turned rename to ${table}`,
];
const tables = ['entity_history', 'entity_stake_history', 'token_history', 'custom_fee_history'];

describe.each(engines)('former versions on %s', (engine: Engine) => {
  let opened: Awaited<ReturnType<typeof openChanging>>;
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    const fees = (amount: number, timestamp_range: string) => ({
      custom_fees: [
        { entity_id: 2001, fixed_fees: [{ amount, collector_account_id: 5 }], timestamp_range },
      ],
      timestamp_range,
    });
    opened = await openChanging(engine, {
      accounts: [now, before].map((row) => ({ num: 1001, ...row })),
      entities: [now, before].map((row) => ({ num: 2001, type: 'TOKEN', ...row })),
      contracts: [now, before].flatMap((row) => [
        { num: 3001, ...row, evm_address: address },
        { num: 3002, ...row, evm_address: row === before ? formerly : null },
      ]),
      entityStakes: [
        {
          id: 1001,
          end_stake_period: 1,
          pending_reward: 5,
          timestamp_range: before.timestamp_range,
        },
      ],
      tokens: [
        { token_id: 2001, name: 'New', decimals: 2, ...fees(7, now.timestamp_range) },
        { token_id: 2001, name: 'Old', decimals: 9, ...fees(4, before.timestamp_range) },
      ],
    });
    for (const statement of tables.flatMap(turned)) await opened.run(statement);
    server = await serve(opened.ledger);
  });
  afterAll(async () => {
    await server?.close();
    await opened?.release();
    await opened?.ledger.close();
  });

  const at = async (path: string) => (await get(server, `/api/v1/${path}?timestamp=15`)).body;

  it('an account in the past has each value in its own member', async () => {
    expect(await at('accounts/1001')).toMatchObject({
      memo: 'before',
      created_timestamp: '10.000000000',
      expiry_timestamp: '99.000000000',
      auto_renew_period: 3,
    });
  });

  it('so has a contract', async () => {
    expect(await at('contracts/3001')).toMatchObject({
      memo: 'before',
      created_timestamp: '10.000000000',
      expiration_timestamp: '99.000000000',
    });
  });

  it.each([
    ['that it still has', address, '0.0.3001'],
    ['that only its former version has', formerly, '0.0.3002'],
  ])('a contract in the past is found by an address %s', async (_what, key, contract_id) => {
    expect(await at(`contracts/${key}`)).toMatchObject({ contract_id, memo: 'before' });
  });

  it('so has a token with its fees', async () => {
    expect(await at('tokens/2001')).toMatchObject({
      memo: 'before',
      name: 'Old',
      decimals: '9',
      custom_fees: { fixed_fees: [{ amount: 4 }] },
    });
  });
});
