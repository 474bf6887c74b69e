// The most that a payer agreed to pay in custom fees: protobuf `CustomFeeLimit` as the column holds it.
import { decodeEntityId, encodeEntityId } from '../../contract/entity.js';
import { type Int64, int64 } from '../../contract/json.js';
import type { CustomFeeLimitRow } from '../../contract/transactions.js';

type FeeLimit = CustomFeeLimitRow;

/** A message by field number; a field that repeats has several values, each a varint or bytes. */
type Message = ReadonlyMap<number, readonly (bigint | Uint8Array)[]>;

const varint = 0;
const fixed64 = 1;
const delimited = 2;
const fixed32 = 5;

function readMessage(bytes: Uint8Array): Message {
  const fields = new Map<number, (bigint | Uint8Array)[]>();
  let at = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; at < bytes.length; shift += 7n) {
      const byte = bytes[at++] as number;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  const readBytes = (length: number): Uint8Array => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(readVarint());
    const field = tag >>> 3;
    const kind = tag & 7;
    let value: bigint | Uint8Array;
    if (kind === varint) value = BigInt.asIntN(64, readVarint());
    else if (kind === delimited) value = readBytes(Number(readVarint()));
    else if (kind === fixed64) value = readBytes(8);
    else if (kind === fixed32) value = readBytes(4);
    else break;
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

/** The messages in a field; what has another wire type is skipped. */
const messages = (message: Message, field: number): Message[] =>
  (message.get(field) ?? []).filter((value) => value instanceof Uint8Array).map(readMessage);

/** The number in a field, of which protobuf's last one counts; absent means 0. */
function number(message: Message, field: number): bigint {
  const value = message.get(field)?.at(-1);
  return typeof value === 'bigint' ? value : 0n;
}

/** `AccountID` and `TokenID` alike: shard, realm and num are the fields 1 to 3. */
function entityId(message: Message | undefined): string | null {
  if (!message) return null;
  const text = [1, 2, 3].map((field) => number(message, field)).join('.');
  return decodeEntityId(encodeEntityId(text));
}

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
