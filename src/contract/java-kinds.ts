// Kinds of values that the reference's endpoints in Java spell otherwise than the others (contract A.15, J.1).
import { readAlias, readEntityId } from './entity.js';
import { accountReference, type Kind, timestamp } from './values.js';

/** Timestamp whose fraction is a number of nanoseconds: `1.5` is five of them after one second. */
export const nanosecondTimestamp: Kind = {
  ...timestamp,
  rule: 'seconds of 1 to 17 digits with an optional number of nanoseconds of 1 to 9 digits',
  pattern: String.raw`\d{1,17}(\.\d{1,9})?`,
  read(text) {
    const parts = /^(\d{1,17})(?:\.(\d{1,9}))?$/.exec(text);
    return parts && `${BigInt(parts[1] as string)}.${(parts[2] ?? '').padStart(9, '0')}`;
  },
};

const number = /^(\d{1,4}\.)?(\d{1,5}\.)?\d{1,12}$/;
const address = /^(?:0x|(?:\d{1,4}\.)?\d{1,5}\.)?([A-Fa-f0-9]{40})$/;
const alias = /^(?:\d{1,5}\.){0,2}([A-Z2-7]{40,70})$/;

/**
 * Reference to an account: every EVM address is looked up, a long-zero one too, and a shard and realm
 * before an address or alias are not looked at.
 */
export const storedReference: Kind = {
  ...accountReference,
  rule: 'an account id such as 0.0.1234, an EVM address of 40 hex digits, or a base32 alias of 40 to 70 characters',
  pattern: String.raw`((\d{1,4}\.)?(\d{1,5}\.)?\d{1,12}|(0x|(\d{1,4}\.)?\d{1,5}\.)?[A-Fa-f0-9]{40}|(\d{1,5}\.){0,2}[A-Z2-7]{40,70})`,
  isReference: 'alive',
  read(text) {
    if (number.test(text)) return readEntityId(text);
    const hex = address.exec(text)?.[1];
    if (hex !== undefined) return `0x${hex.toLowerCase()}`;
    const bare = alias.exec(text)?.[1];
    return bare === undefined ? null : readAlias(bare);
  },
  toInt64: (canonical) =>
    canonical.includes('.') ? (accountReference.toInt64?.(canonical) ?? null) : null,
};
