// Staking rewards that an account was paid: `Account.stakingRewards`.
import { joinKey } from '../../contract/path-key.js';
import { type RewardRow, rewards } from '../../contract/resources/rewards.js';
import { plainEntityId, timestamp } from '../../contract/values.js';
import { builder } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { toAccount, toTransaction } from '../build/links.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { Account } from '../build/refs.js';
import { hbarsOf } from '../build/units.js';
import { rowAt } from '../reading/first-row.js';

const AccountReward = builder.objectRef<RewardRow>('AccountReward');

entity(AccountReward, {
  description: meaningOf(rewards.row),
  id: (row) => joinKey(String(row.account_id), row.timestamp),
  kinds: [plainEntityId, timestamp],
  load(id, context) {
    const [key, ...place] = id.split('/');
    return rowAt(context, rewards, place, key);
  },
  fields: (t) =>
    members(t, rewards.row, {
      accountId: 'account_id',
      account: {
        member: 'account_id',
        ...toAccount,
        cost: { sameBelow: ['Account.stakingRewards'] },
      },
      timestamp: 'timestamp',
      transaction: {
        member: 'timestamp',
        ...toTransaction('The transaction along with which it was paid'),
      },
      tinybars: 'amount',
      hbars: { member: 'amount', ...hbarsOf('tinybars') },
    }),
});

connectionOf(AccountReward, { one: 'a reward', many: 'rewards' });

const filter = conditions('AccountRewardsFilter', 'the rewards of an account', rewards, {
  timestamp: 'timestamp',
});

builder.objectField(Account, 'stakingRewards', (t) =>
  listField(t, {
    list: rewards,
    type: AccountReward,
    description: 'Staking rewards that the account was paid, newest first by default.',
    by: 'time',
    filter,
    below: ({ account: key }) => ({ key }),
  }),
);
