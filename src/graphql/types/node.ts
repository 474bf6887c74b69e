// Nodes of the network: `network.nodes`, `network.node` and `Account.stakedNode`.

import { sound } from '../../contract/check.js';
import { accounts } from '../../contract/resources/accounts.js';
import { networkStake } from '../../contract/resources/network.js';
import {
  type ServiceEndpoint as Endpoint,
  type NodeRow,
  nodes,
  serviceEndpoint,
} from '../../contract/resources/nodes.js';
import { naturalNumber } from '../../contract/values.js';
import { pointed } from '../build/amount.js';
import { builder } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { nodeLink, toAccount } from '../build/links.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { givenPart } from '../build/nodes.js';
import { Account, Network, NetworkNode } from '../build/refs.js';
import { hbarsOf } from '../build/units.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { firstOfAll } from '../reading/first-row.js';
import { Key } from './key.js';
import { TimestampRange } from './timestamp-range.js';

const number = naturalNumber();

const ServiceEndpoint = builder.objectRef<Endpoint>('ServiceEndpoint').implement({
  description: meaningOf(serviceEndpoint),
  fields: (t) =>
    members(t, serviceEndpoint, {
      domainName: 'domain_name',
      ipAddressV4: 'ip_address_v4',
      port: 'port',
    }),
});

entity(NetworkNode, {
  description: meaningOf(nodes.row),
  key: 'nodeId',
  kinds: [number],
  id: ({ node_id }) => String(node_id),
  load: (id, { loaders }) => loaders.listed(nodes).load(id),
  byId: { loads: 'batch' },
  fields: (t) =>
    members(t, nodes.row, {
      nodeId: 'node_id',
      accountId: 'node_account_id',
      account: { member: 'node_account_id', ...toAccount },
      adminKey: { member: 'admin_key', type: Key },
      associatedRegisteredNodes: { member: 'associated_registered_nodes', type: ['Int64'] },
      declineReward: 'decline_reward',
      description: 'description',
      fileId: 'file_id',
      grpcProxyEndpoint: { member: 'grpc_proxy_endpoint', type: ServiceEndpoint },
      memo: 'memo',
      nodeCertHash: 'node_cert_hash',
      publicKey: 'public_key',
      serviceEndpoints: { member: 'service_endpoints', type: [ServiceEndpoint] },
      maxStake: 'max_stake',
      maxStakeHbars: { member: 'max_stake', ...hbarsOf('maxStake') },
      minStake: 'min_stake',
      minStakeHbars: { member: 'min_stake', ...hbarsOf('minStake') },
      rewardRateStart: 'reward_rate_start',
      rewardRateStartHbars: { member: 'reward_rate_start', ...hbarsOf('rewardRateStart') },
      stake: 'stake',
      stakeHbars: { member: 'stake', ...hbarsOf('stake') },
      stakeNotRewarded: 'stake_not_rewarded',
      stakeNotRewardedHbars: { member: 'stake_not_rewarded', ...hbarsOf('stakeNotRewarded') },
      stakeRewarded: 'stake_rewarded',
      stakeRewardedHbars: { member: 'stake_rewarded', ...hbarsOf('stakeRewarded') },
      stakingPeriod: { member: 'staking_period', type: TimestampRange },
      timestamp: { member: 'timestamp', type: TimestampRange },
    }),
});

connectionOf(NetworkNode, { one: 'a node', many: 'nodes' });

const filter = conditions('NetworkNodesFilter', 'nodes', nodes, { node: 'node.id' });

builder.objectFields(Network, (t) => ({
  nodes: listField(t, {
    list: nodes,
    type: NetworkNode,
    description: 'Nodes by number, least first by default.',
    by: 'number',
    filter,
  }),
  node: t.field({
    type: NetworkNode,
    description: 'One node by its number; null when there is none.',
    args: {
      nodeId: t.arg({
        type: 'Int64',
        required: true,
        description: meaningOf(nodes.row, 'node_id'),
      }),
    },
    // Whether there is one is asked, however little of it is selected.
    extensions: { cost: { loads: 'batch' } satisfies FieldCost },
    resolve(_network, { nodeId }, { loaders }) {
      return loaders.listed(nodes).load(givenPart('nodeId', nodeId, number));
    },
  }),
}));

/** Decimals of a part of the stake: as many as the ledger counts its own parts with. */
const shareDecimals = 9;

/** The part of all stake that a node has; the network's own is read once for all nodes. */
async function shareOf(node: NodeRow, { loaders }: Context): Promise<string | null> {
  const [own, day] = [sound(node.stake), sound(node.staking_period)];
  if (own === null || day === null) return null;
  const network = await loaders.of(networkStake).load('');
  // By the stake of another day it would be the part of nothing.
  if (!network || sound(sound(network.staking_period).from) !== sound(day.from)) return null;
  const total = BigInt(sound(network.stake_total));
  if (total === 0n) return null;
  const parts = (BigInt(own) * 10n ** BigInt(shareDecimals)) / total;
  return pointed(parts.toString(), shareDecimals);
}

builder.objectField(NetworkNode, 'stakeShare', (t) =>
  t.field({
    type: 'Decimal',
    nullable: true,
    description:
      '`stake` as a part of `network.stake.stakeTotal`: nine decimals, rounded towards zero. Null where nothing is staked to the network, or either is not known for the same day.',
    extensions: { needs: 'row', cost: { loads: 'batch' } satisfies FieldCost },
    resolve: (node, _args, context) => shareOf(node, context),
  }),
);

builder.objectField(Account, 'operatedNode', (t) =>
  t.field({
    type: NetworkNode,
    description: 'The node of the network that the account is of; null for none.',
    extensions: { needs: 'id', cost: { loads: 'batch', calls: 2, rows: 50 } satisfies FieldCost },
    resolve({ account }, _args, context) {
      const own = sound(account);
      return firstOfAll(context, nodes, (node) => sound(node.node_account_id) === own);
    },
  }),
);

builder.objectFields(Account, (t) =>
  members(t, accounts.row, {
    stakedNode: {
      member: 'staked_node_id',
      type: NetworkNode,
      nullable: true,
      description: 'Node that the account is staked to, as it is now; null for none.',
      cost: { loads: 'batch' } satisfies FieldCost,
      as: nodeLink,
    },
  }),
);
