// Who may move all NFTs of a token for their owner: by owner, and by spender.

import { type Filter, type List, operators, type Parameter } from '../resource.js';
import { twoKeysInJava } from '../rules.js';
import * as t from '../shape.js';
import { flag, plainEntityId } from '../values.js';
import { area } from './accounts.js';
import { noAccount, storedAccountKey } from './airdrops.js';

const nftAllowanceRow = t.object(
  "That an account may move all of another one's NFTs of a token.",
  {
    approved_for_all: t.boolean('Whether the spender may move all NFTs of the token.'),
    owner: t.nullable(t.entityId('Account whose NFTs they are.')),
    spender: t.nullable(t.entityId('Account that may move them.')),
    timestamp: t.timestampRange('Since when it is so.'),
    token_id: t.nullable(t.entityId('The token.')),
  },
  'NftAllowance',
);

export type NftAllowanceRow = t.Static<typeof nftAllowanceRow>;

/** Whether the account of the list is the owner, which it is unless it is asked for as the spender. */
export const isByOwner = (filters: readonly Filter[] = []): boolean =>
  !filters.some(({ parameter, value }) => parameter === 'owner' && value === 'false');

const bound = (argument: string) =>
  ({
    kind: plainEntityId,
    operators,
    repeat: 'all',
    values: { maximum: 2, argument },
  }) as const satisfies Partial<Parameter>;

export const nftAllowances: List<NftAllowanceRow> = {
  is: 'list',
  name: 'nftAllowances',
  description:
    'Allowances over all NFTs of a token that an account has given, or with `owner=false` those that it was given.',
  path: '/api/v1/accounts/{id}/allowances/nfts',
  documents: {
    area,
    operation: 'getNftAllowances',
    body: 'NftAllowancesResponse',
    example: '0.0.1001',
  },
  row: nftAllowanceRow,
  items: 'allowances',
  keys: [storedAccountKey],
  keyFirst: true,
  keyMustExist: 'reference',
  missing: noAccount,
  order: 'asc',
  sort: [
    {
      parameter: 'account.id',
      kind: plainEntityId,
      of: (row, filters) => (isByOwner(filters) ? row.spender : row.owner),
    },
    { parameter: 'token.id', kind: plainEntityId, of: (row) => row.token_id },
  ],
  together: true,
  flow: 'java',
  maxAge: 1,
  parameters: {
    'account.id': {
      ...bound('accountIds'),
      description: 'Id of the spender, or with `owner=false` of the owner.',
    },
    owner: {
      kind: flag,
      operators: ['eq'],
      isBare: true,
      repeat: 'first',
      description: 'Whether the account of the path is the owner, and not the spender.',
      default: 'true',
    },
    'token.id': { ...bound('tokenIds'), description: 'Token id; goes with `account.id`.' },
  },
  rules: twoKeysInJava('account.id', 'token.id'),
};
