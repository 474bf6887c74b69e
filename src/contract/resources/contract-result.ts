// One result of a contract call, with its logs and what it has changed: by time, by transaction, by hash.

import { keyParts } from '../path-key.js';
import type { KeyRule, Lookup } from '../resource.js';
import * as t from '../shape.js';
import {
  notTransactionId,
  readEthereumHash,
  transactionIdOrHash,
} from '../transaction-reference.js';
import { type Kind, naturalNumber, timestamp } from '../values.js';
import { area, contractKey } from './contract-key.js';
import { logMembers } from './contract-logs.js';
import { bytes, hbar, plainHbar, pricedMembers, resultMembers } from './contract-results.js';

const timeKey: KeyRule = {
  parameter: 'timestamp',
  kind: timestamp,
  description: 'Consensus timestamp of the call.',
};

const resultLog = t.object('What a call has logged.', logMembers, 'ContractResultLog');

const stateChange = t.object(
  'What a call has read in a slot of a contract, and written to it.',
  {
    address: t.nullable(
      bytes('EVM address of the contract whose slot it is; null where that is not known.'),
    ),
    contract_id: t.nullable(t.entityId('The contract.')),
    slot: bytes('The slot: 32 bytes.'),
    value_read: bytes('What was in it before, as 32 bytes.'),
    value_written: t.nullable(
      bytes('What is in it since, as 32 bytes; null where nothing was written.'),
    ),
  },
  'ContractResultStateChange',
);

export type StateChange = t.Static<typeof stateChange>;

const contractResultDetails = t.object(
  'What came of a call of a contract, with all that it has logged and changed.',
  {
    ...resultMembers,
    logs: t.list(resultLog, 'What it has logged.'),
    state_changes: t.list(stateChange, 'What it has read and written.'),
  },
  'ContractResultDetails',
);

export type ContractResultDetails = t.Static<typeof contractResultDetails>;

const ofDetails = {
  delegation: true,
  members: ['logs', 'state_changes', 'function_parameters', ...pricedMembers],
} as const;

export const contractResultAt: Lookup<ContractResultDetails> = {
  is: 'lookup',
  name: 'contractResultAt',
  description: 'Result of a call that a contract or an account took part in.',
  path: '/api/v1/contracts/{id}/results/{timestamp}',
  documents: {
    area,
    operation: 'getContractResultByIdAndTimestamp',
    example: '0.0.5001/1795171040.287190063',
  },
  row: contractResultDetails,
  parts: ofDetails,
  keys: [contractKey, timeKey],
  keysTogether: true,
  keyFirst: true,
  flow: 1,
  goesBy: (key, { timestamp: at }) => at === keyParts(contractResultAt, key)[1],
  maxAge: () => 600,
  canBePartial: 'The item, as far as it is known.',
  parameters: { hbar },
  first: [plainHbar],
};

/** Id of a transaction, or the 32 bytes by which Ethereum names one. */
const idOrEthereumHash: Kind = {
  name: 'transaction id or Ethereum hash',
  rule: 'a transaction id such as 0.0.1234-1234567890-000000001, or a hash of 64 hex digits, 0x optional',
  pattern: String.raw`(\d+\.\d+\.\d+-\d{1,19}-\d{1,9}|(0x)?[0-9A-Fa-f]{64})`,
  read(text) {
    const hash = readEthereumHash(text);
    if (hash) return hash;
    const id = transactionIdOrHash.read(text);
    return id?.startsWith('0x') ? null : id;
  },
};

/** Of a call by its transaction. */
export const callKey: KeyRule = {
  parameter: 'transactionIdOrHash',
  kind: idOrEthereumHash,
  refusal: notTransactionId,
  tellsIds: true,
  description: 'Id of the transaction, or its hash of 32 bytes in hex.',
};

export const contractResult: Lookup<ContractResultDetails> = {
  is: 'lookup',
  name: 'contractResult',
  description: 'Result of the call that a transaction made.',
  path: '/api/v1/contracts/results/{transactionIdOrHash}',
  documents: {
    area,
    operation: 'getContractResultByTransactionIdOrHash',
    example: `0x${'5001'.repeat(16)}`,
  },
  row: contractResultDetails,
  parts: ofDetails,
  keys: [callKey],
  keyedApart: true,
  flow: 1,
  // It is not known yet whether the hash is text at all.
  goesBy: (key, { hash }) => !key.startsWith('0x') || String(hash).toLowerCase().startsWith(key),
  maxAge: () => 600,
  canBePartial: 'The item, as far as it is known.',
  spelled: [plainHbar],
  parameters: {
    hbar,
    nonce: {
      kind: naturalNumber(0n, (1n << 31n) - 1n),
      operators: ['eq'],
      repeat: 'last',
      description: '0, or the place among the transactions that one has caused; a hash needs none.',
      default: '0',
    },
  },
};
