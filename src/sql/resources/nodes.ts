// Nodes out of the newest address book of a file, with what is staked to them.
import sql, { type Sql } from 'sql-template-tag';
import { someId } from '../../contract/check.js';
import { decodeEntityId, encodeEntityId, systemEntity } from '../../contract/entity.js';
import { printKey } from '../../contract/keys.js';
import { type NodeRow, nodes as nodeList } from '../../contract/resources/nodes.js';
import { systemFiles } from '../../contract/resources/rates.js';
import type { PageRequest } from '../../ledger.js';
import type { Row } from '../engines/database.js';
import { spanOf } from '../query/bytes.js';
import type { ListQuery } from '../query/query.js';
import { atMost, seek } from '../query/seek.js';
import { stakingPeriod } from '../query/staking-period.js';
import { storedMember, storedObject } from '../query/stored.js';

/** The address book of the file that is asked for, by its beginning. */
function newestBook({ filters }: PageRequest): Sql {
  const asked = filters.find(({ parameter }) => parameter === 'file.id');
  const file = asked ? encodeEntityId(asked.value) : systemEntity(systemFiles.addressBook);
  return sql`(select * from address_book where file_id = ${file}
    order by start_consensus_timestamp desc ${atMost(1)}) as book`;
}

const endpoints = sql`(select json_agg(json_build_object('domain_name', domain_name,
    'ip_address_v4', ip_address_v4, 'port', port) order by ip_address_v4 collate "C", port)
  from address_book_service_endpoint as place
  where place.consensus_timestamp = e.consensus_timestamp and place.node_id = e.node_id)`;

/** Hex with a mark in front, which some entries have of their own. */
const marked = (text: string | null): string => (text?.startsWith('0x') ? text : `0x${text ?? ''}`);

/** The digits of a hash, which the database holds as the bytes of their text. */
const textOf = (hex: string | null): string | null =>
  hex === null ? null : Buffer.from(hex, 'hex').toString();

const proxies = storedMember(nodeList.row, 'grpc_proxy_endpoint');

const proxy = (stored: unknown): NodeRow['grpc_proxy_endpoint'] =>
  proxies(
    storedObject(stored, ({ domain_name, ip_address_v4, port }) => ({
      domain_name: domain_name ?? '',
      ip_address_v4: ip_address_v4 ?? '',
      port: port ?? 0,
    })),
  );

export const nodes: ListQuery<NodeRow> = {
  isCounted: true,
  select: (request) => sql`select encode(n.admin_key, 'hex') as admin_key,
      n.associated_registered_nodes, n.decline_reward, e.description, book.file_id,
      n.grpc_proxy_endpoint, nullif(s.max_stake, -1) as max_stake, e.memo,
      nullif(s.min_stake, -1) as min_stake, coalesce(n.account_id, e.node_account_id) as account_id,
      encode(e.node_cert_hash, 'hex') as certificate, e.node_id, e.public_key, s.reward_rate,
      ${endpoints} as endpoints, s.stake, nullif(s.stake_not_rewarded, -1) as stake_not_rewarded,
      s.stake_rewarded, s.staking_period, book.start_consensus_timestamp as since,
      book.end_consensus_timestamp as until
    from ${newestBook(request)}
    join address_book_entry as e on e.consensus_timestamp = book.start_consensus_timestamp
    left join node as n on n.node_id = e.node_id
    left join node_stake as s on s.node_id = e.node_id
      and s.consensus_timestamp = (select max(consensus_timestamp) from node_stake)
    ${seek(nodeList, request, { 'node.id': sql`e.node_id` })}`,
  item: (row: Row) => ({
    admin_key: printKey(row['admin_key']),
    associated_registered_nodes: row['associated_registered_nodes'] ?? [],
    decline_reward: row['decline_reward'],
    description: row['description'],
    file_id: someId(row['file_id']),
    grpc_proxy_endpoint: proxy(row['grpc_proxy_endpoint']),
    max_stake: row['max_stake'],
    memo: row['memo'],
    min_stake: row['min_stake'],
    node_account_id: decodeEntityId(row['account_id']),
    node_cert_hash: marked(textOf(row['certificate'])),
    node_id: row['node_id'],
    public_key: marked(row['public_key']),
    reward_rate_start: row['reward_rate'],
    service_endpoints: row['endpoints'] ?? [],
    stake: row['stake'],
    stake_not_rewarded: row['stake_not_rewarded'],
    stake_rewarded: row['stake_rewarded'],
    staking_period: stakingPeriod(row['staking_period']),
    timestamp: spanOf(row),
  }),
};
