// Balances of accounts: `balances`, and the type that `Account.balance` shares with it.

import { defaultLimits, type List } from '../../contract/resource.js';
import { accountBalance } from '../../contract/resources/accounts.js';
import { type BalanceRow, balances } from '../../contract/resources/balances.js';
import { balancesByAmount } from '../../contract/resources/by-balance.js';
import { isPast } from '../../contract/timestamps.js';
import { plainEntityId } from '../../contract/values.js';
import { builder } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { listField, type Orders } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { Balance, type BalanceSource, TokenBalance } from '../build/refs.js';
import { hbarsOf } from '../build/units.js';
import { byGlobalId, type FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { selectsAnywhere } from '../reading/selection.js';
import { rowTokens } from './row-tokens.js';
import { TokenBalanceConnection } from './token-balance.js';

/** `shard.realm.num`, for a snapshot followed by `@` and its time: live and past never mix. */
const balanceId = ({ account, snapshot }: BalanceSource) =>
  snapshot === null ? account : `${account}@${snapshot}`;

/** A balance of the list at an instant, or live for null; null where the ledger has no row. */
export async function loadBalance(
  account: string,
  at: string | null,
  context: Context,
  isBare = false,
): Promise<BalanceSource | null> {
  const found = await context.loaders.balance().load({ account, at, order: 'asc', isBare });
  return found && source(found.row, found.timestamp, at !== null);
}

const source = (row: BalanceRow, time: string | null, isSnapshot: boolean): BalanceSource => ({
  account: row.account,
  balance: row.balance,
  tokens: row.tokens,
  timestamp: time,
  snapshot: isSnapshot ? time : null,
});

entity(Balance, {
  description: meaningOf(balances.row),
  id: balanceId,
  kinds: [plainEntityId],
  versions: 'read',
  load: (id, context, at) => loadBalance(id, at ?? null, context),
  byId: { loads: 'batch' },
  fields: (t) => ({
    ...members(t, accountBalance, {
      balance: 'balance',
      hbars: { member: 'balance', ...hbarsOf('balance') },
      timestamp: 'timestamp',
    }),
    tokens: t.connection(
      {
        type: TokenBalance,
        description:
          'Token balances, ascending by token id. The contract lists at most 50 in a row of balances: live balances go on from the account beyond that; a snapshot has no source for more, and asking for it is an error.',
        extensions: {
          // Rows bring the first tokens, which are nearly always all of them.
          cost: {
            ofPast: true,
            apartBelow: byGlobalId,
            freeBelow: ['Query.balances'],
            further: 3,
          } satisfies FieldCost,
        },
        resolve: (balance, args, context, info) => rowTokens(balance, args, context, info),
      },
      TokenBalanceConnection,
    ),
  }),
});

connectionOf(Balance, {
  one: 'a balance',
  many: 'balances',
  timestamp: 'Time of the snapshot, or the newest of the live balances; null without any.',
});

const BalanceOrder = builder.enumType('BalanceOrder', {
  description: 'What balances are in order of.',
  values: {
    ACCOUNT: { description: 'The id of the account.' },
    BALANCE: {
      description:
        'The amount, and where amounts are equal the id of the account; live balances, under conditions on account and amount. Over a mirror node, or a database that has no index for it, this is `NOT_ANSWERABLE`.',
    },
  },
});

/** Balances by account, or by amount where that can be answered. */
export const balanceOrders = <T>(byAmount: List<T>): Orders<T> => ({
  type: BalanceOrder,
  description: 'What to order by; default ACCOUNT. A cursor goes on in the order that it is of.',
  lists: { BALANCE: byAmount },
});

/** What is typed in GraphQL is not as narrow as the contract's parameters. */
export const ofBalances = conditions('BalancesFilter', 'balances', balances, {
  account: { by: 'account.id', description: 'The account.' },
  balance: {
    by: 'account.balance',
    description: "Balance in tinybars, or in the token's smallest unit.",
  },
  publicKey: {
    by: 'account.publickey',
    description: 'Public key of the account, raw or DER, in hex.',
  },
  timestamp: { by: 'timestamp', description: 'Time of the snapshot; not together with `at`.' },
});

builder.queryField('balances', (t) =>
  listField(t, {
    list: balances,
    type: Balance,
    description:
      'Balances of accounts by account id, highest id first by default: live ones, or with `at` (or `filter.timestamp`) those of a snapshot.',
    by: 'account id, or what `orderBy` says',
    filter: ofBalances,
    orders: balanceOrders(balancesByAmount),
    parts: (_context, info) =>
      selectsAnywhere(info, 'Balance', 'tokens') ? { tokens: defaultLimits.tokensPerRow } : {},
    node: (row, { filters, timestamp: time }) => source(row, time, isPast(balances, filters)),
    cost: { unique: 'account' },
  }),
);
