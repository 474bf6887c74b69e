// A result of a contract call: what it is, what it leads to, and its parts as text of an interface.

import { sound } from '../../contract/check.js';
import { entityIdOf } from '../../contract/entity.js';
import { equals } from '../../contract/operators.js';
import { type BlockRow, block } from '../../contract/resources/blocks.js';
import { contractActions } from '../../contract/resources/contract-actions.js';
import { contractResult } from '../../contract/resources/contract-result.js';
import { contractResults } from '../../contract/resources/contract-results.js';
import { timestamp } from '../../contract/values.js';
import { decodeError, decodeInput, decodeOutput } from '../build/abi.js';
import { Order } from '../build/builder.js';
import { connectionOf } from '../build/connection-type.js';
import { toContract, toItsAccount } from '../build/contract-link.js';
import { entity } from '../build/entity.js';
import { accountLink, accountWith, toEach, toTransaction } from '../build/links.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { Account, Block, ContractAction, ContractLog, ContractResult } from '../build/refs.js';
import { hbarsOf } from '../build/units.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { shownOf } from '../reading/shown.js';
import { blockOfCall, ContractLogConnection, connectLogs } from './contract-log.js';
import {
  hashOfCall,
  listedAt,
  listedCost,
  listedParts,
  listedResult,
  wholeCost,
  wholeOrListed,
  wholeResult,
} from './contract-result-loading.js';
import { authorizations, gasPriceOf, StateChange } from './contract-result-parts.js';
import { abiOf, Decoded, revertReason } from './decoded.js';

const functionAbi = {
  required: true,
  description: abiOf('The function', 'function transfer(address to, uint256 value) returns (bool)'),
} as const;

entity(ContractResult, {
  description: meaningOf(contractResults.row),
  key: 'timestamp',
  kinds: [timestamp],
  id: (row) => row.timestamp,
  load: listedAt,
  parts: listedParts,
  byId: { apart: true },
  fields: (t) => ({
    ...members(t, contractResults.row, {
      timestamp: 'timestamp',
      transaction: {
        member: 'timestamp',
        ...toTransaction('The transaction that has made the call'),
      },
      address: 'address',
      bloom: 'bloom',
      callResult: 'call_result',
      contractId: 'contract_id',
      contract: { member: 'contract_id', ...toContract, cost: { sameBelow: ['Contract.results'] } },
      account: {
        member: 'contract_id',
        ...toItsAccount,
        cost: { sameBelow: ['Contract.results'] },
      },
      createdContractIds: { member: 'created_contract_ids', type: ['EntityId'] },
      createdContracts: { member: 'created_contract_ids', ...toEach(toContract) },
      from: 'from',
      gasConsumed: 'gas_consumed',
      gasUsed: 'gas_used',
      hash: 'hash',
    }),
    ...members(
      t,
      contractResults.row,
      {
        tinybars: { member: 'amount', description: 'Tinybars that came along with the call.' },
        hbars: { member: 'amount', ...hbarsOf('tinybars') },
        errorMessage: 'error_message',
        result: 'result',
        status: { member: 'status', type: 'Hex' },
        to: 'to',
        blockGasUsed: 'block_gas_used',
        blockHash: 'block_hash',
        blockNumber: 'block_number',
        chainId: 'chain_id',
        nonce: 'nonce',
        r: 'r',
        s: 's',
        transactionIndex: 'transaction_index',
        type: 'type',
        v: 'v',
        ...gasPriceOf('gas_price', 'gasPrice', 'Price of a unit of gas'),
        ...gasPriceOf('max_fee_per_gas', 'maxFeePerGas', 'Greatest price of a unit of gas'),
        ...gasPriceOf(
          'max_priority_fee_per_gas',
          'maxPriorityFeePerGas',
          'Greatest tip for a unit of gas',
        ),
        ...authorizations,
      },
      { read: listedResult, cost: listedCost },
    ),
    ...members(
      t,
      contractResults.row,
      {
        failedInitcode: 'failed_initcode',
        functionParameters: 'function_parameters',
        gasLimit: 'gas_limit',
      },
      { read: wholeOrListed, cost: wholeCost },
    ),
    ...members(
      t,
      contractResult.row,
      { stateChanges: { member: 'state_changes', type: [StateChange] } },
      { read: wholeResult, cost: wholeCost },
    ),
    fromAccount: t.field({
      type: Account,
      description: 'The account that has called, as it is now.',
      // It is named by its address, of which one can be asked at once, but for those that are ids.
      extensions: { looksAt: ['from'], cost: { loads: 'each', apart: true } satisfies FieldCost },
      resolve({ from }, _args, context, info) {
        const address = sound(from);
        if (address === null) return null;
        const id = entityIdOf(address);
        return id === null ? accountWith(address, context, info) : accountLink(id, context, info);
      },
    }),
    block: t.field({
      type: Block,
      description: 'The block; null where there is none.',
      extensions: {
        cost: {
          ...listedCost,
          loads: 'each',
          freeById: true,
          sameBelow: ['Block.contractResults'],
        } satisfies FieldCost,
        shows: blockOfCall,
        looksAt: ['block_number'],
      },
      async resolve(row, _args, context, info) {
        const listed = await listedResult(row, context, info);
        const number = sound(listed?.block_number);
        if (!listed || number === null) return null;
        const shown = shownOf<BlockRow>(blockOfCall, listed, info);
        return shown ?? context.loaders.of(block).load(String(number));
      },
    }),
    logs: t.connection(
      {
        type: ContractLog,
        description: 'What the call has logged, in its order.',
        args: { order: t.arg({ type: Order, description: 'Order by place; default ASC.' }) },
        extensions: { needs: 'id' },
        resolve({ timestamp: value }, args, context, info) {
          const own = [equals('timestamp', value)];
          return connectLogs(context, info, { ...args, order: args.order ?? 'asc' }, { own });
        },
      },
      ContractLogConnection,
    ),
    actions: listField(t, {
      list: contractActions,
      type: ContractAction,
      description:
        'What was called in the course of the call. They are found by its hash: where another call has the same, they are those of the one that succeeded; null where the ledger does not know it.',
      by: 'place',
      below(result) {
        const key = hashOfCall(result);
        return key === null ? null : { key };
      },
    }),
    input: t.field({
      type: Decoded,
      description: 'The call by the function that it is of; null where it is of another one.',
      args: { abi: t.arg.string(functionAbi) },
      extensions: { cost: wholeCost, looksAt: ['function_parameters'] },
      async resolve(row, given, context, info) {
        const whole = await wholeResult(row, context, info);
        const input = sound(whole?.function_parameters);
        return decodeInput(given.abi, input, context.operation);
      },
    }),
    output: t.field({
      type: Decoded,
      description: 'What the function has returned; null where that can not be.',
      args: { abi: t.arg.string(functionAbi) },
      extensions: { cost: listedCost, looksAt: ['status', 'call_result'] },
      async resolve(row, given, context, info) {
        const listed = await listedResult(row, context, info);
        const output = sound(listed?.status) === '0x1' ? sound(row.call_result) : null;
        return decodeOutput(given.abi, output, context.operation);
      },
    }),
    revertReason: t.field({
      ...revertReason,
      extensions: { cost: listedCost, looksAt: ['status', 'call_result', 'error_message'] },
      async resolve(row, given, context, info) {
        const listed = await listedResult(row, context, info);
        const message = sound(listed?.error_message);
        const isData = message !== null && /^0x[0-9a-f]{8}/i.test(message);
        const output = sound(listed?.status) === '0x0' ? sound(row.call_result) : null;
        return decodeError(given.abi ?? null, isData ? message : output, context.operation);
      },
    }),
  }),
});

connectionOf(ContractResult, { one: 'a result', many: 'results of calls' });
