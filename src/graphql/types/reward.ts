// Staking rewards that an account was paid: `Account.stakingRewards`.
import { joinKey } from '../../contract/path-key.js';
import { rewards as list, type RewardRow } from '../../contract/rewards.js';
import { plainEntityId, timestamp } from '../../contract/values.js';
import { builder, Order } from '../build/builder.js';
import { connect } from '../build/connection.js';
import { entity } from '../build/entity.js';
import { readFilters, TimestampFilter } from '../build/filters.js';
import { toAccount } from '../build/links.js';
import { meaningOf, members } from '../build/members.js';
import { nodeKeys } from '../build/nodes.js';
import { Account } from '../build/refs.js';
import { hbarsOf } from '../build/units.js';

const AccountReward = builder.objectRef<RewardRow>('AccountReward');

entity(AccountReward, {
  is: 'a reward of an account',
  description: meaningOf(list.row),
  id: (row) => joinKey(String(row.account_id), row.timestamp),
  async load(id, { loaders }) {
    const kinds = [plainEntityId, timestamp];
    const [key = '', value = ''] = nodeKeys(kinds, id, 'a reward of an account');
    const filters = [{ parameter: 'timestamp', operator: 'eq', value } as const];
    const page = await loaders.pages(list).load({ key, filters, order: 'desc', limit: 1 });
    return page?.items[0] ?? null;
  },
  fields: (t) =>
    members(t, list.row, {
      accountId: 'account_id',
      account: { member: 'account_id', ...toAccount },
      timestamp: 'timestamp',
      tinybars: 'amount',
      hbars: { member: 'amount', ...hbarsOf('tinybars') },
    }),
});

const AccountRewardConnection = builder.connectionObject(
  { type: AccountReward, name: 'AccountRewardConnection', description: 'A page of rewards.' },
  { name: 'AccountRewardEdge', description: 'A reward in a page.' },
);

const AccountRewardsFilter = builder.inputType('AccountRewardsFilter', {
  description: 'Conditions on the rewards of an account; all that are given must hold.',
  fields: (t) => ({
    timestamp: t.field({ type: TimestampFilter, description: 'When the reward was paid.' }),
  }),
});

builder.objectField(Account, 'stakingRewards', (t) =>
  t.connection(
    {
      type: AccountReward,
      description: 'Staking rewards that the account was paid, newest first by default.',
      args: {
        filter: t.arg({ type: AccountRewardsFilter, description: 'Which rewards.' }),
        order: t.arg({ type: Order, description: 'Order by time; default DESC.' }),
      },
      extensions: { needs: 'id' },
      resolve: ({ account: key }, args, context, info) => {
        const filters = readFilters(list, { timestamp: 'timestamp' }, args.filter);
        return connect(context, info, list, args, { key, filters }, (row) => row);
      },
    },
    AccountRewardConnection,
  ),
);
