// Protobuf messages by field number: what the database holds serialized, without a schema of its own.
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

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
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

/** The messages in a field. */
export const messages = (message: Message, field: number): Message[] =>
  (message.get(field) ?? []).filter((value) => value instanceof Uint8Array).map(readMessage);

/** The message in a field, of which the last one counts. */
export const message = (within: Message | undefined, field: number): Message | undefined =>
  within && messages(within, field).at(-1);

/** The number in a field, of which protobuf's last one counts; absent means 0. */
export function number(message: Message | undefined, field: number): bigint {
  const value = message?.get(field)?.at(-1);
  return typeof value === 'bigint' ? value : 0n;
}
