// Nodes of the network, as its address book names them.

import { ranges } from '../operators.js';
import type { List } from '../resource.js';
import { rightRange } from '../rules.js';
import * as t from '../shape.js';
import { naturalNumber, plainEntityId } from '../values.js';
import { area } from './network.js';

const nodeId = naturalNumber();

export const serviceEndpoint = t.object(
  'Where a node can be reached.',
  {
    domain_name: t.optional(
      t.text(
        'Its name; empty where it has none, left out by mirror nodes that are older than that.',
      ),
    ),
    ip_address_v4: t.text('Its IPv4 address; empty where it has none.'),
    port: t.int32('Port that it listens on for gRPC.'),
  },
  'ServiceEndpoint',
);
export type ServiceEndpoint = t.Static<typeof serviceEndpoint>;

const tinybars = (description: string) => t.nullable(t.int64(description));

const nodeRow = t.object(
  'A node of the network: what the newest address book says of it, and what is staked to it.',
  {
    admin_key: t.key('Key that may change the node.'),
    associated_registered_nodes: t.optional(
      t.list(
        t.int64('Number of a registered node.'),
        'Numbers of the registered nodes that go with it.',
      ),
    ),
    decline_reward: t.nullable(t.boolean('Whether it declines rewards.')),
    description: t.nullable(t.text('Who runs it.')),
    file_id: t.entityId('File that holds the address book.'),
    grpc_proxy_endpoint: t.described(
      t.nullable(serviceEndpoint),
      'Where clients in browsers reach it, by gRPC-Web; null for none.',
    ),
    max_stake: tinybars('Stake beyond which more gives it no greater weight, in tinybars.'),
    memo: t.nullable(t.text('Memo of its entry in the address book.')),
    min_stake: tinybars('Stake below which it has no weight, in tinybars.'),
    node_account_id: t.nullable(
      t.entityId(
        'Account that its part of the fees goes to; null where the address book has none.',
      ),
    ),
    node_cert_hash: t.nullable(
      t.hex('Hash of its TLS certificate in hex; `0x` for none.', '^0x[0-9a-f]*$'),
    ),
    node_id: t.int64('Number of the node.'),
    public_key: t.nullable(
      t.hex('RSA key that signs its record files, in hex; `0x` for none.', '^0x[0-9a-f]*$'),
    ),
    reward_rate_start: tinybars(
      'Reward for each whole hbar that is staked to it, in the last staking period, in tinybars.',
    ),
    service_endpoints: t.list(serviceEndpoint, 'Where clients reach it.'),
    stake: tinybars('Its weight in consensus, in tinybars.'),
    stake_not_rewarded: tinybars(
      'What accounts that decline rewards stake to it, at the start of the period, in tinybars.',
    ),
    stake_rewarded: tinybars(
      'What accounts that take rewards stake to it, at the start of the period, in tinybars.',
    ),
    staking_period: t.timestampRangeOrNull('Day for which its stake was counted.'),
    timestamp: t.timestampRange('Since when, and until when, the address book holds.'),
  },
  'NetworkNode',
);

export type NodeRow = t.Static<typeof nodeRow>;

export const nodes: List<NodeRow> = {
  is: 'list',
  name: 'nodes',
  description: 'Nodes of the network.',
  path: '/api/v1/network/nodes',
  documents: { area, operation: 'getNetworkNodes', body: 'NetworkNodesResponse' },
  row: nodeRow,
  items: 'nodes',
  order: 'asc',
  pages: { page: 10, maxPage: 25, beyond: 'clamped' },
  sort: [{ parameter: 'node.id', kind: nodeId, of: (row) => row.node_id }],
  batch: 'node.id',
  flow: 'java object',
  maxAge: 60,
  parameters: {
    'file.id': {
      kind: plainEntityId,
      operators: ['eq'],
      repeat: 'once',
      refusal: 'Only equality operator is supported for file.id',
      description: 'File that holds the address book; default 0.0.102.',
    },
    'node.id': {
      kind: nodeId,
      operators: ranges,
      repeat: 'any',
      forgets: ['ne'],
      values: { maximum: Number.POSITIVE_INFINITY },
      description: 'Node id.',
    },
  },
  rules: [rightRange('node.id', { kind: nodeId })],
};
