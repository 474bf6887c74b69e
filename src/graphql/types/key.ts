// Keys as the contract shows them.
import { type Key as KeyRow, keyShape } from '../../contract/shape.js';
import { builder } from '../build/builder.js';
import { meaningOf, members } from '../build/members.js';
import { words } from '../build/words.js';

export const Key = builder.objectRef<KeyRow>('Key').implement({
  description: meaningOf(keyShape),
  fields: (t) =>
    members(t, keyShape, {
      type: { member: '_type', ...words('KeyType', keyShape.properties._type) },
      key: 'key',
    }),
});
