// Staking rewards that were paid to an account.

import { type List, operators } from '../resource.js';
import * as t from '../shape.js';
import { timestamp } from '../values.js';
import { accountKey, area } from './accounts.js';

const rewardRow = t.object(
  'A staking reward that was paid to an account.',
  {
    account_id: t.nullable(t.entityId('Account that was paid.')),
    amount: t.int64('What was paid, in tinybars.'),
    timestamp: t.timestamp('Consensus timestamp of the transaction that paid it.'),
  },
  'StakingReward',
);

export type RewardRow = t.Static<typeof rewardRow>;

export const rewards: List<RewardRow> = {
  is: 'list',
  name: 'rewards',
  description: 'Staking rewards that were paid to an account.',
  path: '/api/v1/accounts/{id}/rewards',
  documents: {
    area,
    operation: 'getStakingRewards',
    body: 'StakingRewardsResponse',
    example: '0.0.1002',
  },
  row: rewardRow,
  items: 'rewards',
  keys: [accountKey],
  keyFirst: true,
  keyMustExist: 'always',
  order: 'desc',
  sort: [{ parameter: 'timestamp', kind: timestamp, of: (row) => row.timestamp }],
  flow: 2,
  maxAge: 60,
  parameters: {
    timestamp: {
      kind: timestamp,
      operators: operators.filter((operator) => operator !== 'ne'),
      repeat: 'any',
      refusal: 'Not equals (ne) operator is not supported for timestamp',
      description: 'Consensus timestamp of the reward.',
    },
  },
};
