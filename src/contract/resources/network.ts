// The network as a whole: what is staked to it, and how many hbars there are.
import { sound } from '../check.js';
import { instantOf } from '../instants.js';
import type { Lookup } from '../resource.js';
import { rightRange } from '../rules.js';
import * as t from '../shape.js';
import { timestamp, word } from '../values.js';

export const area = { name: 'network', description: 'The network: its nodes, rates and supply.' };

/** Seconds for which an answer about the network may be cached. */
export const networkAge = 60;

const stakeRow = t.object(
  'What is staked to the network, and by which rules it is rewarded.',
  {
    max_stake_rewarded: t.int64(
      'The greatest stake that is rewarded at the greatest rate, in tinybars.',
    ),
    max_staking_reward_rate_per_hbar: t.int64(
      'The greatest reward of a day for each whole hbar that is staked, in tinybars.',
    ),
    max_total_reward: t.int64('All rewards of the ending period at the most, in tinybars.'),
    node_reward_fee_fraction: t.fraction('Part of the fees that goes to the rewards of nodes.'),
    reserved_staking_rewards: t.int64(
      'Rewards that are earned and not collected yet, in tinybars.',
    ),
    reward_balance_threshold: t.int64(
      'Free balance of the reward account that the greatest rate needs, in tinybars.',
    ),
    stake_total: t.int64('Stake to the whole network at the start of the period, in tinybars.'),
    staking_period: t.timestampRange('Day for which the stake and its rewards were counted.'),
    staking_period_duration: t.int64('Minutes of a staking period.'),
    staking_periods_stored: t.int64('Periods for which rewards are kept.'),
    staking_reward_fee_fraction: t.fraction('Part of the fees that goes to staking rewards.'),
    staking_reward_rate: t.int64('Rewards of a whole period, in tinybars.'),
    staking_start_threshold: t.int64(
      'Balance of the reward account that is needed for any reward, in tinybars.',
    ),
    unreserved_staking_reward_balance: t.int64(
      'Free balance of the reward account at the end of the period, in tinybars.',
    ),
  },
  'NetworkStakeResponse',
);

export type StakeRow = t.Static<typeof stakeRow>;

export const networkStake: Lookup<StakeRow> = {
  is: 'lookup',
  name: 'networkStake',
  description: 'What is staked to the network.',
  path: '/api/v1/network/stake',
  documents: { area, operation: 'getNetworkStake' },
  row: stakeRow,
  flow: 'java',
  missing: 'No network stake data found',
  maxAge: () => networkAge,
  parameters: {},
};

const supply = 'How many hbars there are, and how many of them are released.';

const supplyRow = t.object(
  supply,
  {
    released_supply: t.digits('Hbars that no account of the network itself holds, in tinybars.'),
    timestamp: t.timestamp('When it was counted.'),
    total_supply: t.digits('All hbars that there will ever be, in tinybars.'),
  },
  'NetworkSupplyResponse',
);

export type SupplyRow = t.Static<typeof supplyRow>;

export const networkSupply: Lookup<SupplyRow> = {
  is: 'lookup',
  name: 'networkSupply',
  description: supply,
  path: '/api/v1/network/supply',
  documents: { area, operation: 'getNetworkSupply' },
  row: supplyRow,
  flow: 'java',
  missing: 'Network supply not found',
  maxAge: () => networkAge,
  parameters: {
    q: {
      kind: word('totalcoins', 'circulating'),
      operators: ['eq'],
      isBare: true,
      repeat: 'first',
      prints: true,
      description: 'Answers with one number as plain text, in hbars.',
    },
    timestamp: instantOf('Balances at this time; eq means at or before it.'),
  },
  rules: [rightRange('timestamp', { kind: timestamp, equal: 'upper' })],
  plain({ released_supply, total_supply }, filters) {
    const asked = filters.find(({ parameter }) => parameter === 'q')?.value;
    if (asked === undefined) return undefined;
    return inHbars(sound(asked === 'circulating' ? released_supply : total_supply));
  },
};

/** Tinybars as hbars with all eight decimals. */
const inHbars = (tinybars: string): string => {
  const digits = tinybars.padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
};
