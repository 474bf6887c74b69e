// What accounts let others spend: `Account.hbarAllowances`, `Account.tokenAllowances`.

import { joinKey } from '../../contract/path-key.js';
import type { List } from '../../contract/resource.js';
import {
  type HbarAllowanceRow,
  hbarAllowances,
  type TokenAllowanceRow,
  tokenAllowances,
} from '../../contract/resources/allowances.js';
import { nftAllowances } from '../../contract/resources/nft-allowances.js';
import { plainEntityId } from '../../contract/values.js';
import { builder } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { toAccount, toToken } from '../build/links.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { Account } from '../build/refs.js';
import { amountIn, hbarsOf } from '../build/units.js';
import type { Context } from '../reading/context.js';
import { rowAt } from '../reading/first-row.js';
import { TimestampRange } from './timestamp-range.js';

const HbarAllowance = builder.objectRef<HbarAllowanceRow>('HbarAllowance');
const TokenAllowance = builder.objectRef<TokenAllowanceRow>('TokenAllowance');

/** The allowance of a global id: owner, and the sort keys of the list in their order. */
async function load<T>(list: List<T>, id: string, context: Context): Promise<T | null> {
  const [key, ...place] = id.split('/');
  return rowAt(context, list, place, key);
}

const parties = {
  ownerId: 'owner',
  owner: {
    member: 'owner',
    ...toAccount,
    cost: { sameBelow: ['Account.hbarAllowances', 'Account.tokenAllowances'] },
  },
  spenderId: 'spender',
  spender: { member: 'spender', ...toAccount },
  timestamp: { member: 'timestamp', type: TimestampRange },
} as const;

entity(HbarAllowance, {
  description: meaningOf(hbarAllowances.row),
  id: ({ owner, spender }) => joinKey(owner, spender),
  kinds: [plainEntityId, plainEntityId],
  load: (id, context) => load(hbarAllowances, id, context),
  fields: (t) =>
    members(t, hbarAllowances.row, {
      ...parties,
      tinybars: 'amount',
      hbars: { member: 'amount', ...hbarsOf('tinybars') },
      amountGranted: 'amount_granted',
      amountGrantedHbars: { member: 'amount_granted', ...hbarsOf('amountGranted') },
    }),
});

entity(TokenAllowance, {
  description: meaningOf(tokenAllowances.row),
  id: ({ owner, spender, token_id }) => joinKey(owner, spender, token_id),
  kinds: [plainEntityId, plainEntityId, plainEntityId],
  load: (id, context) => load(tokenAllowances, id, context),
  fields: (t) =>
    members(t, tokenAllowances.row, {
      ...parties,
      tokenId: 'token_id',
      token: { member: 'token_id', ...toToken },
      units: 'amount',
      amount: { member: 'amount', ...amountIn('units', 'token_id') },
      amountGranted: 'amount_granted',
      amountGrantedAmount: { member: 'amount_granted', ...amountIn('amountGranted', 'token_id') },
    }),
});

connectionOf(HbarAllowance, { one: 'an hbar allowance', many: 'hbar allowances' });
connectionOf(TokenAllowance, { one: 'a token allowance', many: 'token allowances' });

const ofHbars = conditions(
  'HbarAllowancesFilter',
  'the hbar allowances of an account',
  hbarAllowances,
  { spender: 'spender.id' },
);

const ofTokens = conditions(
  'TokenAllowancesFilter',
  {
    of: 'the allowances of tokens that an account has given',
    also: 'A bound on tokens goes with the end of the range of spenders.',
  },
  tokenAllowances,
  {
    spender: { by: 'spender.id', description: 'Account that may spend, or move the NFTs.' },
    token: { by: 'token.id', description: 'The token; needs `spender`.' },
  },
);
/** The same of NFTs. */
export const ofNftAllowances = ofTokens.of(nftAllowances, { spender: 'account.id' });

const onlyGiven = 'The contract lists them by who gives them, and has no list by who may spend.';

builder.objectFields(Account, (t) => ({
  hbarAllowances: listField(t, {
    list: hbarAllowances,
    type: HbarAllowance,
    description: `Hbars that the account lets others spend, as far as something is left. ${onlyGiven}`,
    by: 'spender',
    filter: ofHbars,
    below: ({ account: key }) => ({ key }),
    cost: { unique: 'spender' },
  }),
  tokenAllowances: listField(t, {
    list: tokenAllowances,
    type: TokenAllowance,
    description: `Fungible tokens that the account lets others spend, as far as something is left. ${onlyGiven}`,
    by: 'spender and token',
    filter: ofTokens,
    below: ({ account: key }) => ({ key }),
  }),
}));
