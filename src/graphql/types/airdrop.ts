// Airdrops that wait for their receivers: `Account.outstandingAirdrops`, `Account.pendingAirdrops`.

import { joinKey } from '../../contract/path-key.js';
import type { List } from '../../contract/resource.js';
import {
  type AirdropRow,
  outstandingAirdrops,
  pendingAirdrops,
} from '../../contract/resources/airdrops.js';
import { naturalNumber, plainEntityId } from '../../contract/values.js';
import { builder } from '../build/builder.js';
import { type Conditions, conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { toAccount, toNft, toToken } from '../build/links.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { Account } from '../build/refs.js';
import { amountIn } from '../build/units.js';
import { rowAt } from '../reading/first-row.js';
import { TimestampRange } from './timestamp-range.js';
import { tokenType } from './token-enums.js';

const Airdrop = builder.objectRef<AirdropRow>('Airdrop');

/** Stands for the serial number of what has none. */
const noSerial = '0';

entity(Airdrop, {
  description: meaningOf(pendingAirdrops.row),
  id: ({ receiver_id, sender_id, token_id, serial_number }) =>
    joinKey(...[receiver_id, sender_id, token_id, serial_number ?? noSerial].map(String)),
  kinds: [plainEntityId, plainEntityId, plainEntityId, naturalNumber()],
  load(id, context) {
    const [key, ...place] = id.split('/');
    return rowAt(context, pendingAirdrops, place, key);
  },
  fields: (t) =>
    members(t, pendingAirdrops.row, {
      receiverId: 'receiver_id',
      receiver: {
        member: 'receiver_id',
        ...toAccount,
        cost: { sameBelow: ['Account.pendingAirdrops'] },
      },
      senderId: 'sender_id',
      sender: {
        member: 'sender_id',
        ...toAccount,
        cost: { sameBelow: ['Account.outstandingAirdrops'] },
      },
      tokenId: 'token_id',
      token: { member: 'token_id', ...toToken },
      units: 'amount',
      amount: { member: 'amount', ...amountIn('units', 'token_id') },
      serialNumber: 'serial_number',
      nft: { member: 'serial_number', ...toNft },
      timestamp: { member: 'timestamp', type: TimestampRange },
    }),
});

connectionOf(Airdrop, { one: 'an airdrop', many: 'airdrops' });

/** By who the other one is, by one token, and by whether it is an NFT, which only its serial number says. */
function filterOf(list: List<AirdropRow>, other: 'receiver' | 'sender', name: string): Conditions {
  const made = conditions(name, 'airdrops', list, {
    [other]: `${other}.id`,
    token: { by: 'token.id', type: 'EntityId', description: 'The token.' },
    type: {
      by: 'serialnumber',
      type: tokenType.type,
      description: 'Whether units of a token or an NFT is waiting.',
    },
  });
  return {
    ...made,
    read(given) {
      const { type, ...others } = (given ?? {}) as { readonly type?: string | null };
      tokenType.asked('filter.type', type);
      const serial = type === 'FUNGIBLE_COMMON' ? { eq: noSerial } : { gte: '1' };
      return made.read({ ...others, ...(type != null && { type: serial }) });
    },
  };
}

builder.objectFields(Account, (t) => ({
  outstandingAirdrops: listField(t, {
    list: outstandingAirdrops,
    type: Airdrop,
    description: 'Airdrops that the account has sent and that their receivers have not claimed.',
    by: 'receiver, token and serial number',
    filter: filterOf(outstandingAirdrops, 'receiver', 'OutstandingAirdropsFilter'),
    below: ({ account: key }) => ({ key }),
  }),
  pendingAirdrops: listField(t, {
    list: pendingAirdrops,
    type: Airdrop,
    description: 'Airdrops that the account may claim.',
    by: 'sender, token and serial number',
    filter: filterOf(pendingAirdrops, 'sender', 'PendingAirdropsFilter'),
    below: ({ account: key }) => ({ key }),
  }),
}));
