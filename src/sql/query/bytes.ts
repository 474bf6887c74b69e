// Bytes as statements give them, in hex, and as the contract prints them.

/** Hex as base64; null where there is none. */
export const base64 = (hex: string | null): string | null =>
  hex === null ? null : Buffer.from(hex, 'hex').toString('base64');
