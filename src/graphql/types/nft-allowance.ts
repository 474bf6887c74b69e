// Who may move all NFTs of a token for their owner: `Account.nftAllowances`, given and received.

import { equals } from '../../contract/operators.js';
import { joinKey } from '../../contract/path-key.js';
import { type NftAllowanceRow, nftAllowances } from '../../contract/resources/nft-allowances.js';
import { plainEntityId } from '../../contract/values.js';
import { builder } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { toAccount, toToken } from '../build/links.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { Account } from '../build/refs.js';
import { rowAt } from '../reading/first-row.js';
import { ofNftAllowances } from './allowance.js';
import { TimestampRange } from './timestamp-range.js';

const NftAllowance = builder.objectRef<NftAllowanceRow>('NftAllowance');

entity(NftAllowance, {
  description: meaningOf(nftAllowances.row),
  id: ({ owner, spender, token_id }) => joinKey(...[owner, spender, token_id].map(String)),
  kinds: [plainEntityId, plainEntityId, plainEntityId],
  load(id, context) {
    const [key, ...place] = id.split('/');
    return rowAt(context, nftAllowances, place, key);
  },
  fields: (t) =>
    members(t, nftAllowances.row, {
      approvedForAll: 'approved_for_all',
      ownerId: 'owner',
      owner: { member: 'owner', ...toAccount, cost: { sameBelow: ['Account.nftAllowances'] } },
      spenderId: 'spender',
      spender: {
        member: 'spender',
        ...toAccount,
        cost: { sameBelow: ['Account.nftAllowancesReceived'] },
      },
      timestamp: { member: 'timestamp', type: TimestampRange },
      tokenId: 'token_id',
      token: { member: 'token_id', ...toToken },
    }),
});

connectionOf(NftAllowance, { one: 'an NFT allowance', many: 'NFT allowances' });

const received = conditions(
  'NftAllowancesReceivedFilter',
  {
    of: 'NFT allowances that an account was given',
    also: 'A bound on tokens goes with the end of the range of owners.',
  },
  nftAllowances,
  {
    owner: { by: 'account.id', description: meaningOf(nftAllowances.row, 'owner') },
    token: { by: 'token.id', description: 'The token; needs `owner`.' },
  },
);

builder.objectFields(Account, (t) => ({
  nftAllowances: listField(t, {
    list: nftAllowances,
    type: NftAllowance,
    description: 'Who may move all NFTs of a token that the account holds.',
    by: 'spender and token',
    filter: ofNftAllowances,
    below: ({ account: key }) => ({ key }),
  }),
  nftAllowancesReceived: listField(t, {
    list: nftAllowances,
    type: NftAllowance,
    description: 'Whose NFTs of a token the account may move.',
    by: 'owner and token',
    filter: received,
    below: ({ account: key }) => ({ key, filters: [equals('owner', 'false')] }),
  }),
}));
