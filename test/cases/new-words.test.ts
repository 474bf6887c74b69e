// Words and numbers that a database has and the schema does not know are UNKNOWN; what is beside them stays.
import { describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { engines, openChanging, remote, serve } from '../support/ledgers.js';

const nums = [2001, 2002];
const setup = {
  accounts: [{ num: 1001, balance: 7 }],
  entities: nums.map((num) => ({ num, type: 'TOKEN' })),
  tokens: nums.map((num) => ({ token_id: `0.0.${num}`, treasury_account_id: '0.0.1001' })),
  tokenaccounts: nums.map((num) => ({
    account_id: '0.0.1001',
    token_id: `0.0.${num}`,
    balance: 3,
  })),
  schedules: [
    {
      ...{ schedule_id: '0.0.3001', creator_account_id: '0.0.1001', payer_account_id: '0.0.1001' },
      ...{ consensus_timestamp: 5, transaction_body: 'AQ==' },
    },
  ],
  transactions: [1, 2].map((n) => ({ consensus_timestamp: n, payerAccountId: '0.0.1001' })),
};
const changes = [
  ...['token_type', 'token_supply_type', 'token_pause_status'].map(
    (name) => `alter type ${name} add value 'OF_TOMORROW'`,
  ),
  `update token set type = 'OF_TOMORROW', supply_type = 'OF_TOMORROW', pause_status = 'OF_TOMORROW'
    where token_id = 2001`,
  'update token_account set freeze_status = 7, kyc_status = -1 where token_id = 2001',
  'update token set freeze_status = 7, kyc_status = 7 where token_id = 2002',
  `insert into transaction_signature (consensus_timestamp, public_key_prefix, entity_id, signature, type)
    values (1, 'a', 3001, 'b', 77), (2, 'a', 3001, 'b', null), (3, 'a', 3001, 'b', 3)`,
  'update transaction set type = 250, result = 9999 where consensus_timestamp = 2',
];
const unknown = { freezeStatus: 'UNKNOWN', kycStatus: 'UNKNOWN' };

describe.each(engines)('new words on %s', (engine) => {
  it('are UNKNOWN in lists, by key, and over its REST face', async () => {
    // Types are the engine's own: those of the case, in its schema.
    const { ledger, run, release } = await openChanging(engine, setup);
    for (const text of changes) await run(text);
    await release();
    const server = await serve(ledger);
    const above = remote(server.url);
    const second = await serve(above);
    for (const face of [server, second]) {
      const { data, errors } = await ask(
        face,
        `{ tokens { nodes { type pauseStatus supplyType } } token(id: "2001") { type }
          account(id: "1001") { token(id: "2001") { relationship { freezeStatus kycStatus } }
            tokens { nodes { balance relationship { freezeStatus kycStatus } } } }
          schedule(id: "3001") { signatures { type } } transactions { nodes { name result } } }`,
      );
      expect(errors).toEqual([]);
      expect(data).toEqual({
        tokens: {
          nodes: [
            { type: 'UNKNOWN', pauseStatus: 'UNKNOWN', supplyType: 'UNKNOWN' },
            { type: 'FUNGIBLE_COMMON', pauseStatus: 'NOT_APPLICABLE', supplyType: 'INFINITE' },
          ],
        },
        token: { type: 'UNKNOWN' },
        account: {
          token: { relationship: unknown },
          tokens: { nodes: nums.map(() => ({ balance: '3', relationship: unknown })) },
        },
        schedule: { signatures: ['UNKNOWN', 'UNKNOWN', 'ED25519'].map((type) => ({ type })) },
        transactions: {
          nodes: [
            { name: 'UNKNOWN', result: 'UNKNOWN' },
            { name: 'CRYPTOTRANSFER', result: 'SUCCESS' },
          ],
        },
      });
    }
    await second.close();
    await above.close();
    await server.close();
    await ledger.close();
  });
});
