// Logs of contracts: those of one, and of all; searched by their topics.

import { topicSearch } from '../log-rules.js';
import { type List, operators, type Parameter } from '../resource.js';
import { twoKeyRules } from '../rules.js';
import * as t from '../shape.js';
import { type Kind, naturalNumber, strippedWord, timestamp } from '../values.js';
import { area, contractKey } from './contract-key.js';
import { bytes, inBlock } from './contract-results.js';

/** What every log has, wherever it stands. */
export const logMembers = {
  address: t.nullable(
    bytes('EVM address of the contract that has written it; null where that is not known.'),
  ),
  bloom: t.nullable(bytes('Bloom filter over the log, 256 bytes.')),
  contract_id: t.nullable(
    t.entityId('The contract that has written it; null where that is not known.'),
  ),
  data: t.nullable(bytes('What was logged, beside the topics.')),
  index: t.int32('Place among the logs of its call.'),
  topics: t.list(
    bytes('A topic: 32 bytes.'),
    'What logs are searched by: most often the hash of the event, then its indexed arguments.',
  ),
};

const contractLogRow = t.object(
  'What a contract has written into the log.',
  {
    ...logMembers,
    ...inBlock,
    root_contract_id: t.nullable(t.entityId('The contract that was called first.')),
    timestamp: t.timestamp('Consensus timestamp at which it was written.'),
    transaction_hash: bytes('Hash of the transaction that it was written in.'),
    transaction_index: t.nullable(t.int32('Place of its transaction in the block.')),
  },
  'ContractLog',
);

export type ContractLogRow = t.Static<typeof contractLogRow>;

const topic = (place: string): Parameter => ({
  kind: strippedWord,
  operators: ['eq'],
  repeat: 'any',
  description: `${place} topic; repeated values mean any of them.`,
});

const parameters: Readonly<Record<string, Parameter>> = {
  index: {
    kind: naturalNumber(),
    operators,
    repeat: 'all',
    description: 'Place among the logs of its call; goes with the end of the range of times.',
  },
  timestamp: {
    kind: timestamp,
    operators,
    repeat: 'all',
    description: 'Consensus timestamp of the call.',
  },
  topic0: topic('First'),
  topic1: topic('Second'),
  topic2: topic('Third'),
  topic3: topic('Fourth'),
};

/** Hash of a transaction in hex: 32 bytes, or all 48. */
const transactionHash: Kind = {
  name: 'transaction hash',
  rule: 'a transaction hash of 64 or 96 hex digits, 0x optional',
  pattern: '(0x)?([0-9A-Fa-f]{64}|[0-9A-Fa-f]{96})',
  read(text) {
    const digits = /^(?:0x)?([0-9A-Fa-f]{64}|[0-9A-Fa-f]{96})$/.exec(text)?.[1];
    return digits === undefined ? null : `0x${digits.toLowerCase()}`;
  },
};

const shared = {
  is: 'list',
  row: contractLogRow,
  items: 'logs',
  order: 'desc',
  sort: [
    { parameter: 'timestamp', kind: timestamp, of: (row: ContractLogRow) => row.timestamp },
    { parameter: 'index', kind: naturalNumber(), of: (row: ContractLogRow) => row.index },
  ],
  together: true,
  pairIsEqual: true,
  flow: 2,
  search: topicSearch,
} as const;

export const logsOfContract: List<ContractLogRow> = {
  ...shared,
  name: 'logsOfContract',
  description: 'Logs of a contract.',
  path: '/api/v1/contracts/{id}/results/logs',
  documents: {
    area,
    operation: 'getContractLogsByContractId',
    body: 'ContractLogsResponse',
    example: '0.0.5001',
  },
  keys: [contractKey],
  keyFirst: true,
  maxAge: 1,
  parameters,
  rules: twoKeyRules('timestamp', 'index', { pairIsEqual: true }),
};

export const logs: List<ContractLogRow> = {
  ...shared,
  name: 'logs',
  description: 'Logs of all contracts.',
  path: '/api/v1/contracts/results/logs',
  documents: { area, operation: 'getContractsLogs', body: 'ContractLogsResponse' },
  maxAge: 10,
  parameters: {
    ...parameters,
    'transaction.hash': {
      kind: transactionHash,
      operators: ['eq'],
      repeat: 'all',
      description: 'Hash of the transaction, of 32 bytes or of all 48.',
    },
  },
  rules: twoKeyRules('timestamp', 'index', { pairIsEqual: true, once: 'transaction.hash' }),
};
