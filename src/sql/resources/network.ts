// The network as a whole: the newest stake, and the supply out of the balances of its own accounts.
import sql, { type Sql } from 'sql-template-tag';
import { systemEntity } from '../../contract/entity.js';
import { knownAt } from '../../contract/instants.js';
import type { Int64 } from '../../contract/json.js';
import type { StakeRow, SupplyRow } from '../../contract/resources/network.js';
import { timestampRange } from '../../contract/timestamps.js';
import { printTimestamp } from '../../contract/values.js';
import type { ItemRequest } from '../../ledger.js';
import type { LookupQuery } from '../query/query.js';
import { atMost } from '../query/seek.js';
import { monthBefore } from '../query/snapshot.js';
import { stakingPeriod } from '../query/staking-period.js';

/** A part as the contract prints it: nine decimals, of which a float of 32 bits is made. */
export function fractionOf(numerator: Int64, denominator: Int64): number {
  const [part, whole] = [BigInt(numerator), BigInt(denominator)];
  if (whole === 0n) return 0;
  const billionths = (part * 2_000_000_000n + whole) / (2n * whole);
  const float = Math.fround(Number(billionths) / 1e9);
  for (let digits = 1; digits < 9; digits += 1) {
    const shortest = Number(float.toPrecision(digits));
    if (Math.fround(shortest) === float) return shortest;
  }
  return Number(float.toPrecision(9));
}

export const networkStake: LookupQuery<StakeRow> = {
  select: () => sql`select * from network_stake order by consensus_timestamp desc ${atMost(1)}`,
  item: (row) => ({
    max_stake_rewarded: row['max_stake_rewarded'],
    max_staking_reward_rate_per_hbar: row['max_staking_reward_rate_per_hbar'],
    max_total_reward: row['max_total_reward'],
    node_reward_fee_fraction: fractionOf(
      row['node_reward_fee_numerator'],
      row['node_reward_fee_denominator'],
    ),
    reserved_staking_rewards: row['reserved_staking_rewards'],
    reward_balance_threshold: row['reward_balance_threshold'],
    stake_total: row['stake_total'],
    staking_period: stakingPeriod(row['staking_period'] as Int64),
    staking_period_duration: row['staking_period_duration'],
    staking_periods_stored: row['staking_periods_stored'],
    staking_reward_fee_fraction: fractionOf(
      row['staking_reward_fee_numerator'],
      row['staking_reward_fee_denominator'],
    ),
    staking_reward_rate: row['staking_reward_rate'],
    staking_start_threshold: row['staking_start_threshold'],
    unreserved_staking_reward_balance: row['unreserved_staking_reward_balance'],
  }),
};

/** 50 billion hbars in tinybars. */
const total = 5_000_000_000_000_000_000n;

/** Accounts of the network itself, from number to number: what they hold is not released. */
const unreleased = [
  [2n, 2n],
  [42n, 42n],
  [44n, 71n],
  [73n, 87n],
  [99n, 100n],
  [200n, 349n],
  [400n, 750n],
] as const;

const ownAccounts = (): bigint[] =>
  unreleased.flatMap(([first, last]) =>
    Array.from({ length: Number(last - first) + 1 }, (_, at) => systemEntity(first + BigInt(at))),
  );

/** Balances of accounts with their time: live, or of each the newest within a range. */
function balances({ filters }: ItemRequest): Sql {
  const accounts = ownAccounts();
  if (filters.length === 0) {
    return sql`select balance, balance_timestamp as at from entity where id = any(${accounts})`;
  }
  const range = timestampRange(filters, knownAt.instant, 'upper');
  const month = monthBefore(range.upper);
  const lower = range.lower > month ? range.lower : month;
  return sql`select newest.* from unnest(${accounts}::bigint[]) as own(id) cross join lateral
    (select balance, consensus_timestamp as at from account_balance where account_id = own.id
      and consensus_timestamp >= ${lower} and consensus_timestamp <= ${range.upper}
      order by consensus_timestamp desc ${atMost(1)}) as newest`;
}

export const networkSupply: LookupQuery<SupplyRow> = {
  select: (_keys, request) => sql`select coalesce(sum(balance), 0)::bigint as held, max(at) as at
    from (${balances(request)}) as held having max(at) > 0 ${atMost(1)}`,
  item: (row) => ({
    released_supply: String(total - BigInt(row['held'])),
    timestamp: printTimestamp(row['at']) as string,
    total_supply: String(total),
  }),
};
