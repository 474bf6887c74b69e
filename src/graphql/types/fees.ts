// Custom fees of a token.
import type {
  CustomFees as Fees,
  FixedFee as Fixed,
  FractionalFee as Fractional,
  RoyaltyFee as Royalty,
} from '../../contract/fees.js';
import { builder } from '../build/builder.js';
import { accountLink, tokenLink } from '../build/links.js';
import { Account, Token } from '../build/refs.js';

type AnyFee = Fixed | Fractional | Royalty;
/** An amount with what it is paid in. */
type Price = Pick<Fixed, 'amount' | 'denominating_token_id'>;

const CustomFee = builder.interfaceRef<AnyFee>('CustomFee').implement({
  description: 'What all custom fees have in common.',
  fields: (t) => ({
    collectorId: t.expose('collector_account_id', {
      type: 'EntityId',
      description: 'Account that receives the fee.',
    }),
    collector: t.field({
      type: Account,
      description: 'Account that receives the fee.',
      resolve: (row, _args, context, info) => accountLink(row.collector_account_id, context, info),
    }),
    allCollectorsAreExempt: t.exposeBoolean('all_collectors_are_exempt', {
      nullable: false,
      description: 'Whether no fee collector of the token pays the fee.',
    }),
  }),
});

const FeeAmount = builder.interfaceRef<Price>('FeeAmount').implement({
  description: 'An amount with the token that it is paid in.',
  fields: (t) => ({
    amount: t.expose('amount', {
      type: 'Int64',
      nullable: false,
      description: 'Amount in tinybars, or in the smallest unit of the token that it is paid in.',
    }),
    denominatingTokenId: t.expose('denominating_token_id', {
      type: 'EntityId',
      description: 'Token that the fee is paid in; null for hbars.',
    }),
    denominatingToken: t.field({
      type: Token,
      description: 'Token that the fee is paid in; null for hbars.',
      resolve: (row, _args, context, info) => tokenLink(row.denominating_token_id, context, info),
    }),
  }),
});

const Fraction = builder.objectRef<Fractional['amount']>('Fraction').implement({
  description: 'A part of an amount.',
  fields: (t) => ({
    numerator: t.expose('numerator', {
      type: 'Int64',
      nullable: false,
      description: 'Numerator.',
    }),
    denominator: t.expose('denominator', {
      type: 'Int64',
      nullable: false,
      description: 'Denominator.',
    }),
  }),
});

const FixedFee = builder.objectRef<Fixed>('FixedFee').implement({
  description: 'A fee of a fixed amount.',
  interfaces: [CustomFee, FeeAmount],
});

const FallbackFee = builder.objectRef<Price>('FallbackFee').implement({
  description: 'What is paid when a non-fungible token changes hands for nothing.',
  interfaces: [FeeAmount],
});

const FractionalFee = builder.objectRef<Fractional>('FractionalFee').implement({
  description: 'A fee of a part of the amount that is transferred.',
  interfaces: [CustomFee],
  fields: (t) => ({
    amount: t.expose('amount', {
      type: Fraction,
      nullable: false,
      description: 'The part.',
    }),
    minimum: t.expose('minimum', {
      type: 'Int64',
      nullable: false,
      description: 'The least fee, in the smallest unit.',
    }),
    maximum: t.expose('maximum', {
      type: 'Int64',
      description: 'The greatest fee; null for none.',
    }),
    netOfTransfers: t.exposeBoolean('net_of_transfers', {
      nullable: false,
      description: 'Whether the sender pays the fee on top of the amount.',
    }),
  }),
});

const RoyaltyFee = builder.objectRef<Royalty>('RoyaltyFee').implement({
  description: 'A fee of a part of what a non-fungible token is sold for.',
  interfaces: [CustomFee],
  fields: (t) => ({
    amount: t.expose('amount', {
      type: Fraction,
      nullable: false,
      description: 'The part.',
    }),
    fallbackFee: t.expose('fallback_fee', {
      type: FallbackFee,
      description: 'What is paid when it is not sold but given; null for nothing.',
    }),
  }),
});

export const CustomFees = builder.objectRef<Fees>('CustomFees').implement({
  description: 'Fees that a transfer of a token costs beside the network fee.',
  fields: (t) => ({
    createdTimestamp: t.expose('created_timestamp', {
      type: 'Timestamp',
      nullable: false,
      description: 'Since when they hold.',
    }),
    fixed: t.field({
      type: [FixedFee],
      nullable: false,
      description: 'Fees of a fixed amount.',
      resolve: (row) => row.fixed_fees as Fixed[],
    }),
    fractional: t.field({
      type: [FractionalFee],
      nullable: false,
      description: 'Fees of a part of the amount; none on non-fungible tokens.',
      resolve: (row) => (row.fractional_fees ?? []) as Fractional[],
    }),
    royalty: t.field({
      type: [RoyaltyFee],
      nullable: false,
      description: 'Fees of a part of the price; none on fungible tokens.',
      resolve: (row) => (row.royalty_fees ?? []) as Royalty[],
    }),
  }),
});
