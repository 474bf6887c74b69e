// Keys as the contract prints them: told apart by the bytes that precede a primitive key.
import type { Key } from './shape.js';

export type { Key } from './shape.js';

// A primitive key, a list of one key, and a threshold of one key out of one (contract A.6).
const ed25519 = /^(?:1220|32240a221220|2a28080112240a221220)([0-9a-f]{64})$/;
const ecdsa = /^(?:3a21|32250a233a21|2a29080112250a233a21)([0-9a-f]{66})$/;
const emptyKeyList = '3200';

/**
 * The contract's form of a key that another server of the contract has left as protobuf: older ones
 * know neither the empty list nor ECDSA keys.
 */
export const readKey = (protobuf: string): Key | null =>
  printKey(protobuf.replace(/^0x/i, '').toLowerCase());

/** The contract's form of a serialized protobuf key in hex; null for none or an empty list. */
export function printKey(hex: string | null): Key | null {
  if (hex === null || hex === emptyKeyList) return null;
  const ed = ed25519.exec(hex)?.[1];
  if (ed !== undefined) return { _type: 'ED25519', key: ed };
  const ec = ecdsa.exec(hex)?.[1];
  if (ec !== undefined) return { _type: 'ECDSA_SECP256K1', key: ec };
  return { _type: 'ProtobufEncoded', key: hex };
}
