// What an Ethereum transaction has put into a file is read for who looks at it, and for nobody else.
import { expect, it } from 'vitest';
import { joinKey } from '../../src/contract/path-key.js';
import { contractResultAt } from '../../src/contract/resources/contract-result.js';
import type { Parts } from '../../src/ledger.js';
import { engines, freeOperation, openCase } from '../support/ledgers.js';

const time = '1700000000000000009';
const call = { consensus_timestamp: time, payer_account_id: 102 };

it.each(engines)('the call data of a file is read where it is looked at, on %s', async (engine) => {
  const ledger = await openCase(engine, {
    transactions: [{ consensus_timestamp: time, payerAccountId: 102, type: 50 }],
    contractresults: [{ ...call, contract_id: 5001, function_parameters: '0x' }],
    ethereumtransactions: [{ ...call, call_data: '0x', call_data_id: 1500 }],
    filedata: [{ consensus_timestamp: '9', entity_id: 1500, file_data: 'abcd' }],
  });
  const key = joinKey('0.0.5001', '1700000000.000000009');
  const read = (parts: Parts) =>
    ledger.one(contractResultAt, key, { filters: [], parts }, freeOperation());
  const whole = await read({});
  expect(whole?.function_parameters).toBe('0x61626364');
  const without = await read({ without: ['function_parameters'] });
  expect(without).toEqual({ ...whole, function_parameters: undefined });
  await ledger.close();
});
