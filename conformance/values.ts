// The spellings of values in a case's setup (contract D.4), as text that PostgreSQL reads.
import { aliasBytes, encodeEntityId, entityIdOf, readEvmAddress } from '../src/contract/entity.js';

const hexText = /^(?:0x)?([0-9a-f]*)$/i;

const hexBytes = (hex: string) => `\\x${hex}`;

/** Encoded id of `n`, `r.n`, `s.r.n` or a long-zero address; missing parts are 0. */
export function entityId(value: unknown): bigint | null {
  if (value === null || value === undefined) return null;
  const text = String(value);
  const canonical =
    entityIdOf(readEvmAddress(text) ?? '') ?? ['0', '0', ...text.split('.')].slice(-3).join('.');
  return encodeEntityId(canonical);
}

/**
 * Bytes as hex digits, as base64 when the text is not hex, as numbers, or as `[hex]`. A number alone is
 * the text of its digits, as PostgreSQL reads it.
 */
export function bytes(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) {
    const isHex = value.length === 1 && typeof value[0] === 'string';
    return isHex ? bytes(value[0]) : hexBytes(Buffer.from(value).toString('hex'));
  }
  const text = String(value);
  const digits = hexText.exec(text)?.[1];
  if (digits === undefined) return hexBytes(Buffer.from(text, 'base64').toString('hex'));
  return hexBytes(digits.length % 2 === 0 ? digits : `0${digits}`);
}

export function aliasOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return hexBytes(Buffer.from(aliasBytes(String(value))).toString('hex'));
}

/**
 * What the reference hands to PostgreSQL as it is: text is read by the escape rules of bytea, and
 * an array arrives as the characters of an array literal. That is odd, but the cases expect it.
 */
export function rawBytes(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map((item) => `"${item}"`).join(',')}}`;
  return String(value);
}

export const asIs = (value: unknown): unknown => value ?? null;

/** Members of an object that are ids, wherever they stand in it, as encoded numbers. */
export function withIds(value: unknown, members: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, members));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    members.includes(name) ? entityId(member) : withIds(member, members),
  ]);
  return Object.fromEntries(entries);
}
