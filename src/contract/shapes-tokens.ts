// JSON Schemas of tokens, their custom fees, and their holders.
import {
  base64,
  boolean,
  choice,
  component,
  entityId,
  int64,
  key,
  list,
  nullable,
  object,
  type Schema,
  text,
  timestamp,
} from './shape.js';
import type {
  CustomFees,
  FixedFee,
  FractionalFee,
  RoyaltyFee,
  TokenHolderRow,
  TokenInfo,
  TokenRow,
} from './tokens.js';

const tokenType = choice('Kind of token.', 'FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE');
const supply = (description: string) => text(`${description}, as decimal text.`, '^-?\\d+$');

const token = object<TokenRow>('Main properties of a token.', {
  admin_key: key('Key that may change or delete the token.'),
  decimals: int64('Digits of an amount behind the decimal point.'),
  metadata: base64('Data of the token; empty for none.'),
  name: text('Name of the token.'),
  symbol: text('Short name of the token.'),
  token_id: entityId('The token.'),
  type: tokenType,
});

const tokenInfo = object<TokenInfo>('All properties of a token.', {
  admin_key: key('Key that may change or delete the token.'),
  auto_renew_account: nullable(entityId('Account that pays for renewal.')),
  auto_renew_period: nullable(int64('In seconds.')),
  created_timestamp: timestamp('Consensus timestamp of the creation.'),
  custom_fees: component('CustomFees'),
  decimals: text('Digits of an amount behind the decimal point, as decimal text.', '^\\d+$'),
  deleted: nullable(boolean('Whether the token is deleted.')),
  expiry_timestamp: nullable(int64('Nanoseconds since the Unix epoch, as a number.')),
  fee_schedule_key: key('Key that may change the custom fees.'),
  freeze_default: boolean('Whether new associations start frozen.'),
  freeze_key: key('Key that may freeze and unfreeze accounts.'),
  initial_supply: supply('Supply at the creation in the smallest unit'),
  kyc_key: key('Key that may grant and revoke KYC.'),
  max_supply: supply('Supply at the most in the smallest unit'),
  memo: text('Note of the token.'),
  metadata: base64('Data of the token; empty for none.'),
  metadata_key: key('Key that may change the metadata of the token and of its serials.'),
  modified_timestamp: timestamp('Consensus timestamp of the latest change.'),
  name: text('Name of the token.'),
  pause_key: key('Key that may pause and unpause the token.'),
  pause_status: choice('Whether the token is paused.', 'NOT_APPLICABLE', 'PAUSED', 'UNPAUSED'),
  supply_key: key('Key that may mint and burn.'),
  supply_type: choice('Whether `max_supply` limits the supply.', 'INFINITE', 'FINITE'),
  symbol: text('Short name of the token.'),
  token_id: entityId('The token.'),
  total_supply: supply('Supply at the time in the smallest unit'),
  treasury_account_id: nullable(entityId('Account that receives what is minted.')),
  type: tokenType,
  wipe_key: key('Key that may take balances away.'),
});

const customFees = object<CustomFees>(
  'Fees that transfers of a token cost, on top of those of the network.',
  {
    created_timestamp: timestamp('Since when these fees are due.'),
    fixed_fees: list(component('FixedFee'), 'Fees of a fixed amount.'),
    fractional_fees: list(
      component('FractionalFee'),
      'Fees in proportion to the amount; fungible tokens only.',
    ),
    royalty_fees: list(
      component('RoyaltyFee'),
      'Fees in proportion to the price; non-fungible tokens only.',
    ),
  },
  ['fractional_fees', 'royalty_fees'],
);

const all_collectors_are_exempt = boolean('Whether no fee collector of the token pays this fee.');
const collector_account_id = nullable(entityId('Account that receives the fee.'));
const fraction = object<FractionalFee['amount']>('Part of the amount or price.', {
  numerator: int64('Number above the line.'),
  denominator: int64('Number below the line.'),
});

const fixedFee = object<FixedFee>('A fee of a fixed amount.', {
  all_collectors_are_exempt,
  amount: int64('In tinybars, or the smallest unit of the denominating token.'),
  collector_account_id,
  denominating_token_id: nullable(entityId('Token in which the fee is paid; null for HBAR.')),
});

const fractionalFee = object<FractionalFee>('A fee in proportion to the amount.', {
  all_collectors_are_exempt,
  amount: fraction,
  collector_account_id,
  denominating_token_id: nullable(entityId('The token itself.')),
  maximum: nullable(int64('Fee at the most in the smallest unit; null for no maximum.')),
  minimum: int64('Fee at the least in the smallest unit.'),
  net_of_transfers: boolean('Whether the sender pays on top, instead of the receiver out of it.'),
});

const royaltyFee = object<RoyaltyFee>('A fee in proportion to the price.', {
  all_collectors_are_exempt,
  amount: fraction,
  collector_account_id,
  fallback_fee: nullable(
    object<NonNullable<RoyaltyFee['fallback_fee']>>(
      'Fee for the receiver where nothing is paid in exchange.',
      {
        amount: int64('In tinybars, or the smallest unit of the denominating token.'),
        denominating_token_id: nullable(entityId('Token in which the fee is paid; null for HBAR.')),
      },
    ),
  ),
});

const tokenHolder = object<TokenHolderRow>('Balance of one holder of a token.', {
  account: entityId('The account or contract.'),
  balance: int64("In the token's smallest unit; the number of serials for a non-fungible token."),
  decimals: nullable(int64('Digits of the balance behind the decimal point.')),
});

export const tokenShapes: Readonly<Record<string, Schema>> = {
  Token: token,
  TokenInfo: tokenInfo,
  CustomFees: customFees,
  FixedFee: fixedFee,
  FractionalFee: fractionalFee,
  RoyaltyFee: royaltyFee,
  TokenHolder: tokenHolder,
};
