// What part of all stake a node has, over the sample and over books of stake that do not go together.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { openChanging, serve } from '../support/ledgers.js';
import { sampleServer } from '../support/sample-server.js';

const query =
  '{ network { stake { stakeTotal } nodes(first: 100) { nodes { nodeId stake stakeShare } } } }';

interface Node {
  readonly nodeId: string;
  readonly stake: string | null;
  readonly stakeShare: string | null;
}

describe('the share of a node', () => {
  const server = sampleServer();

  it('is its stake by that of the network, which is read once for all of them', async () => {
    server.calls.length = 0;
    const { data } = await ask(server, query);
    const { stake, nodes } = data.network;
    const [last, ...staked] = (nodes.nodes as Node[]).reverse();
    expect(last).toEqual({ nodeId: '29', stake: null, stakeShare: null });
    for (const node of staked) {
      const billionths = (BigInt(node.stake ?? 0) * 1_000_000_000n) / BigInt(stake.stakeTotal);
      expect(node.stakeShare).toMatch(/^0\.\d{9}$/);
      expect(BigInt(node.stakeShare?.replace('.', '') ?? 0)).toBe(billionths);
    }
    expect(staked).toHaveLength(29);
    expect(server.calls.filter((call) => call.includes('networkStake'))).toHaveLength(1);
  });

  it('costs no call where it is not selected', async () => {
    server.calls.length = 0;
    await ask(server, '{ network { nodes(first: 100) { nodes { nodeId stake } } } }');
    expect(server.calls.join()).not.toContain('networkStake');
  });
});

describe('where stake is odd', () => {
  const greatest = 2n ** 63n - 1n;
  let tables: Awaited<ReturnType<typeof openChanging>>;
  let server: Server;
  beforeAll(async () => {
    tables = await openChanging('embedded', {});
    server = await serve(tables.ledger);
    await tables.run("insert into address_book values (1, null, 102, 3, '')");
    for (const node of [0, 1, 2]) {
      await tables.run(
        `insert into address_book_entry (consensus_timestamp, node_id, node_account_id) values (1, ${node}, ${node + 3})`,
      );
    }
    await stakes(0, greatest);
    await stakes(1, 0n);
  });
  afterAll(async () => {
    await server?.close();
    await tables?.release();
    await tables?.ledger.close();
  });

  const stakes = (node: number, stake: bigint) =>
    tables.run(`insert into node_stake values (7, 0, ${node}, 0, ${stake}, 0, 99, -1, -1, -1)`);
  /** All that is staked to the network in a period, in place of what was. */
  async function total(stake: bigint, period = 99) {
    await tables.run('delete from network_stake');
    await tables.run(`insert into network_stake (consensus_timestamp, epoch_day,
      max_staking_reward_rate_per_hbar, node_reward_fee_denominator, node_reward_fee_numerator,
      stake_total, staking_period, staking_period_duration, staking_periods_stored,
      staking_reward_fee_denominator, staking_reward_fee_numerator, staking_reward_rate,
      staking_start_threshold) values (7, 0, 0, 0, 1, ${stake}, ${period}, 1440, 365, 0, 0, 0, 0)`);
  }
  async function shares() {
    const { data, errors } = await ask(server, query);
    expect(errors).toEqual([]);
    return (data.network.nodes.nodes as Node[]).map(({ stakeShare }) => stakeShare);
  }

  it('it is null of a network of which no stake is known', async () => {
    await tables.run('delete from network_stake');
    expect(await shares()).toEqual([null, null, null]);
  });

  it('it is null where nothing is staked, and fractions by 0 are 0', async () => {
    await total(0n);
    expect(await shares()).toEqual([null, null, null]);
    const { data } = await ask(
      server,
      '{ network { stake { nodeRewardFeeFraction stakingRewardFeeFraction } } }',
    );
    expect(data.network.stake).toEqual({
      nodeRewardFeeFraction: '0',
      stakingRewardFeeFraction: '0',
    });
  });

  it('it is exact for the greatest stake, and null for a node without', async () => {
    await total(greatest);
    expect(await shares()).toEqual(['1.000000000', '0.000000000', null]);
    await total(3n);
    expect((await shares())[0]).toBe('3074457345618258602.333333333');
  });

  it('it is null by the stake of another day', async () => {
    await total(greatest, 100);
    expect(await shares()).toEqual([null, null, null]);
  });
});
