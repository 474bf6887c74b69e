// Ways to results of calls: `contractResult`, `contractResults`, `Contract.results`, `Transaction.contractResult`.

import { sound } from '../../contract/check.js';
import { firstKey } from '../../contract/path-key.js';
import { callKey, contractResult } from '../../contract/resources/contract-result.js';
import { contractResults, resultsOfContract } from '../../contract/resources/contract-results.js';
import { payerOf, readTransactionReference } from '../../contract/transaction-reference.js';
import { transactionTypeNames } from '../../contract/transaction-types.js';
import { readOrNull, timestamp } from '../../contract/values.js';
import { badInput } from '../../errors.js';
import { builder, Order } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { listField } from '../build/list-field.js';
import { givenKey, givenPart } from '../build/nodes.js';
import {
  asOf,
  Contract,
  ContractLog,
  ContractResult,
  Transaction,
  type TransactionSource,
} from '../build/refs.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { ContractLogConnection, ContractLogsFilter, connectLogs, walking } from './contract-log.js';
import { byItsCall, listedParts, resultAt, resultBy, resultOf } from './contract-result-loading.js';

const results = conditions('ContractResultsFilter', 'results of calls', contractResults, {
  blockHash: { by: 'block.hash', type: 'Hex' },
  blockNumber: { by: 'block.number', type: 'Int64' },
  from: 'from',
  internal: { by: 'internal', type: 'Boolean' },
  timestamp: 'timestamp',
  transactionIndex: { by: 'transaction.index', type: 'Int64' },
});

builder.queryField('contractResults', (t) =>
  listField(t, {
    list: contractResults,
    type: ContractResult,
    description: 'Results of calls of contracts, newest first by default.',
    by: 'time',
    filter: results,
    parts: listedParts,
  }),
);

builder.objectFields(Contract, (t) => ({
  results: listField(t, {
    list: resultsOfContract,
    type: ContractResult,
    description: 'Results of calls of the contract, newest first by default.',
    by: 'time',
    filter: results,
    below: ({ contract_id: key }) => ({ key: sound(key) }),
  }),
  logs: t.connection(
    {
      type: ContractLog,
      description: `Logs of the contract by time, newest first by default. ${walking}`,
      args: {
        filter: t.arg({ type: ContractLogsFilter, description: 'Which logs.' }),
        order: t.arg({ type: Order, description: 'Order by time and place; default DESC.' }),
      },
      extensions: { needs: 'id' },
      resolve: ({ contract_id: key, [asOf]: then }, args, context, info) =>
        connectLogs(context, info, args, { key: sound(key), until: then }),
    },
    ContractLogConnection,
  ),
}));

builder.queryField('contractResult', (t) =>
  t.field({
    type: ContractResult,
    description:
      'One result of a call, by the hash or the id of its transaction, by its time, or by its global id; null when there is none.',
    args: {
      hash: t.arg({ type: 'Hex', description: 'Hash of the transaction, of 32 bytes.' }),
      transactionId: t.arg.string({
        description:
          'Id of the transaction, such as 0.0.1234-1234567890-000000001 or 0.0.1234@1234567890.000000001.',
      }),
      timestamp: t.arg({ type: 'Timestamp', description: 'Consensus timestamp of the call.' }),
      id: t.arg.id({ description: 'Global id.' }),
    },
    // By its time it is found by way of its transaction, which is a row, too.
    extensions: { cost: { loads: 'each', calls: 2, rows: 2 } satisfies FieldCost },
    resolve(_root, { hash, transactionId, timestamp: time, id }, context, info) {
      const given = { hash, transactionId, timestamp: time, id };
      const [only, ...others] = Object.entries(given).filter(([, value]) => value != null);
      if (!only || others.length > 0) {
        const shown = [only, ...others].map((one) => one?.[0] ?? 'nothing').join(', ');
        throw badInput('hash', shown, 'take one of hash, transactionId, timestamp and id');
      }
      const [argument, value] = only as [string, string];
      if (argument === 'id') {
        const own = givenKey('ContractResult', 'id', value);
        return resultAt(givenPart('id', own, timestamp), context, info);
      }
      if (argument === 'timestamp') return resultAt(value, context, info);
      // As software kits write it, too.
      const named = argument === 'hash' ? value : (readTransactionReference(value) ?? value);
      const key = readOrNull(firstKey(contractResult).kind, named);
      if (key === null) throw badInput(argument, value, `must be ${callKey.kind.rule}`);
      return resultBy(key, context, info, argument);
    },
  }),
);

const knownNames = new Set(transactionTypeNames);

/** Whether it can have called a contract: what the contract does, or what was caused, or is of a newer type. */
const mayCall = ({ name, nonce }: TransactionSource): boolean =>
  sound(nonce) !== 0 || /^(CONTRACT|ETHEREUM|HOOK)/.test(sound(name)) || !knownNames.has(name);

builder.objectField(Transaction, 'contractResult', (t) =>
  t.field({
    type: ContractResult,
    description: 'What came of the call of a contract that it made; null where it made none.',
    extensions: {
      looksAt: ['name', 'nonce', 'transaction_id', 'consensus_timestamp'],
      cost: { loads: 'each', freeBelow: [byItsCall] } satisfies FieldCost,
    },
    resolve(row, _args, context, info) {
      if (!mayCall(row)) return null;
      const payer = payerOf(sound(row.transaction_id));
      return resultOf(payer, sound(row.consensus_timestamp), context, info);
    },
  }),
);
