// Staking rewards out of `staking_reward_transfer`.
import sql from 'sql-template-tag';
import { decodeEntityId } from '../../contract/entity.js';
import { type RewardRow, rewards as rewardList } from '../../contract/resources/rewards.js';
import { printTimestamp } from '../../contract/values.js';
import type { ListQuery } from '../query/query.js';
import { seek } from '../query/seek.js';

const paid = sql`r.consensus_timestamp`;

export const rewards: ListQuery<RewardRow> = {
  isCounted: true,
  keyIn: sql`entity`,
  sortColumns: [sql`timestamp`],
  select: (request, [key]) => sql`select r.account_id, r.amount, ${paid} as timestamp
    from staking_reward_transfer as r
    ${seek(rewardList, request, { timestamp: paid }, { below: { column: sql`r.account_id`, key } })}`,
  item: (row) => ({
    account_id: decodeEntityId(row['account_id']),
    amount: row['amount'],
    timestamp: printTimestamp(row['timestamp']) as string,
  }),
};
