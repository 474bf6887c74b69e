// The protobuf CustomFeeLimit that a case spells as JSON, for `transaction.max_custom_fees`.
import { delimited, hexVarint } from '../src/sample/protobuf.js';
import type { Given } from './rows.js';

// Field numbers of hedera-protobufs: custom_fees.proto and basic_types.proto.
const limitAccount = 1;
const limitFees = 2;
const feeToken = 2;
const feeAmountTag = '08';
const numTag = '18';

const num = (value: unknown) =>
  value === undefined ? '' : numTag + hexVarint(BigInt(String(value)));

/** Bytes of `{accountId: {accountNum}, fees: [{amount, denominatingTokenId: {tokenNum}}]}`. */
export function customFeeLimit({ accountId, fees = [] }: Given): string {
  const account = accountId ? delimited(limitAccount, num((accountId as Given)['accountNum'])) : '';
  const each = (fees as Given[]).map((fee) => delimited(limitFees, fixedFee(fee)));
  return `\\x${account}${each.join('')}`;
}

function fixedFee({ amount, denominatingTokenId: token }: Given): string {
  const denominated = token ? delimited(feeToken, num((token as Given)['tokenNum'])) : '';
  return feeAmountTag + hexVarint(BigInt(String(amount ?? 0))) + denominated;
}
