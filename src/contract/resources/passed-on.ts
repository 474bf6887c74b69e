// What only a node with code of the network answers, such as the EVM: requests that go to a mirror node as they come, and back as they are.

import type { LedgerKind } from '../resource.js';
import type { Shape } from '../shape.js';
import { callAnswer, callBody, mostCallData, noEvm } from './contract-call.js';
import { area } from './contract-key.js';
import { opcodes } from './contract-opcodes.js';

export interface PassedOn {
  readonly name: string;
  readonly description: string;
  readonly method: 'GET' | 'POST';
  /** Path below the base address; `{id}` stands for any text. */
  readonly path: string;
  readonly answeredBy: { readonly ledger: LedgerKind; readonly reason: string };
  /** Bytes of a body at the least that a server must take, where the contract allows for long ones. */
  readonly longBody?: number;
  /** What the OpenAPI document says of it; left out where the contract has no words for what is sent. */
  readonly documents?: PassedOnDocuments;
}

export interface PassedOnDocuments {
  readonly area: { readonly name: string; readonly description: string };
  readonly operation: string;
  /** What is sent as JSON, and what comes back. */
  readonly sent?: Shape;
  readonly answer: Shape;
  /** What stands for `{id}`. */
  readonly key?: { readonly description: string; readonly pattern: string };
  /** Parameters that are true or false, each with what it is where it is not given. */
  readonly flags?: Readonly<
    Record<string, { readonly description: string; readonly without: boolean }>
  >;
  /** Statuses of its own, and when they come. */
  readonly statuses?: Readonly<Record<number, string>>;
}

const answeredBy = {
  ledger: 'remote',
  reason: noEvm,
} as const;

export const contractCall: PassedOn = {
  name: 'contractCall',
  description: 'Runs a call of a contract without changing anything, and gives its result.',
  method: 'POST',
  path: '/api/v1/contracts/call',
  answeredBy,
  // The digits of the data, and room for all else.
  longBody: mostCallData + 10_000,
  documents: {
    area,
    operation: 'contractCall',
    sent: callBody,
    answer: callAnswer,
    statuses: {
      415: 'The body is not JSON.',
      429: 'There are too many calls, or they want too much gas.',
    },
  },
};

const contractOpcodes: PassedOn = {
  name: 'contractOpcodes',
  description: 'Runs a transaction once more, and gives the steps that the EVM takes.',
  method: 'GET',
  path: '/api/v1/contracts/results/{id}/opcodes',
  answeredBy,
  documents: {
    area,
    operation: 'getContractOpcodes',
    answer: opcodes,
    key: {
      description: 'Hash of the transaction, of 32 bytes, or its id.',
      pattern: String.raw`^((0x)?[A-Fa-f0-9]{64}|\d+\.\d+\.\d+-\d+-\d+)$`,
    },
    flags: {
      stack: { description: 'Whether the stack is wanted.', without: true },
      memory: { description: 'Whether the memory is wanted.', without: false },
      storage: { description: 'Whether the storage is wanted.', without: false },
    },
    statuses: {
      404: 'There is no such transaction.',
      406: 'The client does not take gzip, which the steps need.',
    },
  },
};

export const passedOn: readonly PassedOn[] = [
  contractCall,
  contractOpcodes,
  {
    name: 'transactionFees',
    description: 'Tells the fees of a transaction that is sent as protobuf.',
    method: 'POST',
    path: '/api/v1/network/fees',
    answeredBy: {
      ledger: 'remote',
      reason:
        'Only a mirror node has the fee calculator of the network, and this server reads a database',
    },
  },
];
