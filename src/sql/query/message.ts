// Protobuf messages by field number: what the database holds serialized, without a schema of its own.
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { decodeEntityId, encodeEntityId } from '../../contract/entity.js';
import { addTo } from '../../contract/grouped.js';

/** A message by field number; a field that repeats has several values, each a varint or bytes. */
export type Message = ReadonlyMap<number, readonly (bigint | Uint8Array)[]>;

/** @throws RangeError or Error for what is no message */
export function readMessage(bytes: Uint8Array): Message {
  const fields = new Map<number, (bigint | Uint8Array)[]>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, kind] = reader.tag();
    const value =
      kind === WireType.Varint
        ? BigInt(reader.int64())
        : kind === WireType.LengthDelimited
          ? reader.bytes()
          : reader.skip(kind, field);
    addTo(fields, field, value);
  }
  return fields;
}

/** The bytes in a field, as often as it stands there; what has another wire type is skipped. */
export const bytesIn = (message: Message, field: number): Uint8Array[] =>
  (message.get(field) ?? []).filter((value) => value instanceof Uint8Array);

/** The messages in a field. */
export const messages = (message: Message, field: number): Message[] =>
  bytesIn(message, field).map(readMessage);

/** The message in a field, of which the last one counts. */
export const message = (within: Message | undefined, field: number): Message | undefined =>
  within && messages(within, field).at(-1);

/** The number in a field, of which protobuf's last one counts; absent means 0. */
export function number(message: Message | undefined, field: number): bigint {
  const value = message?.get(field)?.at(-1);
  return typeof value === 'bigint' ? value : 0n;
}

/** The same of a field of 32 bits, of which protobuf counts no further ones. */
export const int32 = (message: Message | undefined, field: number): bigint =>
  BigInt.asIntN(32, number(message, field));

/** `AccountID` and `TokenID` alike: shard, realm and num are the fields 1 to 3. */
export function entityId(message: Message | undefined): string | null {
  if (!message) return null;
  const text = [1, 2, 3].map((field) => number(message, field)).join('.');
  return decodeEntityId(encodeEntityId(text));
}
