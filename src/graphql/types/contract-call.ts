// `contractCall`: a call that the EVM of a mirror node runs, with what came of it by the interface of its contract.

import { int64 } from '../../contract/json.js';
import {
  type CallBody,
  type CallOutcome,
  callBody,
  leastGas,
  mostCallData,
  readCallAnswer,
} from '../../contract/resources/contract-call.js';
import { contractCall } from '../../contract/resources/passed-on.js';
import { badInput } from '../../errors.js';
import { decodeError, decodeOutput } from '../build/abi.js';
import { builder } from '../build/builder.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { abiOf, Decoded, revertReason } from './decoded.js';

interface Called {
  readonly outcome: CallOutcome;
  /** Whether its result is the gas that it needs. */
  readonly isEstimate: boolean;
}

const ContractCall = builder.objectRef<Called>('ContractCall').implement({
  description: 'What came of a call that was run without changing anything.',
  fields: (t) => ({
    result: t.field({
      type: 'Hex',
      description: 'What was returned; null for a call that has failed, and for an estimate.',
      resolve: ({ outcome, isEstimate }) => (isEstimate ? null : outcome.result),
    }),
    gas: t.field({
      type: 'Int64',
      description:
        'Gas that the call needs; null where no estimate was asked for, or it has failed.',
      resolve: ({ outcome: { result }, isEstimate }) =>
        isEstimate && result !== null
          ? int64(BigInt(result === '0x' ? 0 : result).toString())
          : null,
    }),
    errorMessage: t.string({
      description:
        'Why the EVM has ended the call, such as CONTRACT_REVERT_EXECUTED; null where it has not.',
      resolve: ({ outcome }) => outcome.failure?.message ?? null,
    }),
    errorDetail: t.string({
      description: 'What the mirror node says of it in words; null where it says nothing.',
      resolve: ({ outcome }) => outcome.failure?.detail || null,
    }),
    errorData: t.field({
      type: 'Hex',
      description: 'What the contract has reverted with; null where it has not.',
      resolve: ({ outcome }) => outcome.failure?.data ?? null,
    }),
    decoded: t.field({
      type: Decoded,
      description: 'What the function has returned; null where that can not be.',
      args: {
        abi: t.arg.string({
          required: true,
          description: abiOf(
            'The function',
            'function balanceOf(address owner) returns (uint256 balance)',
          ),
        }),
      },
      resolve: ({ outcome, isEstimate }, { abi }, { operation }) =>
        decodeOutput(abi, isEstimate ? null : outcome.result, operation),
    }),
    revertReason: t.field({
      ...revertReason,
      resolve: ({ outcome }, { abi }, { operation }) =>
        decodeError(abi ?? null, outcome.failure?.data ?? null, operation),
    }),
  }),
});

const rules: Readonly<Record<string, readonly [RegExp, string]>> = {
  to: [/^(0x)?[0-9a-fA-F]{40}$/, 'must be an EVM address of 40 hex digits, 0x optional'],
  from: [/^(0x)?[0-9a-fA-F]{40}$/, 'must be an EVM address of 40 hex digits, 0x optional'],
  block: [
    /^(earliest|latest|pending|safe|finalized|\d{1,19}|0x[0-9a-fA-F]{1,16}|0x([0-9a-fA-F]{64}|[0-9a-fA-F]{96}))$/,
    'must be a number in decimal or hex, a hash of 64 or 96 hex digits behind 0x, or earliest, latest, pending, safe or finalized',
  ],
  data: [/^(0x)?([0-9a-fA-F]{2})+$/, 'must be whole bytes, of two hex digits each'],
};

interface Given {
  readonly to?: string | null | undefined;
  readonly from?: string | null | undefined;
  readonly data?: string | null | undefined;
  readonly block?: string | null | undefined;
  readonly gas?: string | null | undefined;
  readonly gasPrice?: string | null | undefined;
  readonly value?: string | null | undefined;
  readonly estimate?: boolean | null | undefined;
}

/** @throws LedgerError BAD_USER_INPUT for what no mirror node can take */
function bodyOf({ estimate, ...asked }: Given): CallBody {
  // As software kits write that there are no bytes, such as for a bare transfer.
  const given = { ...asked, data: asked.data === '0x' ? null : asked.data };
  const told = Object.entries(given).filter(([, value]) => value != null) as [string, string][];
  const members = told.map(([name, value]) => {
    const [form, rule] = rules[name] ?? [];
    if (form && rule && !form.test(value)) throw badInput(name, value, rule);
    return [name, form ? value : int64(value)] as const;
  });
  for (const name of ['gas', 'gasPrice', 'value'] as const) {
    const least = name === 'gas' ? leastGas : 0n;
    const value = given[name];
    if (value != null && BigInt(value) < least)
      throw badInput(name, value, `must be ${least} at the least`);
  }
  if (given.to == null && given.data == null) {
    throw badInput('to', given.to, 'must be given, or data with the code of a new contract');
  }
  const digits = given.data?.replace(/^0x/, '').length ?? 0;
  if (digits > mostCallData - 2) {
    throw badInput('data', `${digits} hex digits`, `must have ${mostCallData - 2} at the most`);
  }
  return { ...Object.fromEntries(members), ...(estimate != null && { estimate }) };
}

const meaningOf = (name: keyof typeof callBody.properties) =>
  callBody.properties[name].description as string;

builder.queryField('contractCall', (t) =>
  t.field({
    type: ContractCall,
    nullable: true,
    description:
      'Runs a call of a contract without changing anything. Only the EVM of a mirror node can; it is asked anew each time, and once.',
    args: {
      to: t.arg({ type: 'Hex', description: meaningOf('to') }),
      data: t.arg({ type: 'Hex', description: meaningOf('data') }),
      from: t.arg({ type: 'Hex', description: meaningOf('from') }),
      block: t.arg.string({ description: meaningOf('block') }),
      gas: t.arg({ type: 'Int64', description: meaningOf('gas') }),
      gasPrice: t.arg({ type: 'Int64', description: meaningOf('gasPrice') }),
      value: t.arg({ type: 'Int64', description: meaningOf('value') }),
      estimate: t.arg.boolean({ description: meaningOf('estimate') }),
    },
    extensions: {
      cost: { loads: 'each' } satisfies FieldCost,
      longBody: contractCall.longBody,
    },
    async resolve(_root, given, { pass }) {
      const answer = await pass(contractCall, bodyOf(given));
      return { outcome: readCallAnswer(answer), isEstimate: given.estimate === true };
    },
  }),
);
