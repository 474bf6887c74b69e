// Bytes of the EVM as statements give them, in hex, and as the contract prints them (contract G.2).
import { longZeroAddress } from '../../contract/entity.js';

/** The EVM address of an entity: its own, or the one that its number stands for. */
export const addressOf = (own: string | null, id: bigint | number): string | null =>
  own === null ? longZeroAddress(id) : `0x${own}`;

/** Bytes as they are; none are `0x`. */
export const plainHex = (hex: string | null): string => `0x${hex ?? ''}`;

const wordDigits = 64;

/** Bytes as a word of 32, of which the database may leave out leading zeros; longer ones stay. */
export const wordHex = (hex: string): string => `0x${hex.padStart(wordDigits, '0')}`;

/** The same of what a contract logs, where no bytes stay none. */
export const dataHex = (hex: string): string => (hex === '' ? '0x' : wordHex(hex));

/** Bytes of a number: of the zeros in front the reference leaves out one digit at the most. */
export function quantityOfBytes(hex: string | null): string {
  const text = plainHex(hex);
  return text.length > 3 && text[2] === '0' ? `0x${text.slice(3)}` : text;
}

export const quantity = (value: bigint): string => `0x${value.toString(16)}`;

/** The number in bytes, without a sign; null for no bytes. */
export const unsigned = (hex: string | null): bigint | null =>
  hex === null || hex === '' ? null : BigInt(`0x${hex}`);

/** The same with the sign in the first bit. */
export function signed(hex: string | null): bigint | null {
  const value = unsigned(hex);
  return value === null ? null : BigInt.asIntN((hex as string).length * 4, value);
}
