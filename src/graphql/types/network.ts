// The network as a whole: `network`, with its supply, its stake, and what hbars and gas cost.

import { knownAt } from '../../contract/instants.js';
import { lackOf } from '../../contract/partial.js';
import type { Lookup } from '../../contract/resource.js';
import {
  networkStake,
  networkSupply,
  type StakeRow,
  type SupplyRow,
} from '../../contract/resources/network.js';
import { exchangeRate, networkFees } from '../../contract/resources/rates.js';
import { builder } from '../build/builder.js';
import { atFilters } from '../build/filters.js';
import { meaningOf, members } from '../build/members.js';
import { Network } from '../build/refs.js';
import { hbarsOf } from '../build/units.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { ExchangeRates, GasFees } from './rates.js';
import { TimestampRange } from './timestamp-range.js';

const NetworkStake = builder.objectRef<StakeRow>('NetworkStake').implement({
  description: meaningOf(networkStake.row),
  fields: (t) =>
    members(t, networkStake.row, {
      stakeTotal: 'stake_total',
      stakeTotalHbars: { member: 'stake_total', ...hbarsOf('stakeTotal') },
      maxStakeRewarded: 'max_stake_rewarded',
      maxStakeRewardedHbars: { member: 'max_stake_rewarded', ...hbarsOf('maxStakeRewarded') },
      maxStakingRewardRatePerHbar: 'max_staking_reward_rate_per_hbar',
      maxStakingRewardRatePerHbarHbars: {
        member: 'max_staking_reward_rate_per_hbar',
        ...hbarsOf('maxStakingRewardRatePerHbar'),
      },
      maxTotalReward: 'max_total_reward',
      maxTotalRewardHbars: { member: 'max_total_reward', ...hbarsOf('maxTotalReward') },
      nodeRewardFeeFraction: 'node_reward_fee_fraction',
      reservedStakingRewards: 'reserved_staking_rewards',
      reservedStakingRewardsHbars: {
        member: 'reserved_staking_rewards',
        ...hbarsOf('reservedStakingRewards'),
      },
      rewardBalanceThreshold: 'reward_balance_threshold',
      rewardBalanceThresholdHbars: {
        member: 'reward_balance_threshold',
        ...hbarsOf('rewardBalanceThreshold'),
      },
      stakingPeriod: { member: 'staking_period', type: TimestampRange },
      stakingPeriodDuration: 'staking_period_duration',
      stakingPeriodsStored: 'staking_periods_stored',
      stakingRewardFeeFraction: 'staking_reward_fee_fraction',
      stakingRewardRate: 'staking_reward_rate',
      stakingRewardRateHbars: { member: 'staking_reward_rate', ...hbarsOf('stakingRewardRate') },
      stakingStartThreshold: 'staking_start_threshold',
      stakingStartThresholdHbars: {
        member: 'staking_start_threshold',
        ...hbarsOf('stakingStartThreshold'),
      },
      unreservedStakingRewardBalance: 'unreserved_staking_reward_balance',
      unreservedStakingRewardBalanceHbars: {
        member: 'unreserved_staking_reward_balance',
        ...hbarsOf('unreservedStakingRewardBalance'),
      },
    }),
});

const NetworkSupply = builder.objectRef<SupplyRow>('NetworkSupply').implement({
  description: meaningOf(networkSupply.row),
  fields: (t) =>
    members(t, networkSupply.row, {
      releasedSupply: 'released_supply',
      releasedSupplyHbars: { member: 'released_supply', ...hbarsOf('releasedSupply') },
      timestamp: 'timestamp',
      totalSupply: 'total_supply',
      totalSupplyHbars: { member: 'total_supply', ...hbarsOf('totalSupply') },
    }),
});

builder.objectType(Network, { description: 'The network as a whole.' });

builder.queryField('network', (t) =>
  t.field({
    type: Network,
    description: 'The network: its nodes, its stake and supply, and what hbars and gas cost.',
    resolve: () => ({}),
  }),
);

/** What is known of the network at a time, or now; each time is read by itself. */
const known =
  <T extends object>(lookup: Lookup<T>) =>
  async (_network: object, { at }: { at?: string | null | undefined }, { loaders }: Context) => {
    const found = await loaders.of(lookup, atFilters(knownAt, at, [])).load('');
    // What lacks a part is not known, as the contract has it.
    return found && lackOf(found) === undefined ? found : null;
  };

const read = { cost: { loads: 'each', apart: true } satisfies FieldCost };

builder.objectFields(Network, (t) => {
  const args = {
    at: t.arg({
      type: 'Timestamp',
      description: 'What was known at this time; left out, the newest that is known.',
    }),
  };
  return {
    exchangeRate: t.field({
      type: ExchangeRates,
      description: `${meaningOf(exchangeRate.row)} Null where no rate is known.`,
      args,
      extensions: read,
      resolve: known(exchangeRate),
    }),
    fees: t.field({
      type: GasFees,
      description: `${meaningOf(networkFees.row)} Null where no price is known.`,
      args,
      extensions: read,
      resolve: known(networkFees),
    }),
    stake: t.field({
      type: NetworkStake,
      description: `${meaningOf(networkStake.row)} Null where none has been counted yet.`,
      extensions: read,
      resolve: known(networkStake),
    }),
    supply: t.field({
      type: NetworkSupply,
      description: `${meaningOf(networkSupply.row)} Null where it is not known.`,
      args,
      extensions: read,
      resolve: known(networkSupply),
    }),
  };
});
