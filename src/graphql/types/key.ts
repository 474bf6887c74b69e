// Keys as the contract shows them.
import type { Key as KeyRow } from '../../contract/keys.js';
import { builder } from '../build/builder.js';
import { wordType } from '../build/words.js';

const keyType = wordType('KeyType', 'What a key is.', {
  ED25519: { description: 'A single ED25519 public key.' },
  ECDSA_SECP256K1: { description: 'A single ECDSA secp256k1 public key, compressed.' },
  ProtobufEncoded: { description: 'Any other key (lists, thresholds, contracts) as protobuf.' },
});

export const Key = builder.objectRef<KeyRow>('Key').implement({
  description: 'A key that signs for an entity.',
  fields: (t) => ({
    type: t.field({
      type: keyType.type,
      nullable: false,
      description: 'What the key is.',
      resolve: ({ _type }) => keyType.of(_type),
    }),
    key: t.expose('key', {
      type: 'Hex',
      nullable: false,
      description: 'The public key, or the protobuf bytes, in lower-case hex without 0x.',
    }),
  }),
});
