// What a contract that is not known has logged and changed: the database holds 0 for it, and it takes no other row along.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open, type Running } from '../support/backends.js';
import { get } from '../support/get.js';

const at = '187654000123456';
const time = '187654.000123456';
const address = `0x${'9'.padStart(40, '0')}`;
const shared = { consensus_timestamp: at, payer_account_id: 5000 };

describe.each(backends)('on %s', (backend) => {
  let server: Running;

  beforeAll(async () => {
    server = await open(backend, {
      contractresults: [{ ...shared, contract_id: 9 }],
      contractlogs: [0, 9].map((contract_id, index) => ({ ...shared, contract_id, index })),
      contractStateChanges: [0, 9].map((contract_id) => ({ ...shared, contract_id })),
      transactions: [{ consensus_timestamp: at, payerAccountId: 5000, type: 7 }],
    });
    return server.close;
  });

  it('logs have no address then, and are listed beside the others', async () => {
    const { data, errors } = await ask(
      server,
      '{ logs(order: ASC) { nodes { index address contractId account { memo } contract { memo } } } }',
    );
    expect(errors).toEqual([]);
    const nothing = { account: null, contract: null };
    expect(data.logs.nodes).toEqual([
      { index: 0, address: null, contractId: null, ...nothing },
      { index: 1, address, contractId: '0.0.9', ...nothing },
    ]);
    const { body } = await get(server, '/api/v1/contracts/results/logs?order=asc');
    expect(body.logs).toMatchObject([
      { index: 0, address: null, contract_id: null },
      { index: 1, address, contract_id: '0.0.9' },
    ]);
  });

  it('logs and changes have none in a single result, which is told whole', async () => {
    const { data, errors } = await ask(
      server,
      `{ contractResults { nodes {
        logs(order: ASC) { nodes { index address } } stateChanges { address contractId valueRead } } } }`,
    );
    expect(errors).toEqual([]);
    const [result] = data.contractResults.nodes;
    expect(result.logs.nodes).toEqual([
      { index: 0, address: null },
      { index: 1, address },
    ]);
    const valueRead = `0x${'101'.padStart(64, '0')}`;
    expect(result.stateChanges).toEqual([
      { address: null, contractId: null, valueRead },
      { address, contractId: '0.0.9', valueRead },
    ]);
    const { status, body } = await get(server, `/api/v1/contracts/9/results/${time}`);
    // There is no block.
    expect(status).toBe(206);
    for (const parts of [body.logs, body.state_changes]) {
      expect(parts).toMatchObject([{ address: null }, { address }]);
    }
  });
});
