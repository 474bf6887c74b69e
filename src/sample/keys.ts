// Keys of the sample ledger, as protobuf bytes in hex, and the addresses that follow from them.
import { normalizeZ } from '@noble/curves/abstract/curve.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { delimited, hexVarint } from './protobuf.js';
import type { Random } from './random.js';

export interface Key {
  /** The serialized protobuf Key; null when the entity has none. */
  key: string | null;
  /** The single public key inside, when there is just one. */
  publicKey: string | null;
  /** The address that follows from an ECDSA key. */
  evmAddress: string | null;
}

/** The empty key list that marks an entity nobody can change (and a hollow account). */
export const emptyKeyList: Key = { key: '3200', publicKey: null, evmAddress: null };
export const noKey: Key = { key: null, publicKey: null, evmAddress: null };

export interface KeyRing {
  /** ED25519 keys are 32 random bytes: no one checks that they are points of the curve. */
  ed25519(): Key;
  /** Real points of secp256k1, so that the EVM address is the true one. */
  ecdsa(): Key;
  /** Mostly plain keys, some lists and thresholds. */
  any(): Key;
  /** The serialized form of a key, or null. */
  optional(probability: number): string | null;
}

const batchSize = 256;

/**
 * Consecutive multiples of the base point, made affine a batch at a time: one addition and a share
 * of one inversion a key, where a multiplication each would take most of the start-up time.
 */
function* ecdsaKeys(): Generator<Key, never> {
  const { Point } = secp256k1;
  // The sample's keys are no secret; any start does that is not a well-known small multiple.
  let point = Point.BASE.multiplyUnsafe(0x6d69_7272_6f72_716c_2026n);
  for (;;) {
    const points = [];
    for (let index = 0; index < batchSize; index++) {
      points.push(point);
      point = point.add(Point.BASE);
    }
    for (const affine of normalizeZ(Point, points)) {
      const publicKey = affine.toHex(true);
      const address = keccak_256(affine.toBytes(false).subarray(1)).subarray(12);
      yield {
        key: `3a21${publicKey}`,
        publicKey,
        evmAddress: Buffer.from(address).toString('hex'),
      };
    }
  }
}

export function createKeyRing(random: Random): KeyRing {
  const points = ecdsaKeys();
  const ed25519 = (): Key => {
    const publicKey = random.hex(32);
    return { key: `1220${publicKey}`, publicKey, evmAddress: null };
  };
  const ecdsa = (): Key => points.next().value;
  const list = (...keys: Key[]): string =>
    keys.map((each) => delimited(1, each.key ?? '')).join('');
  const any = (): Key => {
    const kind = random.fraction();
    if (kind < 0.75) return ed25519();
    if (kind < 0.9) return ecdsa();
    const first = ed25519();
    if (kind < 0.92) return { ...first, key: delimited(6, list(first)) };
    const threshold = (keyList: string): string =>
      delimited(5, `08${hexVarint(1n)}${delimited(2, keyList)}`);
    if (kind < 0.94) return { ...first, key: threshold(list(first)) };
    const many = list(first, ed25519(), ecdsa());
    return {
      key: kind < 0.97 ? delimited(6, many) : threshold(many),
      publicKey: null,
      evmAddress: null,
    };
  };
  return {
    ed25519,
    ecdsa,
    any,
    optional: (probability) => (random.chance(probability) ? any().key : null),
  };
}
