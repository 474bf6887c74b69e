// Data of contracts as names and values.
import type { NamedValue, Decoded as Source } from '../build/abi.js';
import { builder } from '../build/builder.js';

const DecodedValue = builder.objectRef<NamedValue>('DecodedValue').implement({
  description: 'A value with the name and type that the interface of its contract gives it.',
  fields: (t) => ({
    name: t.string({
      nullable: true,
      description: 'Name in the interface; null where it gives none.',
      resolve: ({ name }) => name,
    }),
    type: t.string({
      nullable: false,
      description: 'Type, such as uint256.',
      resolve: ({ type }) => type,
    }),
    value: t.string({
      nullable: false,
      description:
        'The value as text, exact to all its digits: numbers in decimal, bytes and addresses in hex, lists and tuples as JSON whose numbers are texts.',
      resolve: ({ value }) => value,
    }),
  }),
});

export const Decoded = builder.objectRef<Source>('Decoded').implement({
  description: 'Data of a contract by an item of its interface: an event, a call or an error.',
  fields: (t) => ({
    name: t.string({
      nullable: false,
      description: 'Name of the item.',
      resolve: ({ name }) => name,
    }),
    signature: t.string({
      nullable: false,
      description: 'Name with the types of the parameters, such as transfer(address,uint256).',
      resolve: ({ signature }) => signature,
    }),
    values: t.field({
      type: [DecodedValue],
      nullable: false,
      description: 'The values, in the order of the interface.',
      resolve: ({ values }) => [...values],
    }),
  }),
});

/** What `abi` takes, as the description of the argument. */
export const abiOf = (item: string, example: string) =>
  `${item} of the interface of the contract as text, such as "${example}".`;

/** Why a call was reverted, as a field of what came of it. */
export const revertReason = {
  type: Decoded,
  description:
    'Why the call was reverted: Error(string), Panic(uint256), or the error of the contract that is given; null where it was not, or for another reason.',
  args: builder.args((t) => ({
    abi: t.string({
      description: abiOf('An error', 'error TooMuch(uint256 available, uint256 required)'),
    }),
  })),
} as const;
