// Allowances: what an account lets others spend of its hbars and of its fungible tokens.

import { ranges } from '../operators.js';
import { defaultLimits, type List } from '../resource.js';
import { twoKeyRules } from '../rules.js';
import * as t from '../shape.js';
import { entityId, entityIdOrEvm } from '../values.js';
import { accountKey, area } from './accounts.js';

const granted = {
  owner: t.entityId('Account that has given it.'),
  spender: t.entityId('Account that it is given to.'),
  timestamp: t.timestampRange('Since when it is as it is now.'),
};

const hbarAllowanceRow = t.object(
  'What an account may spend of the hbars of another.',
  {
    amount: t.int64('What is left to spend, in tinybars.'),
    amount_granted: t.int64('What was granted at first, in tinybars.'),
    ...granted,
  },
  'CryptoAllowance',
);

export type HbarAllowanceRow = t.Static<typeof hbarAllowanceRow>;

const tokenAllowanceRow = t.object(
  "What an account may spend of another's fungible token.",
  {
    amount: t.int64("What is left to spend, in the token's smallest unit."),
    amount_granted: t.int64("What was granted at first, in the token's smallest unit."),
    ...granted,
    token_id: t.entityId('The token.'),
  },
  'TokenAllowance',
);

export type TokenAllowanceRow = t.Static<typeof tokenAllowanceRow>;

const spender = {
  kind: entityIdOrEvm,
  operators: ranges,
  description: 'Account that may spend.',
} as const;

export const hbarAllowances: List<HbarAllowanceRow> = {
  is: 'list',
  name: 'hbarAllowances',
  description: 'Hbars that an account lets others spend; what is used up or revoked is left out.',
  path: '/api/v1/accounts/{id}/allowances/crypto',
  documents: {
    area,
    operation: 'getCryptoAllowances',
    body: 'CryptoAllowancesResponse',
    example: '0.0.1001',
  },
  row: hbarAllowanceRow,
  items: 'allowances',
  keys: [accountKey],
  keyFirst: true,
  keyMustExist: 'reference',
  order: 'desc',
  sort: [{ parameter: 'spender.id', kind: entityIdOrEvm, of: (row) => row.spender }],
  flow: 2,
  maxAge: 1,
  parameters: {
    'spender.id': {
      ...spender,
      repeat: 'any',
      refusal: 'Not equal (ne) comparison operator is not supported for spender.id',
    },
  },
};

export const tokenAllowances: List<TokenAllowanceRow> = {
  is: 'list',
  name: 'tokenAllowances',
  description:
    'Fungible tokens that an account lets others spend; what is used up or revoked is left out.',
  path: '/api/v1/accounts/{id}/allowances/tokens',
  documents: {
    area,
    operation: 'getTokenAllowances',
    body: 'TokenAllowancesResponse',
    example: '0.0.1001',
  },
  row: tokenAllowanceRow,
  items: 'allowances',
  keys: [accountKey],
  keyFirst: true,
  keyMustExist: 'reference',
  order: 'asc',
  // What a service sets for other lists the reference does not take here.
  pages: { page: defaultLimits.page },
  sort: [
    { parameter: 'spender.id', kind: entityIdOrEvm, of: (row) => row.spender },
    { parameter: 'token.id', kind: entityId, of: (row) => row.token_id },
  ],
  together: true,
  flow: 2,
  maxAge: 1,
  parameters: {
    'spender.id': {
      ...spender,
      repeat: 'all',
      refusal: 'Not equal (ne) operator is not supported for spender.id',
    },
    'token.id': {
      kind: entityId,
      operators: ranges,
      repeat: 'all',
      refusal: 'Not equal (ne) operator is not supported for token.id',
      description: 'Token id; goes with the end of the range of spenders.',
    },
  },
  rules: twoKeyRules('spender.id', 'token.id'),
};
