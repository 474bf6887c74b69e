// NFTs: `nft`, `Account.nfts`, `Token.nfts`.
import { joinKey } from '../../contract/path-key.js';
import { nft, nfts, serialNumber as serial, tokenNfts } from '../../contract/resources/nfts.js';
import { builder } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { toAccount, toToken, toTransaction } from '../build/links.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { givenKey, givenPart } from '../build/nodes.js';
import { Account, Nft, Token } from '../build/refs.js';
import { utf8Text } from '../build/utf8.js';

entity(Nft, {
  description: meaningOf(nfts.row),
  id: ({ token_id, serial_number }) => joinKey(token_id, String(serial_number)),
  kinds: nft.keys?.map(({ kind }) => kind) ?? [],
  load: (id, { loaders }) => loaders.of(nft).load(id),
  fields: (t) =>
    members(t, nfts.row, {
      accountId: 'account_id',
      account: { member: 'account_id', ...toAccount, cost: { sameBelow: ['Account.nfts'] } },
      createdTimestamp: 'created_timestamp',
      mintTransaction: {
        member: 'created_timestamp',
        ...toTransaction('The transaction that has minted it'),
      },
      delegatingSpenderId: 'delegating_spender',
      delegatingSpender: { member: 'delegating_spender', ...toAccount },
      deleted: 'deleted',
      metadata: 'metadata',
      metadataText: {
        member: 'metadata',
        type: 'String',
        as: utf8Text,
        also: 'Here as text; null where it is no UTF-8.',
      },
      // As it is of tokens and topics, which a search finds beside NFTs.
      modifiedTimestamp: { member: 'modified_timestamp', nullable: true },
      serialNumber: 'serial_number',
      spenderId: 'spender',
      spender: { member: 'spender', ...toAccount },
      tokenId: 'token_id',
      token: { member: 'token_id', ...toToken, cost: { sameBelow: ['Token.nfts'] } },
    }),
});

builder.queryField('nft', (t) =>
  t.field({
    type: Nft,
    description: 'One NFT; null when there is none.',
    args: {
      token: t.arg({ type: 'EntityId', required: true, description: 'The token.' }),
      serialNumber: t.arg({ type: 'Int64', required: true, description: 'Its serial number.' }),
    },
    resolve(_root, { token, serialNumber }, { loaders }) {
      const number = givenPart('serialNumber', serialNumber, serial.kind);
      const key = joinKey(givenKey('Token', 'token', token), number);
      return loaders.of(nft).load(loaders.typed(key, 'token', 'serialNumber'));
    },
  }),
);

connectionOf(Nft, { one: 'an NFT', many: 'NFTs' });

const ofAccount = conditions(
  'AccountNftsFilter',
  {
    of: 'the NFTs of an account',
    also: 'A bound on serial numbers goes with the end of the range of tokens: from serial number 3 of one token on, through all tokens behind it.',
  },
  nfts,
  {
    token: 'token.id',
    serialNumber: { by: 'serialnumber', description: 'Serial number; needs `token`.' },
    spender: 'spender.id',
  },
);

builder.objectField(Account, 'nfts', (t) =>
  listField(t, {
    list: nfts,
    type: Nft,
    description: 'NFTs that the account holds, by token and serial number.',
    by: 'token and serial number',
    filter: ofAccount,
    below: ({ account: key }) => ({ key }),
  }),
);

const ofToken = conditions('TokenNftsFilter', 'the NFTs of a token', tokenNfts, {
  account: 'account.id',
  serialNumber: 'serialnumber',
});

builder.objectField(Token, 'nfts', (t) =>
  listField(t, {
    list: tokenNfts,
    type: Nft,
    description:
      'NFTs of the token, those that are burned or wiped among them, the newest first by default; none where it is fungible.',
    by: 'serial number',
    filter: ofToken,
    below: ({ token_id: key }) => ({ key }),
    cost: { unique: 'serialNumber' },
  }),
);
