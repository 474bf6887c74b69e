// Registered nodes: `network.registeredNodes` and `NetworkNode.registeredNodes`.
import type { GraphQLResolveInfo } from 'graphql';
import { sound } from '../../contract/check.js';
import type { Int64 } from '../../contract/json.js';
import { nodes } from '../../contract/resources/nodes.js';
import {
  type RegisteredEndpoint,
  type RegisteredNodeRow,
  registeredNodes,
} from '../../contract/resources/registered-nodes.js';
import { naturalNumber } from '../../contract/values.js';
import { builder } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { connectionOf } from '../build/connection-type.js';
import { entity } from '../build/entity.js';
import { toEach } from '../build/links.js';
import { listField } from '../build/list-field.js';
import { meaningOf, members } from '../build/members.js';
import { Network, NetworkNode } from '../build/refs.js';
import { words } from '../build/words.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { firstOfAll, rowAt } from '../reading/first-row.js';
import { needsOnly } from '../reading/selection.js';
import { Key } from './key.js';
import { TimestampRange } from './timestamp-range.js';

const number = 'registerednode.id';
const endpoint = registeredNodes.row.properties.service_endpoints['items'];
const { block_node, general_service, type } = endpoint.properties;
const nodeType = words('RegisteredNodeType', type);

const BlockNodeService = builder
  .objectRef<NonNullable<RegisteredEndpoint['block_node']>>('BlockNodeService')
  .implement({
    description: meaningOf(block_node),
    fields: (t) =>
      members(t, block_node, { endpointApis: { member: 'endpoint_apis', type: ['String'] } }),
  });

const GeneralService = builder
  .objectRef<NonNullable<RegisteredEndpoint['general_service']>>('GeneralService')
  .implement({
    description: meaningOf(general_service),
    fields: (t) => members(t, general_service, { description: 'description' }),
  });

/** What says nothing beside that it is there. */
const said = <M extends 'mirror_node' | 'rpc_relay'>(member: M, description: string) => ({
  member,
  type: 'Boolean',
  nullable: true,
  description,
  as: (value: object | null) => value !== null,
});

const RegisteredServiceEndpoint = builder
  .objectRef<RegisteredEndpoint>('RegisteredServiceEndpoint')
  .implement({
    description: meaningOf(endpoint),
    fields: (t) =>
      members(t, endpoint, {
        type: { member: 'type', ...nodeType },
        domainName: 'domain_name',
        ipAddress: 'ip_address',
        port: 'port',
        requiresTls: 'requires_tls',
        blockNode: { member: 'block_node', type: BlockNodeService },
        generalService: { member: 'general_service', type: GeneralService },
        isMirrorNode: said('mirror_node', 'Whether it says of itself that it is a mirror node.'),
        isRpcRelay: said('rpc_relay', 'Whether it says of itself that it is a relay.'),
      }),
  });

const RegisteredNode = builder.objectRef<RegisteredNodeRow>('RegisteredNode');

entity(RegisteredNode, {
  description: meaningOf(registeredNodes.row),
  key: 'registeredNodeId',
  kinds: [naturalNumber()],
  id: ({ registered_node_id }) => String(registered_node_id),
  load: (value, context) => rowAt(context, registeredNodes, [value]),
  byId: { apart: true },
  fields: (t) =>
    members(t, registeredNodes.row, {
      registeredNodeId: 'registered_node_id',
      adminKey: { member: 'admin_key', type: Key },
      createdTimestamp: 'created_timestamp',
      description: 'description',
      serviceEndpoints: { member: 'service_endpoints', type: [RegisteredServiceEndpoint] },
      timestamp: { member: 'timestamp', type: TimestampRange },
    }),
});

connectionOf(RegisteredNode, { one: 'a registered node', many: 'registered nodes' });

const filter = conditions('RegisteredNodesFilter', 'registered nodes', registeredNodes, {
  registeredNode: number,
  type: { by: 'type', type: nodeType.type },
});

builder.objectField(Network, 'registeredNodes', (t) =>
  listField(t, {
    list: registeredNodes,
    type: RegisteredNode,
    description: 'Registered nodes by number, least first by default; not those that are deleted.',
    by: 'number',
    filter,
  }),
);

/** The registered node of a number; all of them are a page or two, which an operation reads once. */
function registeredLink(number: Int64, context: Context, info: GraphQLResolveInfo) {
  const own = String(sound(number));
  if (needsOnly(info, 'id')) return { registered_node_id: number } as RegisteredNodeRow;
  const is = ({ registered_node_id }: RegisteredNodeRow) => String(registered_node_id) === own;
  return firstOfAll(context, registeredNodes, is);
}

builder.objectFields(NetworkNode, (t) =>
  members(t, nodes.row, {
    registeredNodes: {
      member: 'associated_registered_nodes',
      ...toEach({ type: RegisteredNode, as: registeredLink }),
      description:
        'The registered nodes that go with it, as they are now; null in the place of one that is deleted.',
      cost: { loads: 'batch', calls: 2, rows: 200, freeById: true } satisfies FieldCost,
    },
  }),
);
