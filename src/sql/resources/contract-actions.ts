// Actions of calls out of `contract_action`.
import sql from 'sql-template-tag';
import { decodeEntityId, longZeroAddress } from '../../contract/entity.js';
import {
  type ContractActionRow,
  contractActions as contractActionList,
} from '../../contract/resources/contract-actions.js';
import { printTimestamp } from '../../contract/values.js';
import type { Row } from '../engines/database.js';
import { calledBy, callKeyColumns, callKeyForms } from '../query/called-by.js';
import { plainHex } from '../query/evm.js';
import type { ListQuery } from '../query/query.js';
import { seek } from '../query/seek.js';

// Numbers of the protobuf enums (contract C.3).
const callTypes = ['NO_ACTION', 'CALL', 'CREATE', 'PRECOMPILE', 'SYSTEM'] as const;
const operationTypes = [
  'UNKNOWN',
  'CALL',
  'CALLCODE',
  'DELEGATECALL',
  'STATICCALL',
  'CREATE',
  'CREATE2',
] as const;
const resultTypes = { 11: 'OUTPUT', 12: 'REVERT_REASON', 13: 'ERROR' } as const;

const addressDigits = 40;

function item(row: Row): ContractActionRow {
  const { call_type, call_operation_type, caller, recipient_account, recipient_contract } = row;
  const callType = callTypes[call_type];
  const resultType = resultTypes[row['result_data_type'] as keyof typeof resultTypes];
  const recipient = recipient_account ?? recipient_contract;
  const address: string | null = row['recipient_address'];
  return {
    call_depth: row['call_depth'],
    call_operation_type: operationTypes[call_operation_type ?? 0] ?? 'UNKNOWN',
    ...(callType && { call_type: callType }),
    caller: decodeEntityId(caller),
    caller_type: row['caller_type'],
    from: caller === null ? null : longZeroAddress(caller),
    gas: row['gas'],
    gas_used: row['gas_used'],
    index: row['index'],
    input: plainHex(row['input']),
    recipient: decodeEntityId(recipient),
    recipient_type:
      recipient_account !== null ? 'ACCOUNT' : recipient_contract !== null ? 'CONTRACT' : null,
    result_data: plainHex(row['result_data']),
    ...(resultType && { result_data_type: resultType }),
    timestamp: printTimestamp(row['consensus_timestamp']) as string,
    to:
      address !== null
        ? `0x${address.padStart(addressDigits, '0')}`
        : recipient === null
          ? null
          : longZeroAddress(recipient),
    value: row['value'],
  };
}

export const contractActions: ListQuery<ContractActionRow> = {
  key: callKeyForms,
  columns: callKeyColumns,
  known: (keys) => calledBy(keys, 0n),
  sortColumns: [sql`index`],
  select: (request) => sql`select a.call_depth, a.call_type, a.call_operation_type, a.caller,
    a.caller_type, a.gas, a.gas_used, a.index, encode(a.input, 'hex') as input,
    a.recipient_account, a.recipient_contract, encode(a.recipient_address, 'hex') as recipient_address,
    encode(a.result_data, 'hex') as result_data, a.result_data_type, a.value, a.consensus_timestamp
    from contract_action as a ${seek(
      contractActionList,
      request,
      { index: sql`a.index` },
      {
        where: [
          sql`a.consensus_timestamp = known.consensus_timestamp`,
          sql`a.payer_account_id = known.payer_account_id`,
        ],
      },
    )}`,
  item,
};
