// Accounts, tokens, schedules and topics of the sample as rows of entity and its kin.

import type { MirrorRow } from '../sql/tables/schema.js';
import type { Party } from './accounts.js';
import { day, now, timestampRange } from './clock.js';
import { known } from './ids.js';
import type { World } from './posting.js';
import type { Schedule } from './schedules.js';
import { bytes, type SampleTable, sampleTable } from './table.js';
import type { Token } from './tokens.js';
import type { Topic } from './topics.js';

interface State {
  key: string | null;
  publicKey: string | null;
  memo: string;
  deleted: boolean | null;
  range: string;
}

type EntityRow = MirrorRow<'entity'>;

const head = (
  type: string,
  { num, created }: Pick<Party, 'num' | 'created'>,
  state: State,
): EntityRow => ({
  id: num,
  num,
  realm: 0,
  shard: 0,
  type,
  created_timestamp: created,
  deleted: state.deleted,
  key: bytes(state.key),
  public_key: state.publicKey,
  memo: state.memo,
  timestamp_range: state.range,
});

function partyRow(party: Party, state: State, balance: bigint, balanceAt: bigint): EntityRow {
  return {
    ...head(party.type, party, state),
    auto_renew_account_id: null,
    auto_renew_period: party.autoRenewPeriod,
    expiration_timestamp: party.expiration,
    receiver_sig_required: party.receiverSigRequired,
    max_automatic_token_associations: party.maxAutomaticAssociations,
    alias: bytes(party.alias),
    ethereum_nonce: party.ethereumNonce,
    evm_address: bytes(party.evmAddress),
    decline_reward: party.declineReward,
    staked_account_id: party.stakedAccount,
    staked_node_id: party.stakedNode,
    stake_period_start: party.stakePeriodStart,
    obtainer_id: state.deleted ? party.obtainer : null,
    balance,
    balance_timestamp: balanceAt,
  };
}

/** Who pays when an entity is renewed, for how many seconds, and until when it lives. */
interface Renewal {
  account?: number | null;
  period?: number | null;
  expires?: bigint | null;
}

/** What has no balance and no stake: token, schedule, topic. */
function plainRow(
  type: string,
  entity: Pick<Party, 'num' | 'created'>,
  state: State,
  { account = null, period = null, expires = null }: Renewal = {},
): EntityRow {
  return {
    ...head(type, entity, state),
    auto_renew_account_id: account,
    auto_renew_period: period,
    expiration_timestamp: expires,
    receiver_sig_required: null,
    max_automatic_token_associations: null,
    alias: null,
    ethereum_nonce: null,
    evm_address: null,
    decline_reward: false,
    staked_account_id: null,
    staked_node_id: -1,
    stake_period_start: -1,
    obtainer_id: null,
    balance: null,
    balance_timestamp: null,
  };
}

function tokenState(token: Token, range: string, text: string, deleted: boolean | null): State {
  return { key: token.adminKey, publicKey: token.publicKey, memo: text, deleted, range };
}

function scheduleState(schedule: Schedule): State {
  const { adminKey: key, publicKey, memo, deletedAt, created } = schedule;
  return {
    key,
    publicKey,
    memo,
    deleted: deletedAt !== null,
    range: timestampRange(deletedAt ?? created),
  };
}

export const scheduleEntity = (schedule: Schedule): EntityRow =>
  plainRow('SCHEDULE', schedule, scheduleState(schedule));

export function entityTables(world: World, topics: readonly Topic[]): SampleTable[] {
  const present: EntityRow[] = [];
  const past: EntityRow[] = [];
  for (const party of world.people.values()) {
    const range = timestampRange(party.modified);
    present.push(partyRow(party, { ...party, range }, party.balance, party.balanceAt));
    for (const version of party.past) {
      const state = { ...version, range: timestampRange(version.from, version.to) };
      past.push(partyRow(party, state, version.balance, version.balanceAt));
    }
  }
  for (const token of world.tokens.values()) {
    const { num, created, treasury, modified, former } = token;
    const renew = {
      account: num % 5 === 0 ? null : treasury,
      period: 7_776_000,
      expires: num % 3 === 0 ? created + 90n * day : null,
    };
    const state = tokenState(token, timestampRange(modified), token.memo, token.deleted);
    present.push(plainRow('TOKEN', token, state, renew));
    if (!former) continue;
    const before = tokenState(token, timestampRange(created, modified), former.memo, false);
    past.push(plainRow('TOKEN', token, before, renew));
  }
  for (const schedule of world.schedules) {
    present.push(scheduleEntity(schedule));
    if (schedule.deletedAt === null) continue;
    const before = {
      ...scheduleState(schedule),
      deleted: false,
      range: timestampRange(schedule.created, schedule.deletedAt),
    };
    past.push(plainRow('SCHEDULE', schedule, before));
  }
  for (const topic of topics) {
    const state = {
      key: topic.adminKey,
      publicKey: null,
      memo: topic.memo,
      deleted: topic.deleted,
      range: timestampRange(topic.modified),
    };
    const renew = { account: topic.autoRenewAccount, period: 7_776_000 };
    present.push(plainRow('TOPIC', topic, state, renew));
  }
  return [
    sampleTable('entity', present),
    sampleTable('entity_history', past),
    ...stakeTables(world),
  ];
}

/** Stakes are counted at the end of each day; the last full day is yesterday. */
function stakeTables(world: World): SampleTable[] {
  const { random, people } = world;
  const toMe = new Map<number, bigint>([
    [known.manyTokens, 0n],
    [known.maxHolder, 0n],
  ]);
  for (const { stakedAccount, balance } of people.values()) {
    if (stakedAccount !== null) toMe.set(stakedAccount, (toMe.get(stakedAccount) ?? 0n) + balance);
  }
  const today = now / day;
  const from = (period: bigint): bigint => (period + 1n) * day + 1n;
  const present: MirrorRow<'entity_stake'>[] = [];
  const past: MirrorRow<'entity_stake'>[] = [];
  for (const party of people.values()) {
    const node = party.stakedNode ?? -1;
    const others = toMe.get(party.num) ?? 0n;
    // Who was born today has no full day of staking yet.
    if ((node < 0 && others === 0n) || (party.created ?? 0n) > (today - 2n) * day) continue;
    const reward =
      node < 0 ? 0n : random.chance(0.02) ? 9_007_199_254_740_993n : random.amount(1, 10);
    const row = (period: bigint, pending: bigint, range: string): MirrorRow<'entity_stake'> => ({
      id: party.num,
      end_stake_period: period,
      pending_reward: pending,
      staked_node_id_start: node,
      staked_to_me: others,
      stake_total_start: party.balance + others,
      timestamp_range: range,
    });
    const [yesterday, before] = [today - 1n, today - 2n];
    present.push(row(yesterday, reward, timestampRange(from(yesterday))));
    past.push(row(before, reward - reward / 7n, timestampRange(from(before), from(yesterday))));
  }
  return [sampleTable('entity_stake', present), sampleTable('entity_stake_history', past)];
}
