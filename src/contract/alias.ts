// Aliases from what their owners hold: the bytes in hex, or the public key that they contain.
import { printAlias } from './entity.js';

// Protobuf tag and length before a primitive key, by the key's hex; DER headers of both curves.
const forms: readonly (readonly [RegExp, string])[] = [
  [/^(?:302a300506032b6570032100)?([0-9a-f]{64})$/, '1220'],
  [/^(?:302d300706052b8104000a032200)?(0[23][0-9a-f]{64})$/, '3a21'],
];
const keyAlias = /^(1220[0-9a-f]{64}|3a210[23][0-9a-f]{64})$/;

/**
 * Canonical base32 alias of a public key (raw or DER, hex), or of alias bytes in hex behind `0x`;
 * null for other text. Forty hex digits are an EVM address and not read here.
 */
export function readPublicKeyAlias(text: string): string | null {
  const hex = text.replace(/^0x/, '').toLowerCase();
  const bytes = keyAlias.test(hex) ? hex : fromPublicKey(hex);
  return bytes === null ? null : printAlias(Buffer.from(bytes, 'hex'));
}

function fromPublicKey(hex: string): string | null {
  for (const [form, prefix] of forms) {
    const key = form.exec(hex)?.[1];
    if (key !== undefined) return prefix + key;
  }
  return null;
}
