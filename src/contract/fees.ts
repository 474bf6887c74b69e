// Custom fees of a token, as rows of its look-up.
import * as t from './shape.js';

const all_collectors_are_exempt = t.boolean('Whether no fee collector of the token pays this fee.');
const collector_account_id = t.nullable(t.entityId('Account that receives the fee.'));
const fraction = t.object('Part of the amount or price.', {
  numerator: t.int64('Number above the line.'),
  denominator: t.int64('Number below the line.'),
});
const price = {
  amount: t.int64('In tinybars, or the smallest unit of the denominating token.'),
  denominating_token_id: t.nullable(t.entityId('Token in which the fee is paid; null for HBAR.')),
};

const fixedFee = t.object(
  'A fee of a fixed amount.',
  { all_collectors_are_exempt, collector_account_id, ...price },
  'FixedFee',
);
export type FixedFee = t.Static<typeof fixedFee>;

const fractionalFee = t.object(
  'A fee in proportion to the amount.',
  {
    all_collectors_are_exempt,
    amount: fraction,
    collector_account_id,
    denominating_token_id: t.nullable(t.entityId('The token itself.')),
    maximum: t.nullable(t.int64('Fee at the most in the smallest unit; null for no maximum.')),
    minimum: t.int64('Fee at the least in the smallest unit.'),
    net_of_transfers: t.boolean(
      'Whether the sender pays on top, instead of the receiver out of it.',
    ),
  },
  'FractionalFee',
);
export type FractionalFee = t.Static<typeof fractionalFee>;

const royaltyFee = t.object(
  'A fee in proportion to the price.',
  {
    all_collectors_are_exempt,
    amount: fraction,
    collector_account_id,
    fallback_fee: t.nullable(
      t.object('Fee for the receiver where nothing is paid in exchange.', price),
    ),
  },
  'RoyaltyFee',
);
export type RoyaltyFee = t.Static<typeof royaltyFee>;

export const customFees = t.object(
  'Fees that transfers of a token cost, on top of those of the network.',
  {
    created_timestamp: t.timestamp('Since when these fees are due.'),
    fixed_fees: t.list(fixedFee, 'Fees of a fixed amount.'),
    fractional_fees: t.optional(
      t.list(fractionalFee, 'Fees in proportion to the amount; fungible tokens only.'),
    ),
    royalty_fees: t.optional(
      t.list(royaltyFee, 'Fees in proportion to the price; non-fungible tokens only.'),
    ),
  },
  'CustomFees',
);
export type CustomFees = t.Static<typeof customFees>;
