// Nodes that serve the network without taking part in consensus, as they are registered with it.

import { operatorOf } from '../flow.js';
import { objectFlow } from '../flow-java.js';
import { ranges } from '../operators.js';
import type { Check, List, Rule } from '../resource.js';
import { rightRange } from '../rules.js';
import * as t from '../shape.js';
import { naturalNumber, word } from '../values.js';
import { area, networkAge } from './network.js';

const nodeId = naturalNumber();

/** What an endpoint is, in the order in which what it says of itself is looked at. */
const nodeTypes = {
  BLOCK_NODE: 'It keeps blocks and hands them out.',
  GENERAL_SERVICE: 'Whatever its description says.',
  MIRROR_NODE: 'A mirror node.',
  RPC_RELAY: 'A relay for clients of Ethereum.',
} as const;

const endpoint = t.object(
  'Where a registered node can be reached, and what answers there.',
  {
    block_node: t.nullable(
      t.object('What a block node offers.', {
        endpoint_apis: t.list(t.text('An interface.'), 'Interfaces that it answers.'),
      }),
    ),
    domain_name: t.nullable(t.text('Its name; null where it goes by an address.')),
    general_service: t.nullable(
      t.object('What another service offers.', {
        description: t.nullable(t.text('What the service is.')),
      }),
    ),
    ip_address: t.nullable(t.text('Its IP address; null where it goes by a name.')),
    mirror_node: t.nullable(t.object('What a mirror node offers: nothing is told.', {})),
    port: t.nullable(t.int32('Port where it listens.')),
    requires_tls: t.nullable(t.boolean('Whether it is reached by TLS only.')),
    rpc_relay: t.nullable(t.object('What a relay offers: nothing is told.', {})),
    type: t.choice('What answers there.', nodeTypes),
  },
  'RegisteredServiceEndpoint',
);

const registeredNodeRow = t.object(
  'A registered node: a block node, a mirror node, a relay, or another service.',
  {
    admin_key: t.key('Key that may change the registration.'),
    created_timestamp: t.timestampOrNull('Consensus timestamp of its registration.'),
    description: t.nullable(t.text('Who runs it, or what for.')),
    registered_node_id: t.int64('Number of the registered node, by which nodes name it.'),
    service_endpoints: t.list(endpoint, 'Where it can be reached.'),
    timestamp: t.timestampRange('Since when the registration is as it is now.'),
  },
  'RegisteredNode',
);

export type RegisteredNodeRow = t.Static<typeof registeredNodeRow>;
export type RegisteredEndpoint = RegisteredNodeRow['service_endpoints'][number];

const number = 'registerednode.id';

/** An equality stands alone. */
const equalAlone = (operators: readonly string[]) =>
  operators.length > 1 && operators.includes('eq')
    ? { message: "The 'eq' operator cannot be combined with other operators" }
    : undefined;

const rule: Rule = (filters) =>
  equalAlone(filters.filter((f) => f.parameter === number).map(({ operator }) => operator));

/** A condition that is passed over counts here all the same. */
const check: Check = (query) => {
  const given = (query.get(number) ?? []).filter((text) => text.trim() !== '');
  return equalAlone(given.map((text) => operatorOf(objectFlow, text)));
};

export const registeredNodes: List<RegisteredNodeRow> = {
  is: 'list',
  name: 'registeredNodes',
  description: 'Registered nodes of the network, without those that are deleted.',
  path: '/api/v1/network/registered-nodes',
  documents: { area, operation: 'getRegisteredNodes', body: 'RegisteredNodesResponse' },
  row: registeredNodeRow,
  items: 'registered_nodes',
  order: 'asc',
  sort: [{ parameter: number, kind: nodeId, of: (row) => row.registered_node_id }],
  flow: 'java object',
  maxAge: networkAge,
  parameters: {
    [number]: {
      kind: nodeId,
      operators: ranges,
      forgets: ['ne'],
      repeat: 'all',
      values: { maximum: 2 },
      description: 'Number of the registered node.',
    },
    type: {
      kind: word(...Object.keys(nodeTypes)),
      operators: ['eq'],
      isBare: true,
      repeat: 'once',
      description: 'What answers at one of its endpoints at the least.',
    },
  },
  spelled: [check],
  rules: [
    rule,
    rightRange(number, {
      kind: nodeId,
      message: 'Invalid range: lower bound exceeds upper bound',
    }),
  ],
};
