// Actions of a call: the call itself, and the calls that contracts have made in turn.

import { ranges } from '../operators.js';
import type { List } from '../resource.js';
import * as t from '../shape.js';
import { naturalNumber } from '../values.js';
import { area } from './contract-key.js';
import { callKey } from './contract-result.js';
import { bytes } from './contract-results.js';

const actionRow = t.object(
  'A call that was made in the course of another one.',
  {
    call_depth: t.int32('How deep it lies in other calls.'),
    call_operation_type: t.choice('Operation of the EVM that has made the call.', {
      UNKNOWN: 'Not known to the ledger, or another word of it that is newer than this schema.',
      CALL: 'A call.',
      CALLCODE: 'A call of code that works on the state of the caller.',
      DELEGATECALL:
        'A call of code that works on the state of the caller, with its sender and value too.',
      STATICCALL: 'A call that may change nothing.',
      CREATE: 'The creation of a contract.',
      CREATE2: 'The creation of a contract at an address that is known before.',
    }),
    call_type: t.optional(
      t.choice('What was called.', {
        NO_ACTION: 'Nothing.',
        CALL: 'A contract or an account.',
        CREATE: 'The code by which a contract creates itself.',
        PRECOMPILE: 'A contract that is a part of the EVM.',
        SYSTEM: 'A contract that is a part of the network.',
      }),
    ),
    caller: t.nullable(t.entityId('Who has called.')),
    caller_type: t.nullable(t.text('Type of who has called, such as ACCOUNT or CONTRACT.')),
    from: t.nullable(bytes('EVM address of who has made it.')),
    gas: t.int64('Gas that it was given.'),
    gas_used: t.int64('Gas that it took.'),
    index: t.int32('Place among the actions of the transaction.'),
    input: t.nullable(bytes('Selector and arguments that it was made with.')),
    recipient: t.nullable(t.entityId('What was called; null for an address that is no entity.')),
    recipient_type: t.nullable(
      t.choice('Type of what was called.', {
        ACCOUNT: 'An account.',
        CONTRACT: 'A contract.',
      }),
    ),
    result_data: t.nullable(bytes('What it gave back.')),
    result_data_type: t.optional(
      t.choice('What the result data is.', {
        OUTPUT: 'Output of a call that succeeded.',
        REVERT_REASON: 'Why it was reverted.',
        ERROR: 'An error of the EVM.',
      }),
    ),
    timestamp: t.timestamp('Consensus timestamp at which it was made.'),
    to: t.nullable(bytes('EVM address of what was called.')),
    value: t.int64('Tinybars that went along with it.'),
  },
  'ContractAction',
);

export type ContractActionRow = t.Static<typeof actionRow>;

export const contractActions: List<ContractActionRow> = {
  is: 'list',
  name: 'contractActions',
  description: 'Actions of the call that a transaction made.',
  path: '/api/v1/contracts/results/{transactionIdOrHash}/actions',
  documents: {
    area,
    operation: 'getContractActions',
    body: 'ContractActionsResponse',
    example: `0x${'5001'.repeat(16)}`,
  },
  row: actionRow,
  items: 'actions',
  keys: [callKey],
  keyMustExist: 'always',
  order: 'asc',
  sort: [{ parameter: 'index', kind: naturalNumber(), of: (row) => row.index }],
  flow: 2,
  maxAge: 600,
  parameters: {
    index: {
      kind: naturalNumber(),
      operators: ranges,
      repeat: 'all',
      description: 'Place of the action.',
    },
  },
};
