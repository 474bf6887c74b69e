// Actions of a call: what was called in the course of it.
import { joinKey } from '../../contract/path-key.js';
import { contractActions } from '../../contract/resources/contract-actions.js';
import { naturalNumber, timestamp } from '../../contract/values.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { toAccount } from '../build/links.js';
import { meaningOf, members } from '../build/members.js';
import { ContractAction } from '../build/refs.js';
import { hbarsOf } from '../build/units.js';
import { words } from '../build/words.js';
import { rowAt } from '../reading/first-row.js';
import { hashOfCall, listedAt, listedParts } from './contract-result-loading.js';

const shapes = contractActions.row.properties;
const callType = words('ContractCallType', shapes.call_type);
const operationType = words('ContractOperationType', shapes.call_operation_type);
const recipientType = words('ContractRecipientType', shapes.recipient_type);
const resultType = words('ContractResultDataType', shapes.result_data_type);

entity(ContractAction, {
  description: meaningOf(contractActions.row),
  id: (row) => joinKey(row.timestamp, String(row.index)),
  kinds: [timestamp, naturalNumber()],
  async load(id, context) {
    const [time = '', value = ''] = id.split('/');
    const result = await listedAt(time, context);
    const key = result && hashOfCall(result);
    if (key === null) return null;
    const row = await rowAt(context, contractActions, [value], key);
    return row?.timestamp === time ? row : null;
  },
  parts: listedParts,
  byId: { calls: 2, apart: true },
  fields: (t) =>
    members(t, contractActions.row, {
      callDepth: 'call_depth',
      callOperationType: { member: 'call_operation_type', ...operationType },
      callType: { member: 'call_type', ...callType },
      callerId: 'caller',
      caller: { member: 'caller', ...toAccount },
      callerType: 'caller_type',
      from: 'from',
      gas: 'gas',
      gasUsed: 'gas_used',
      index: 'index',
      input: 'input',
      recipientId: 'recipient',
      recipient: { member: 'recipient', ...toAccount },
      recipientType: { member: 'recipient_type', ...recipientType },
      resultData: 'result_data',
      resultDataType: { member: 'result_data_type', ...resultType },
      timestamp: 'timestamp',
      to: 'to',
      value: 'value',
      valueHbars: { member: 'value', ...hbarsOf('value') },
    }),
});

connectionOf(ContractAction, {
  one: 'an action',
  many: 'actions',
});
