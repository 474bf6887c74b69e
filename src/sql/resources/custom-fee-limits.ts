// The most that a payer agreed to pay in custom fees: protobuf `CustomFeeLimit` as the column holds it.
import { type Int64, int64 } from '../../contract/json.js';
import type { CustomFeeLimitRow } from '../../contract/resources/transactions.js';
import { entityId, type Message, messages, number, readMessage } from '../query/message.js';

type FeeLimit = CustomFeeLimitRow;

/** Limits of a transaction, each a serialized `CustomFeeLimit` in hex: one item per fixed fee. */
export function customFeeLimits(limits: readonly string[]): FeeLimit[] {
  return limits.flatMap((hex) => {
    const limit = readMessage(Buffer.from(hex, 'hex'));
    const account_id = entityId(messages(limit, 1).at(-1));
    return messages(limit, 2).map((fee) => ({
      account_id,
      amount: amount(fee),
      denominating_token_id: entityId(messages(fee, 2).at(-1)),
    }));
  });
}

const amount = (fee: Message): Int64 => int64(number(fee, 1).toString());
