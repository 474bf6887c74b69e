// Contracts: the list, one as it is or was with its bytecode, and what its storage holds.

import { ranges } from '../operators.js';
import { hasReference } from '../references.js';
import { type List, type Lookup, operators } from '../resource.js';
import * as t from '../shape.js';
import { evmWord, strippedWord, timestamp } from '../values.js';
import { area, contractFilter, contractKey } from './contract-key.js';

const addressPattern = '^0x[0-9a-f]{40}$';
const wordPattern = '^0x[0-9a-f]{64}$';
const code = '^0x([0-9a-f]{2})*$';

const members = {
  admin_key: t.key('Key that may change the contract; null where it can not be changed.'),
  auto_renew_account: t.nullable(t.entityId('Account that pays when the contract is renewed.')),
  auto_renew_period: t.nullable(t.int64('Seconds by which the contract is renewed.')),
  contract_id: t.entityId('The contract.'),
  created_timestamp: t.timestampOrNull('When the contract was created.'),
  deleted: t.nullable(
    t.boolean('Whether the contract is deleted; null where the ledger does not know.'),
  ),
  evm_address: t.nullable(
    t.hex('EVM address: one of its own, or the one that its id stands for.', addressPattern),
  ),
  expiration_timestamp: t.timestampOrNull('When the contract expires, unless it is renewed.'),
  file_id: t.nullable(t.entityId('File that held the bytecode when the contract was created.')),
  max_automatic_token_associations: t.nullable(
    t.int32('How many tokens transfers alone may associate with it; -1 means any number.'),
  ),
  memo: t.nullable(t.text('Memo of the contract.')),
  nonce: t.nullable(t.int64('Nonce of the contract: how many contracts it has created, and one.')),
  obtainer_id: t.nullable(
    t.entityId('Account that got what the contract had when it was deleted.'),
  ),
  permanent_removal: t.nullable(t.boolean('Whether the network itself has removed the contract.')),
  proxy_account_id: t.nullable(t.entityId('Account that the contract has named as its proxy.')),
  timestamp: t.timestampRange(
    'Since when the contract is as it is told, and until when it was so (that instant not included).',
  ),
};

const contractRow = t.object('A smart contract of the ledger.', members, 'Contract');

export type ContractRow = t.Static<typeof contractRow>;

const contractWhole = t.object(
  'A smart contract with its bytecode.',
  {
    ...members,
    bytecode: t.nullable(
      t.text(
        'Bytecode that the contract was created with, in hex; `0x` where none is known.',
        '^0x',
      ),
    ),
    runtime_bytecode: t.nullable(
      t.hex('Bytecode that runs, in hex; `0x` where none is known.', code),
    ),
  },
  'ContractResponse',
);

export type ContractWhole = t.Static<typeof contractWhole>;

export const contracts: List<ContractRow> = {
  is: 'list',
  name: 'contracts',
  description: 'Smart contracts, those that are deleted too.',
  path: '/api/v1/contracts',
  documents: { area, operation: 'getContracts', body: 'ContractsResponse' },
  row: contractRow,
  items: 'contracts',
  order: 'desc',
  sort: [{ parameter: 'contract.id', kind: contractFilter, of: (row) => row.contract_id }],
  batch: 'contract.id',
  flow: 2,
  maxAge: 10,
  parameters: {
    'contract.id': {
      kind: contractFilter,
      typed: /^((\d{1,5}\.){0,2}(-?\d{1,19}|[A-Fa-f0-9]{40}))$/,
      operators,
      // EVM addresses have no order.
      refuses: (operator, value) => operator !== 'eq' && value.startsWith('0x'),
      repeat: 'any',
      impossible: 'Invalid parameter: contractid',
      description: 'Contract id, or for equality an EVM address without 0x.',
    },
  },
};

export const contract: Lookup<ContractWhole> = {
  is: 'lookup',
  name: 'contract',
  description: 'One contract with its bytecode, as it is or as it was.',
  path: '/api/v1/contracts/{id}',
  documents: { area, operation: 'getContract', example: '0.0.5002' },
  row: contractWhole,
  keys: [{ ...contractKey, tellsIds: true }],
  keyFirst: true,
  goesBy: (key, { contract_id, evm_address }) =>
    hasReference(key, { account: contract_id, alias: null, evm_address }),
  flow: 2,
  maxAge: () => 1,
  parameters: {
    timestamp: {
      kind: timestamp,
      operators,
      repeat: 'all',
      description: 'Consensus timestamp: the newest version of the contract that was valid then.',
    },
  },
};

const stateRow = t.object(
  "A slot of a contract's storage.",
  {
    address: t.nullable(t.hex('EVM address of the contract.', addressPattern)),
    contract_id: t.entityId('Contract whose storage it is.'),
    slot: t.hex('Number of the slot: 32 bytes in hex.', wordPattern),
    timestamp: t.timestamp('When the value was written, or read first.'),
    value: t.nullable(t.hex('What the slot holds: 32 bytes in hex.', wordPattern)),
  },
  'ContractState',
);

export type ContractStateRow = t.Static<typeof stateRow>;

const slotOf = (row: ContractStateRow) => row.slot;

export const contractState: List<ContractStateRow> = {
  is: 'list',
  name: 'contractState',
  description: "Slots of a contract's storage, as they are or as they were.",
  path: '/api/v1/contracts/{id}/state',
  documents: {
    area,
    operation: 'getContractState',
    body: 'ContractStateResponse',
    example: '0.0.5002',
  },
  row: stateRow,
  instant: 'timestamp',
  items: 'state',
  keys: [contractKey],
  keyFirst: true,
  order: 'asc',
  sort: [{ parameter: 'slot', kind: evmWord, of: slotOf }],
  instantSort: [{ parameter: 'slot', kind: strippedWord, of: slotOf }],
  flow: 2,
  maxAge: 1,
  parameters: {
    slot: {
      kind: evmWord,
      operators: ranges,
      repeat: 'any',
      description: 'Number of a slot in hex.',
    },
    timestamp: {
      kind: timestamp,
      operators: ranges,
      repeat: 'all',
      refusal: 'Not equals (ne) operator is not supported for timestamp',
      description: 'Consensus timestamp: of each slot the newest value at or before it.',
    },
  },
};
