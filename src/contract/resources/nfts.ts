// NFTs: those of an account, those of a token, and one by its token and serial number.

import { isLongZeroOf } from '../entity.js';
import { ranges } from '../operators.js';
import { keyParts } from '../path-key.js';
import { type List, type Lookup, operators } from '../resource.js';
import { oneRange, twoKeyRules } from '../rules.js';
import * as t from '../shape.js';
import { entityId, entityIdOrEvm, naturalNumber } from '../values.js';
import { area as accountArea, accountKey } from './accounts.js';
import { area as tokenArea, tokenKey } from './tokens.js';

const nftRow = t.object(
  'A token that is unique: one serial number of a non-fungible token.',
  {
    account_id: t.nullable(t.entityId('Account that holds it; null once it is burned or wiped.')),
    created_timestamp: t.timestampOrNull('Consensus timestamp of the transaction that minted it.'),
    delegating_spender: t.nullable(
      t.entityId('Account that has named the spender for its holder.'),
    ),
    deleted: t.nullable(t.boolean('Whether it, or its token, is deleted.')),
    metadata: t.nullable(t.base64('What its issuer has written on it.')),
    modified_timestamp: t.timestamp('Consensus timestamp of its latest change.'),
    serial_number: t.int64('Number within its token.'),
    spender: t.nullable(t.entityId('Account that may move it for its holder.')),
    token_id: t.entityId('The token.'),
  },
  'Nft',
);

export type NftRow = t.Static<typeof nftRow>;

export const nfts: List<NftRow> = {
  is: 'list',
  name: 'nfts',
  description: 'NFTs that an account holds.',
  path: '/api/v1/accounts/{id}/nfts',
  documents: {
    area: accountArea,
    operation: 'getNftsByAccountId',
    body: 'Nfts',
    example: '0.0.1001',
  },
  row: nftRow,
  items: 'nfts',
  keys: [accountKey],
  keyFirst: true,
  keyMustExist: 'reference',
  order: 'desc',
  sort: [
    { parameter: 'token.id', kind: entityId, of: (row) => row.token_id },
    { parameter: 'serialnumber', kind: naturalNumber(1n), of: (row) => row.serial_number },
  ],
  together: true,
  flow: 2,
  maxAge: 1,
  parameters: {
    'token.id': {
      kind: entityId,
      operators: ranges,
      repeat: 'all',
      refusal: 'Not equal (ne) operator is not supported for token.id',
      description: 'Token id.',
    },
    serialnumber: {
      kind: naturalNumber(1n),
      operators: ranges,
      repeat: 'all',
      refusal: 'Not equal (ne) operator is not supported for serialnumber',
      description: 'Serial number; goes with the end of the range of token ids.',
    },
    'spender.id': {
      kind: entityIdOrEvm,
      operators: ranges,
      repeat: 'any',
      refusal: 'Not equals (ne) comparison operator is not supported',
      description: 'Account that may move the NFT.',
    },
  },
  rules: [...twoKeyRules('token.id', 'serialnumber'), oneRange('spender.id')],
};

export const tokenNfts: List<NftRow> = {
  is: 'list',
  name: 'tokenNfts',
  description: 'NFTs of a token, those that are burned or wiped among them.',
  path: '/api/v1/tokens/{id}/nfts',
  documents: { area: tokenArea, operation: 'getNfts', body: 'Nfts', example: '0.0.2002' },
  row: nftRow,
  items: 'nfts',
  keys: [tokenKey],
  keyFirst: true,
  order: 'desc',
  sort: [{ parameter: 'serialnumber', kind: naturalNumber(1n), of: (row) => row.serial_number }],
  flow: 2,
  maxAge: 1,
  parameters: {
    'account.id': {
      kind: entityIdOrEvm,
      operators,
      repeat: 'all',
      description: 'Account that holds the NFT.',
    },
    serialnumber: {
      kind: naturalNumber(1n),
      operators,
      repeat: 'all',
      description: 'Serial number within the token.',
    },
  },
};

export const serialNumber = {
  parameter: 'serialnumber',
  kind: naturalNumber(1n),
  description: 'Serial number.',
} as const;

export const nft: Lookup<NftRow> = {
  is: 'lookup',
  name: 'nft',
  description: 'One NFT.',
  path: '/api/v1/tokens/{id}/nfts/{serialNumber}',
  documents: { area: tokenArea, operation: 'getNft', example: '0.0.2002/1' },
  row: nftRow,
  keys: [tokenKey, serialNumber],
  goesBy(key, { token_id, serial_number }) {
    const [token = '', serial] = keyParts(nft, key);
    const isOfToken = token_id === token || isLongZeroOf(token, token_id);
    return isOfToken && String(serial_number) === serial;
  },
  flow: 1,
  maxAge: () => 1,
  parameters: {},
};
