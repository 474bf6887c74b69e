// Bytes of the ledger as text: as they are, or not at all.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text in base64; null for bytes that are no UTF-8, which are not to be had without loss. */
export function utf8Text(base64: string | null): string | null {
  if (base64 === null) return null;
  try {
    return utf8.decode(Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
}
