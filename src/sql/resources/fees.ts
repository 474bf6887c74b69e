// Custom fees out of the JSON columns of `custom_fee` (contract C.2); missing members mean null.
import { decodeEntityId } from '../../contract/entity.js';
import type { Int64 } from '../../contract/json.js';
import type {
  CustomFees,
  FixedFee,
  FractionalFee,
  RoyaltyFee,
  TopicFees,
} from '../../contract/resources/fees.js';
import { printTimestamp } from '../../contract/values.js';
import type { Row } from '../engines/database.js';

/** A fee as stored; which members it has depends on its kind. */
interface StoredFee {
  readonly all_collectors_are_exempt?: boolean;
  readonly collector_account_id?: Int64;
  readonly amount?: Int64;
  readonly denominating_token_id?: Int64 | null;
  readonly numerator?: Int64;
  readonly denominator?: Int64;
  readonly maximum_amount?: Int64 | null;
  readonly minimum_amount?: Int64;
  readonly net_of_transfers?: boolean;
  readonly fallback_fee?: { amount?: Int64; denominating_token_id?: Int64 | null } | null;
}

const id = (encoded: Int64 | null | undefined) => decodeEntityId(encoded ?? null);
/** What each fee has, in its order: the amount is between what is said of the collectors. */
const collected = <T>(fee: StoredFee, amount: T) => ({
  all_collectors_are_exempt: fee.all_collectors_are_exempt ?? false,
  amount,
  collector_account_id: id(fee.collector_account_id),
});

const fixed = (fee: StoredFee): FixedFee => ({
  ...collected(fee, fee.amount ?? 0),
  denominating_token_id: id(fee.denominating_token_id),
});

const fractional = (fee: StoredFee, token: string): FractionalFee => ({
  ...collected(fee, { numerator: fee.numerator ?? 0, denominator: fee.denominator ?? 0 }),
  denominating_token_id: token,
  maximum: fee.maximum_amount ?? null,
  minimum: fee.minimum_amount ?? 0,
  net_of_transfers: fee.net_of_transfers ?? false,
});

const royalty = (fee: StoredFee): RoyaltyFee => ({
  ...collected(fee, { denominator: fee.denominator ?? 0, numerator: fee.numerator ?? 0 }),
  fallback_fee: fee.fallback_fee?.amount
    ? {
        amount: fee.fallback_fee.amount,
        denominating_token_id: id(fee.fallback_fee.denominating_token_id),
      }
    : null,
});

/** The fees of a token's row; the second list depends on the token's type. */
export function customFees(row: Row): CustomFees {
  const token = decodeEntityId(row['token_id']) as string;
  const stored = (column: string): readonly StoredFee[] => row[column] ?? [];
  return {
    // What has no row has had no fees since it is there.
    created_timestamp: printTimestamp(row['fees_timestamp'] ?? row['created_timestamp']) as string,
    fixed_fees: stored('fixed_fees').map(fixed),
    ...((row['type'] as string) === 'FUNGIBLE_COMMON'
      ? { fractional_fees: stored('fractional_fees').map((fee) => fractional(fee, token)) }
      : { royalty_fees: stored('royalty_fees').map(royalty) }),
  };
}

/** The fees of a topic's row. */
export function topicFees(row: Row): TopicFees {
  const stored: readonly StoredFee[] = row['fixed_fees'] ?? [];
  return {
    created_timestamp: printTimestamp(row['fees_timestamp'] ?? row['created_timestamp']) as string,
    fixed_fees: stored.map((fee) => {
      const { all_collectors_are_exempt: _token, ...own } = fixed(fee);
      return own;
    }),
  };
}
