// Registered nodes out of `registered_node`, whose endpoints are JSON that leaves out what is not known.
import sql from 'sql-template-tag';
import { printKey } from '../../contract/keys.js';
import {
  type RegisteredEndpoint,
  type RegisteredNodeRow,
  registeredNodes as registeredNodeList,
} from '../../contract/resources/registered-nodes.js';
import { printTimestamp } from '../../contract/values.js';
import type { Row } from '../engines/database.js';
import { spanOf } from '../query/bytes.js';
import type { ListQuery } from '../query/query.js';
import { seek } from '../query/seek.js';
import { storedList, storedMember, storedObject } from '../query/stored.js';

/** Types as the database numbers them. */
const numbers: Readonly<Record<string, number>> = {
  BLOCK_NODE: 1,
  GENERAL_SERVICE: 2,
  MIRROR_NODE: 3,
  RPC_RELAY: 4,
};

/** An endpoint is what it says of itself first. */
function typeOf(stored: Row): RegisteredEndpoint['type'] {
  if (stored['block_node']) return 'BLOCK_NODE';
  if (stored['general_service']) return 'GENERAL_SERVICE';
  if (stored['mirror_node']) return 'MIRROR_NODE';
  return stored['rpc_relay'] ? 'RPC_RELAY' : 'GENERAL_SERVICE';
}

const nothing = () => ({});

const endpoint = (stored: Row) => ({
  block_node: storedObject(stored['block_node'], ({ endpoint_apis }) => ({
    endpoint_apis: endpoint_apis ?? [],
  })),
  domain_name: stored['domain_name'] ?? null,
  general_service: storedObject(stored['general_service'], ({ description }) => ({
    description: description ?? null,
  })),
  ip_address: stored['ip_address'] ?? null,
  mirror_node: storedObject(stored['mirror_node'], nothing),
  port: stored['port'] ?? null,
  requires_tls: stored['requires_tls'] ?? null,
  rpc_relay: storedObject(stored['rpc_relay'], nothing),
  type: typeOf(stored),
});

const endpoints = storedMember(registeredNodeList.row, 'service_endpoints');

export const registeredNodes: ListQuery<RegisteredNodeRow> = {
  select(request) {
    const types = request.filters
      .filter(({ parameter }) => parameter === 'type')
      .map(({ value }) => sql`r.type @> ${[numbers[value]]}::smallint[]`);
    return sql`select encode(r.admin_key, 'hex') as admin_key, r.created_timestamp, r.description,
        r.registered_node_id, r.service_endpoints, lower(r.timestamp_range) as since,
        upper(r.timestamp_range) as until
      from registered_node as r
      ${seek(registeredNodeList, request, { 'registerednode.id': sql`r.registered_node_id` }, { where: [sql`r.deleted is false`, ...types] })}`;
  },
  item: (row) => ({
    admin_key: printKey(row['admin_key']),
    created_timestamp: printTimestamp(row['created_timestamp']),
    description: row['description'],
    registered_node_id: row['registered_node_id'],
    service_endpoints: endpoints(storedList(row['service_endpoints'], endpoint)),
    timestamp: spanOf(row),
  }),
};
