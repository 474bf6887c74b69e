// Custom fees of a token and of a topic, as members of their look-ups.
import * as t from '../shape.js';

const all_collectors_are_exempt = t.boolean('Whether no fee collector of the token pays the fee.');
const collector_account_id = t.nullable(t.entityId('Account that receives the fee.'));
export const fraction = t.object('A part of an amount.', {
  numerator: t.int64('What the amount is multiplied by.'),
  denominator: t.int64('What it is divided by then.'),
});
const price = {
  amount: t.int64('Amount in tinybars, or in the smallest unit of the token that it is paid in.'),
  denominating_token_id: t.nullable(t.entityId('Token that the fee is paid in; null for hbars.')),
};

export const fixedFee = t.object(
  'A fee of a fixed amount.',
  { all_collectors_are_exempt, collector_account_id, ...price },
  'FixedFee',
);
export type FixedFee = t.Static<typeof fixedFee>;

export const fractionalFee = t.object(
  'A fee of a part of the amount that is transferred.',
  {
    all_collectors_are_exempt,
    amount: t.described(fraction, 'The part of what is transferred that is the fee.'),
    collector_account_id,
    denominating_token_id: t.nullable(t.entityId('The token itself.')),
    maximum: t.nullable(t.int64("The greatest fee, in the token's smallest unit; null for none.")),
    minimum: t.int64("The least fee, in the token's smallest unit."),
    net_of_transfers: t.boolean(
      'Whether the sender pays the fee on top of the amount, instead of the receiver out of it.',
    ),
  },
  'FractionalFee',
);
export type FractionalFee = t.Static<typeof fractionalFee>;

export const fallbackFee = t.object(
  'What is paid when a non-fungible token is not sold but given; null for nothing.',
  price,
);
export const royaltyFee = t.object(
  'A fee of a part of what a non-fungible token is sold for.',
  {
    all_collectors_are_exempt,
    amount: t.described(fraction, 'The part of the price that is the fee.'),
    collector_account_id,
    fallback_fee: t.nullable(fallbackFee),
  },
  'RoyaltyFee',
);
export type RoyaltyFee = t.Static<typeof royaltyFee>;

const created_timestamp = t.timestamp('Since when the fees hold.');

export const customFees = t.object(
  'Fees that a transfer of a token costs beside the network fee.',
  {
    created_timestamp,
    fixed_fees: t.list(fixedFee, 'Fees of a fixed amount.'),
    fractional_fees: t.optional(
      t.list(fractionalFee, 'Fees of a part of the amount; fungible tokens only.'),
    ),
    royalty_fees: t.optional(
      t.list(royaltyFee, 'Fees of a part of the price; non-fungible tokens only.'),
    ),
  },
  'CustomFees',
);
export type CustomFees = t.Static<typeof customFees>;

export const topicFee = t.object(
  'A fee of a fixed amount for each message.',
  { ...price, collector_account_id },
  'FixedCustomFee',
);
export type TopicFee = t.Static<typeof topicFee>;

export const topicFees = t.object(
  'Fees that sending a message to a topic costs beside the network fee.',
  { created_timestamp, fixed_fees: t.list(topicFee, 'The fees; all of them are paid.') },
  'ConsensusCustomFees',
);
export type TopicFees = t.Static<typeof topicFees>;
