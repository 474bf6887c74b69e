// The EVM address that follows from an account's ECDSA key alias.
import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak_256 } from '@noble/hashes/sha3';

// A protobuf Key with a compressed ECDSA secp256k1 key: tag 3a, length 21, 33 bytes.
const ecdsaAlias = /^3a21(0[23][0-9a-f]{64})$/;

/**
 * `0x` and the last 20 bytes of keccak-256 over x and y of the key in an alias (lower-case hex);
 * null for any other alias, and for bytes that are no point of the curve.
 */
export function ecdsaAliasAddress(aliasHex: string): string | null {
  const compressed = ecdsaAlias.exec(aliasHex)?.[1];
  if (compressed === undefined) return null;
  try {
    const point = secp256k1.ProjectivePoint.fromHex(compressed).toRawBytes(false);
    return `0x${Buffer.from(keccak_256(point.subarray(1)).subarray(-20)).toString('hex')}`;
  } catch {
    return null;
  }
}
