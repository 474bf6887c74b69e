// Results of contract calls: those of a contract, and of all contracts.

import type { ErrorMessage } from '../../errors.js';
import {
  type Check,
  type Filter,
  type List,
  operators,
  type Parameter,
  type Rule,
} from '../resource.js';
import * as t from '../shape.js';
import {
  blockNumber,
  entityIdOrEvm,
  flag,
  type Kind,
  naturalNumber,
  timestamp,
} from '../values.js';
import { area, contractKey } from './contract-key.js';

export const bytes = (description: string) => t.hex(description, '^0x[0-9a-f]*$');

const accessList = t.object(
  'Storage that an Ethereum transaction has named in advance.',
  {
    address: t.nullable(bytes('Address of the contract that is touched.')),
    storage_keys: t.list(bytes('A slot.'), 'Slots of the contract that it touches.'),
  },
  'AccessList',
);

const authorizationList = t.object(
  'An account that lets a contract act in its place (EIP-7702).',
  {
    address: t.nullable(bytes('Address of the contract that may act.')),
    chain_id: t.nullable(bytes('Chain for which it holds.')),
    nonce: t.nullable(t.int64('Nonce of the account.')),
    r: t.nullable(bytes('Part r of the signature.')),
    s: t.nullable(bytes('Part s of the signature.')),
    y_parity: t.nullable(bytes('Parity of the signature.')),
  },
  'AuthorizationList',
);

const weibars =
  'as a hex quantity: in tinybars, or with `hbar=false` in weibars; null where there is none.';

/** The block of a call, or of a log. */
export const inBlock = {
  block_hash: t.nullable(bytes('Hash of the block; `0x` where there is none.')),
  block_number: t.nullable(t.int64('Number of the block that it is in.')),
};

/** What every list says of a result. */
const short = {
  address: t.nullable(bytes('EVM address of the contract that was called.')),
  amount: t.nullable(t.integer('Tinybars that were sent along; with `hbar=false` weibars.')),
  bloom: t.nullable(bytes('Bloom filter over the logs, 256 bytes; `0x` where it is not known.')),
  call_result: t.nullable(bytes('What the call returned; what it reverted with, if it did.')),
  contract_id: t.nullable(t.entityId('The contract; null where none was made.')),
  created_contract_ids: t.nullable(
    t.list(t.entityId('A contract.'), 'Contracts that the call has created.'),
  ),
  error_message: t.nullable(t.text('Why the call failed; null where it did not.')),
  from: t.nullable(bytes('EVM address of the caller.')),
  function_parameters: t.nullable(bytes('Selector and arguments of the function that was called.')),
  gas_consumed: t.nullable(t.int64('Gas that the EVM took; null where it is not known.')),
  gas_limit: t.int64('Gas that the caller allowed at the most.'),
  gas_used: t.nullable(t.int64('Gas that was charged for; null where it is not known.')),
  hash: {
    ...bytes('Hash of the Ethereum transaction, or the first 32 bytes of any other one.'),
    examples: [`0x${'5001'.repeat(16)}`],
  },
  timestamp: t.timestamp('Consensus timestamp at which the call was made.'),
  to: t.nullable(bytes('EVM address of what was called; null where a contract was made.')),
};

/** What single results, and the list of all, say beside it. */
const detailed = {
  access_list: t.list(accessList, 'What the Ethereum transaction says in advance that it touches.'),
  authorization_list: t.optional(
    t.list(authorizationList, 'Authorizations of the Ethereum transaction, if it may have any.'),
  ),
  block_gas_used: t.nullable(t.int64('Gas that all calls of the block used.')),
  ...inBlock,
  chain_id: t.nullable(bytes('Chain of the Ethereum transaction, as a hex quantity.')),
  failed_initcode: t.nullable(bytes('Code of a contract that could not be created.')),
  gas_price: t.nullable(bytes(`Price of a unit of gas ${weibars}`)),
  max_fee_per_gas: t.nullable(bytes(`Greatest price of a unit of gas ${weibars}`)),
  max_priority_fee_per_gas: t.nullable(bytes(`Greatest tip for a unit of gas ${weibars}`)),
  nonce: t.nullable(t.int64('Nonce of the Ethereum transaction.')),
  r: t.nullable(bytes('Part r of the signature of the Ethereum transaction.')),
  result: t.text('What came of the call in the words of the network; SUCCESS, or why it failed.'),
  s: t.nullable(bytes('Part s of the signature of the Ethereum transaction.')),
  status: t.text('0x1 for a call that succeeded, else 0x0.', '^0x[01]$'),
  transaction_index: t.nullable(t.int64('Place of the transaction in its block.')),
  type: t.nullable(t.int32('Type of the Ethereum transaction; 0 where there is none.')),
  v: t.nullable(t.int64('Part v of the signature, or its recovery id.')),
};

/** A result as lists have it: the list of a contract leaves out what a single result has beside. */
export const contractResultRow = t.object(
  'What came of a call of a contract.',
  { ...short, ...t.optionally(detailed) },
  'ContractResult',
);

export type ContractResultRow = t.Static<typeof contractResultRow>;
export const resultMembers = { ...short, ...detailed };

/** Hash of a block as a client types it: digits in upper case match nothing (contract G.8). */
const typedHash: Kind = {
  name: 'block hash',
  rule: 'a block hash of 64 or 96 hex digits, 0x optional',
  pattern: '(0x)?([0-9A-Fa-f]{64}|[0-9A-Fa-f]{96})',
  read: (text) => /^(?:0x)?([0-9A-Fa-f]{64}|[0-9A-Fa-f]{96})$/.exec(text)?.[1] ?? null,
};

/** Whether amounts are printed in tinybars; of Ethereum transactions the ledger has weibars. */
export const hbar: Parameter = {
  kind: flag,
  operators: ['eq'],
  repeat: 'last',
  description: 'False for amounts in weibars, true for tinybars.',
  default: 'true',
};

/** It is read as text once more, where an operator or a second value is none (contract G.5). */
export const plainHbar: Check = (query) => {
  const given = query.get('hbar')?.join(',');
  return given === undefined || /^(true|false)$/i.test(given)
    ? undefined
    : { message: `Invalid hbar parameter value: ${given}. Must be 'true' or 'false'` };
};

const parameters: Readonly<Record<string, Parameter>> = {
  'block.hash': {
    kind: typedHash,
    operators: ['eq'],
    repeat: 'last',
    description: 'Hash of the block that the call is in.',
  },
  'block.number': {
    kind: blockNumber,
    operators: ['eq'],
    repeat: 'last',
    description: 'Number of the block that the call is in.',
  },
  from: {
    kind: { ...entityIdOrEvm, isReference: true },
    typed: /^((\d{1,4}\.)?(\d{1,5}\.)?\d{1,12}|\d{1,19}|(0x)?[0-9A-Fa-f]{40})$/,
    impossible: 'Invalid parameter: from',
    operators,
    repeat: 'any',
    mustExist: true,
    description: 'Account that has called.',
  },
  hbar,
  internal: {
    kind: flag,
    operators: ['eq'],
    repeat: 'last',
    description: 'True for calls that another transaction has caused, too.',
    default: 'false',
  },
  timestamp: {
    kind: timestamp,
    operators,
    repeat: 'any',
    description: 'Consensus timestamp of the call.',
  },
  'transaction.index': {
    kind: naturalNumber(),
    operators: ['eq'],
    repeat: 'any',
    description: 'Place of the transaction in its block, which has to be given too.',
  },
};

const given = (filters: readonly Filter[], name: string) =>
  filters.some(({ parameter }) => parameter === name);

const usage = (name: string, reason: string) => ({
  message: `Invalid parameter usage: ${name} - ${reason}`,
});

/** Which parameters need another one, or exclude it, by whether they are there. */
function needed(has: (name: string) => boolean): ErrorMessage | undefined {
  const [byNumber, byHash] = [has('block.number'), has('block.hash')];
  if (has('transaction.index') && !byNumber && !byHash) {
    return usage(
      'transaction.index',
      'transaction.index requires block.number or block.hash filter to be specified',
    );
  }
  return byNumber && byHash
    ? usage('block.hash', 'cannot combine block.number and block.hash')
    : undefined;
}

const rule: Rule = (filters) => needed((name) => given(filters, name));
/** It is told before an id that can not exist (contract A.8). */
const check: Check = (query) => needed((name) => query.has(name));

const shared = {
  is: 'list',
  row: contractResultRow,
  parts: { delegation: true },
  items: 'results',
  order: 'desc',
  sort: [
    { parameter: 'timestamp', kind: timestamp, of: (row: ContractResultRow) => row.timestamp },
  ],
  flow: 2,
  parameters,
  rules: [rule],
  spelled: [check],
} as const;

/** Of one contract; what a single result has beside is left out. */
export const resultsOfContract: List<ContractResultRow> = {
  ...shared,
  name: 'resultsOfContract',
  description: 'Results of calls of a contract.',
  path: '/api/v1/contracts/{id}/results',
  documents: {
    area,
    operation: 'getContractResultsByContractId',
    body: 'ContractResultsResponse',
    example: '0.0.5001',
  },
  keys: [contractKey],
  keyFirst: true,
  maxAge: 1,
};

/** What of a result is not read along with it: where no sender names a price, the network's files tell it. */
export const pricedMembers = ['gas_price'] as const;

/** Of all contracts, with all but their logs and what they have changed. */
export const contractResults: List<ContractResultRow> = {
  ...shared,
  parts: { ...shared.parts, members: pricedMembers },
  spelled: [check, plainHbar],
  name: 'contractResults',
  description: 'Results of calls of all contracts.',
  path: '/api/v1/contracts/results',
  documents: { area, operation: 'getContractsResults', body: 'ContractResultsResponse' },
  maxAge: 10,
};
