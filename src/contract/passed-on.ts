// What only a node with code of the network answers, such as the EVM: requests that go to a mirror node as they come, and back as they are.
import type { LedgerKind } from './resource.js';

export interface PassedOn {
  readonly name: string;
  readonly description: string;
  readonly method: 'GET' | 'POST';
  /** Path below the base address; `{id}` stands for any text. */
  readonly path: string;
  readonly answeredBy: { readonly ledger: LedgerKind; readonly reason: string };
}

const answeredBy = {
  ledger: 'remote',
  reason: 'Only the EVM of a mirror node can run contracts, and this server reads a database',
} as const;

export const passedOn: readonly PassedOn[] = [
  {
    name: 'contractCall',
    description: 'Runs a call of a contract without changing anything, and gives its result.',
    method: 'POST',
    path: '/api/v1/contracts/call',
    answeredBy,
  },
  {
    name: 'contractOpcodes',
    description: 'Runs a transaction once more, and gives the steps that the EVM takes.',
    method: 'GET',
    path: '/api/v1/contracts/results/{id}/opcodes',
    answeredBy,
  },
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
