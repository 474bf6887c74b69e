// Balances of accounts: `balances`, and the type that `Account.balance` shares with it.
import { accountBalance } from '../../contract/accounts.js';
import { type BalanceRow, balances as list, snapshotFilters } from '../../contract/balances.js';
import { defaultLimits } from '../../contract/resource.js';
import { plainEntityId, timestamp } from '../../contract/values.js';
import { builder, Order } from '../build/builder.js';
import { connect } from '../build/connection.js';
import { entity } from '../build/entity.js';
import {
  atFilters,
  EntityIdFilter,
  Int64Filter,
  readFilters,
  TimestampFilter,
} from '../build/filters.js';
import { meaningOf, members } from '../build/members.js';
import { nodeKey } from '../build/nodes.js';
import { Balance, type BalanceSource, TokenBalance } from '../build/refs.js';
import { hbarsOf } from '../build/units.js';
import type { FieldCost } from '../costing/cost-arguments.js';
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
): Promise<BalanceSource | null> {
  const found = await context.loaders.balance.load({ account, at, order: 'asc' });
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
  is: 'a balance',
  description: meaningOf(list.row),
  id: balanceId,
  load(id, context) {
    const [account = '', at] = id.split('@');
    const key = nodeKey(plainEntityId, account, 'a balance');
    const time = at === undefined ? null : nodeKey(timestamp, at, 'a balance');
    return loadBalance(key, time, context);
  },
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
        resolve: (balance, args, context, info) => rowTokens(balance, args, context, info),
      },
      TokenBalanceConnection,
    ),
  }),
});

const BalancesFilter = builder.inputType('BalancesFilter', {
  description: 'Conditions on balances; all that are given must hold.',
  fields: (t) => ({
    account: t.field({ type: EntityIdFilter, description: 'The account.' }),
    balance: t.field({ type: Int64Filter, description: 'Balance in tinybars.' }),
    publicKey: t.field({
      type: 'Hex',
      description: "The account's public key, raw or DER, in hex.",
    }),
    timestamp: t.field({
      type: TimestampFilter,
      description: 'Time of the snapshot; not together with `at`.',
    }),
  }),
});

const filterMap = {
  account: 'account.id',
  balance: 'account.balance',
  publicKey: 'account.publickey',
  timestamp: 'timestamp',
};

const BalanceConnection = builder.connectionObject(
  {
    type: Balance,
    name: 'BalanceConnection',
    description: 'A page of balances.',
    fields: (t) => ({
      timestamp: t.field({
        type: 'Timestamp',
        description: 'Time of the snapshot, or the newest of the live balances; null without any.',
        resolve: (page) => (page as unknown as { timestamp: string | null }).timestamp,
      }),
    }),
  },
  { name: 'BalanceEdge', description: 'A balance in a page.' },
);

builder.queryField('balances', (t) =>
  t.connection(
    {
      type: Balance,
      description:
        'Balances of accounts by account id, highest id first by default: live ones, or with `at` (or `filter.timestamp`) those of a snapshot.',
      args: {
        at: t.arg({
          type: 'Timestamp',
          description: 'State at this instant: the newest snapshot at or before it.',
        }),
        filter: t.arg({ type: BalancesFilter, description: 'Which balances.' }),
        order: t.arg({ type: Order, description: 'Order by account id; default DESC.' }),
      },
      extensions: { cost: { unique: 'account' } satisfies FieldCost },
      resolve(_root, args, context, info) {
        const filters = atFilters(args.at, readFilters(list, filterMap, args.filter));
        const isSnapshot = snapshotFilters(filters).length > 0;
        const isListed = selectsAnywhere(info, 'Balance', 'tokens');
        const parts = isListed ? { tokens: defaultLimits.tokensPerRow } : {};
        const below = { filters, parts };
        return connect(context, info, list, args, below, (row, time) =>
          source(row, time, isSnapshot),
        );
      },
    },
    BalanceConnection,
  ),
);
