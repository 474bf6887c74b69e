// Custom fees of a token.
import {
  customFees,
  type CustomFees as Fees,
  type FixedFee as Fixed,
  type FractionalFee as Fractional,
  fallbackFee,
  fixedFee,
  fraction,
  fractionalFee,
  type RoyaltyFee as Royalty,
  royaltyFee,
} from '../../contract/resources/fees.js';
import { builder } from '../build/builder.js';
import { toAccount, toToken } from '../build/links.js';
import { meaningOf, members } from '../build/members.js';
import { amountIn, priceIn } from '../build/units.js';

type AnyFee = Fixed | Fractional | Royalty;
/** An amount with what it is paid in. */
type Price = Pick<Fixed, 'amount' | 'denominating_token_id'>;

const CustomFee = builder.interfaceRef<AnyFee>('CustomFee').implement({
  description: 'What all custom fees have in common.',
  fields: (t) =>
    members(t, fixedFee, {
      collectorId: 'collector_account_id',
      collector: { member: 'collector_account_id', ...toAccount },
      allCollectorsAreExempt: 'all_collectors_are_exempt',
    }),
});

export const FeeAmount = builder.interfaceRef<Price>('FeeAmount').implement({
  description: 'An amount with the token that it is paid in.',
  fields: (t) =>
    members(t, fixedFee, {
      units: 'amount',
      amount: { member: 'amount', ...priceIn('units', 'denominating_token_id') },
      denominatingTokenId: 'denominating_token_id',
      denominatingToken: { member: 'denominating_token_id', ...toToken },
    }),
});

const Fraction = builder.objectRef<Fractional['amount']>('Fraction').implement({
  description: meaningOf(fraction),
  fields: (t) => members(t, fraction, { numerator: 'numerator', denominator: 'denominator' }),
});

const FixedFee = builder.objectRef<Fixed>('FixedFee').implement({
  description: meaningOf(fixedFee),
  interfaces: [CustomFee, FeeAmount],
});

const FallbackFee = builder.objectRef<Price>('FallbackFee').implement({
  description: meaningOf(fallbackFee),
  interfaces: [FeeAmount],
});

const FractionalFee = builder.objectRef<Fractional>('FractionalFee').implement({
  description: meaningOf(fractionalFee),
  interfaces: [CustomFee],
  fields: (t) =>
    members(t, fractionalFee, {
      amount: { member: 'amount', type: Fraction },
      minimum: 'minimum',
      minimumAmount: { member: 'minimum', ...amountIn('minimum', 'denominating_token_id') },
      maximum: 'maximum',
      maximumAmount: { member: 'maximum', ...amountIn('maximum', 'denominating_token_id') },
      netOfTransfers: 'net_of_transfers',
    }),
});

const RoyaltyFee = builder.objectRef<Royalty>('RoyaltyFee').implement({
  description: meaningOf(royaltyFee),
  interfaces: [CustomFee],
  fields: (t) =>
    members(t, royaltyFee, {
      amount: { member: 'amount', type: Fraction },
      fallbackFee: { member: 'fallback_fee', type: FallbackFee },
    }),
});

/** Lists that a token of the other kind does not have. */
const orNone = { nullable: false, as: <F>(fees: readonly F[] | null) => fees ?? [] };

export const CustomFees = builder.objectRef<Fees>('CustomFees').implement({
  description: meaningOf(customFees),
  fields: (t) =>
    members(t, customFees, {
      createdTimestamp: 'created_timestamp',
      fixed: { member: 'fixed_fees', type: [FixedFee] },
      fractional: { member: 'fractional_fees', type: [FractionalFee], ...orNone },
      royalty: { member: 'royalty_fees', type: [RoyaltyFee], ...orNone },
    }),
});
