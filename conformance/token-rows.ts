// Setup keys about tokens: the tokens themselves, their fees, and who holds them.
import {
  binary,
  type Given,
  id,
  intoCurrentOrHistory,
  type Loader,
  plain,
  type Recipe,
  raw,
  sinceCreation,
} from './rows.js';
import { withIds } from './values.js';

const feeCollector = '0.0.300';
const maxInt64 = 9223372036854775807n;

const token: Recipe = {
  token_id: id(0),
  created_timestamp: plain(0),
  timestamp_range: plain(sinceCreation),
  type: plain('FUNGIBLE_COMMON'),
  decimals: plain(1000),
  initial_supply: plain(1_000_000),
  total_supply: plain(1_000_000),
  max_supply: plain(maxInt64),
  supply_type: plain('INFINITE'),
  name: plain('Token name'),
  symbol: plain('YBTJBOAZ'),
  treasury_account_id: id('0.0.98'),
  freeze_default: plain(false),
  freeze_status: plain(0),
  kyc_status: plain(0),
  pause_status: plain('NOT_APPLICABLE'),
  metadata: binary([]),
  fee_schedule_key: raw(),
  freeze_key: raw(),
  kyc_key: raw(),
  metadata_key: raw(),
  pause_key: raw(),
  supply_key: raw(),
  wipe_key: raw(),
};

const fees = (field: string) => {
  const { convert, absent } = plain();
  return {
    field,
    absent,
    convert: (given: unknown) => convert(completed(given as Given[] | null)),
  };
};

function completed(given: readonly Given[] | null): unknown {
  const whole = given?.map((fee) => ({
    all_collectors_are_exempt: false,
    collector_account_id: feeCollector,
    ...fee,
  }));
  return withIds(whole, ['collector_account_id', 'denominating_token_id']);
}

const customFees = intoCurrentOrHistory('custom_fee', {
  entity_id: id(),
  timestamp_range: plain(),
  fixed_fees: fees('fixed_fees'),
  fractional_fees: fees('fractional_fees'),
  royalty_fees: fees('royalty_fees'),
});

/** A token comes with its fees; without any given, with a row that says it has none. */
const tokens: Loader = (given, add) => {
  const whole = type(given) ? { ...given, decimals: 0, initial_supply: 0 } : given;
  intoCurrentOrHistory('token', token)(whole, add);
  const none = { entity_id: given['token_id'], timestamp_range: sinceCreation(given) };
  for (const fee of (given['custom_fees'] as Given[] | undefined) ?? [none]) customFees(fee, add);
};

const type = (given: Given) => given['type'] === 'NON_FUNGIBLE_UNIQUE';

const nfts = intoCurrentOrHistory('nft', {
  account_id: id('0.0.0'),
  created_timestamp: plain(0),
  delegating_spender: id(),
  deleted: plain(false),
  metadata: raw('\\x'),
  serial_number: plain(0),
  spender: id(),
  timestamp_range: plain(sinceCreation),
  token_id: id('0.0.0'),
});

export const tokenLoaders: Readonly<Record<string, Loader>> = {
  customfees: customFees,
  nfts,
  tokens,
  tokenaccounts: intoCurrentOrHistory('token_account', {
    account_id: id(),
    token_id: id(),
    associated: plain(true),
    automatic_association: plain(false),
    balance: plain(0),
    balance_timestamp: plain(0),
    created_timestamp: plain(0),
    freeze_status: plain(),
    kyc_status: plain(),
    timestamp_range: plain(sinceCreation),
  }),
};
