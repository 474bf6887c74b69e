// Custom fees out of the JSON columns of `custom_fee` (contract C.2); missing members mean null.
import { someId } from '../../contract/check.js';
import {
  type CustomFees,
  customFees as customFeeShape,
  type TopicFees,
  topicFees as topicFeeShape,
} from '../../contract/resources/fees.js';
import { printTimestamp } from '../../contract/values.js';
import type { Row } from '../engines/database.js';
import { storedId, storedList, storedMember, storedObject } from '../query/stored.js';

/** What each fee has, in its order: the amount is between what is said of the collectors. */
const collected = (fee: Row, amount: unknown) => ({
  all_collectors_are_exempt: fee['all_collectors_are_exempt'] ?? false,
  amount,
  collector_account_id: storedId(fee['collector_account_id']),
});

const fixed = (fee: Row) => ({
  ...collected(fee, fee['amount'] ?? 0),
  denominating_token_id: storedId(fee['denominating_token_id']),
});

const fractional = (fee: Row, token: string) => ({
  ...collected(fee, { numerator: fee['numerator'] ?? 0, denominator: fee['denominator'] ?? 0 }),
  denominating_token_id: token,
  maximum: fee['maximum_amount'] ?? null,
  minimum: fee['minimum_amount'] ?? 0,
  net_of_transfers: fee['net_of_transfers'] ?? false,
});

const fallback = (fee: Row) =>
  fee['amount']
    ? { amount: fee['amount'], denominating_token_id: storedId(fee['denominating_token_id']) }
    : null;

const royalty = (fee: Row) => ({
  ...collected(fee, { denominator: fee['denominator'] ?? 0, numerator: fee['numerator'] ?? 0 }),
  fallback_fee: storedObject(fee['fallback_fee'], fallback),
});

const fixedFees = storedMember(customFeeShape, 'fixed_fees');
const fractionalFees = storedMember(customFeeShape, 'fractional_fees');
const royaltyFees = storedMember(customFeeShape, 'royalty_fees');
const fixedTopicFees = storedMember(topicFeeShape, 'fixed_fees');

/** The fees of a token's row; the second list depends on the token's type. */
export function customFees(row: Row): CustomFees {
  const token = someId(row['token_id']);
  return {
    // What has no row has had no fees since it is there.
    created_timestamp: printTimestamp(row['fees_timestamp'] ?? row['created_timestamp']) as string,
    fixed_fees: fixedFees(storedList(row['fixed_fees'], fixed)),
    ...((row['type'] as string) === 'FUNGIBLE_COMMON'
      ? {
          fractional_fees: fractionalFees(
            storedList(row['fractional_fees'], (fee) => fractional(fee, token)),
          ),
        }
      : { royalty_fees: royaltyFees(storedList(row['royalty_fees'], royalty)) }),
  };
}

/** The fees of a topic's row. */
export function topicFees(row: Row): TopicFees {
  return {
    created_timestamp: printTimestamp(row['fees_timestamp'] ?? row['created_timestamp']) as string,
    fixed_fees: fixedTopicFees(
      storedList(row['fixed_fees'], (fee) => {
        const { all_collectors_are_exempt: _token, ...own } = fixed(fee);
        return own;
      }),
    ),
  };
}
