// The network's nodes by two address books, and what was staked to them over three days.
import type { MirrorRow } from '../sql/tables/schema.js';
import { day, genesis, minute, now, timestampRange } from './clock.js';
import { nodeAccounts } from './ids.js';
import { createRandom } from './random.js';
import { type SampleTable, sampleTable } from './table.js';

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_125;

const addressBookFile = 102;
/** The nodes that the first book names are paid by accounts of the network, others by their own. */
const first = nodeAccounts.length;
const nodeCount = 30;

const operators = ['Harbour Works', 'Northlight', 'Alder & Sons', 'Cape Observatory', 'Tidewater'];

const books = [
  { start: genesis, end: now - 20n * day, count: first },
  { start: now - 20n * day + 1n, end: null, count: nodeCount },
] as const;

const bytesOf = (text: string): string => `\\x${Buffer.from(text).toString('hex')}`;

/** `payers` are the accounts that pay the nodes beyond the first. */
export function networkTables(payers: readonly number[]): SampleTable[] {
  const random = createRandom(seed);
  const nodes = Array.from({ length: nodeCount }, (_, node) => ({
    node,
    account: nodeAccounts[node] ?? (payers[node] as number),
    key: random.hex(294),
    certificate: random.hex(48),
    stake: random.amount(15, 17),
  }));
  const entries = books.flatMap(({ start, count }) =>
    nodes.slice(0, count).map(
      ({ node, account, key, certificate }): MirrorRow<'address_book_entry'> => ({
        consensus_timestamp: start,
        memo: `0.0.${account}`,
        public_key: node === 4 ? `0x${key}` : key,
        node_id: node,
        node_account_id: account,
        // One has not told it, as the first nodes had not.
        node_cert_hash: node === 5 ? null : bytesOf(certificate),
        description: node === 6 ? null : `${operators[node % operators.length]} ${node}`,
        stake: 0,
      }),
    ),
  );
  const endpoints = books.flatMap(({ start, count }) =>
    nodes.slice(0, count).flatMap(({ node }): MirrorRow<'address_book_service_endpoint'>[] => {
      const place = { consensus_timestamp: start, node_id: node };
      const byName = { ...place, ip_address_v4: '', port: 50_211, domain_name: `n${node}.example` };
      const byAddress = { ...place, ip_address_v4: `10.0.${node}.1`, domain_name: '' };
      // One has none at all.
      if (node === 7) return [];
      return [
        { ...byAddress, port: 50_212 },
        ...(node % 3 === 0 ? [byName] : []),
        { ...byAddress, port: 50_211 },
      ];
    }),
  );
  return [
    sampleTable(
      'address_book',
      books.map(({ start, end, count }) => ({
        start_consensus_timestamp: start,
        end_consensus_timestamp: end,
        file_id: addressBookFile,
        node_count: count,
        file_data: '\\x',
      })),
    ),
    sampleTable('address_book_entry', entries),
    sampleTable('address_book_service_endpoint', endpoints),
    sampleTable('node', nodes.filter(({ node }) => node !== 3).map(registered)),
    ...stakes(nodes),
  ];
}

interface Staked {
  readonly node: number;
  readonly stake: bigint;
}

const registered = ({ node, account }: { node: number; account: number }): MirrorRow<'node'> => ({
  admin_key: node === 2 ? null : `\\x1220${'ab'.repeat(31)}${node.toString(16).padStart(2, '0')}`,
  created_timestamp: genesis + BigInt(node),
  node_id: node,
  timestamp_range: timestampRange(genesis + BigInt(node)),
  decline_reward: node % 7 === 1,
  grpc_proxy_endpoint:
    node % 4 === 0
      ? `{"domain_name": "proxy${node}.example", "ip_address_v4": "", "port": 443}`
      : null,
  account_id: node % 2 === 0 ? account : null,
  // Of those of the second one is deleted by now.
  associated_registered_nodes: ['{1,9223372036854775807}', '{9,2}'][node - 1] ?? null,
});

/** Stakes are counted at the end of each day, some minutes after midnight; the last was yesterday's. */
function stakes(nodes: readonly Staked[]): SampleTable[] {
  const today = now / day;
  const days = [3n, 2n, 1n].map((age) => today - age);
  const at = (epochDay: bigint) => ({
    consensus_timestamp: (epochDay + 1n) * day + minute,
    epoch_day: epochDay,
    staking_period: (epochDay + 1n) * day - 1n,
  });
  const perNode = days.flatMap((epochDay) =>
    // One has joined since.
    nodes.slice(0, -1).map(({ node, stake }): MirrorRow<'node_stake'> => {
      const unknown = node === 6;
      return {
        ...at(epochDay),
        node_id: node,
        reward_rate: 17_808n + BigInt(node),
        stake: stake + epochDay,
        stake_rewarded: stake - stake / 10n,
        max_stake: unknown ? -1 : 4_500_000_000_000_000_000n,
        min_stake: unknown ? -1 : 100_000_000_000n,
        stake_not_rewarded: unknown ? -1 : stake / 10n + epochDay,
      };
    }),
  );
  const total = nodes.reduce((sum, { stake }) => sum + stake, 0n);
  const whole = days.map(
    (epochDay): MirrorRow<'network_stake'> => ({
      ...at(epochDay),
      max_staking_reward_rate_per_hbar: 17_808,
      node_reward_fee_denominator: 3,
      node_reward_fee_numerator: 1,
      stake_total: total + epochDay,
      staking_period_duration: 1440,
      staking_periods_stored: 365,
      staking_reward_fee_denominator: 100,
      staking_reward_fee_numerator: 10,
      staking_reward_rate: 100_000_000_000n,
      staking_start_threshold: 25_000_000_000_000_000n,
      max_stake_rewarded: 650_000_000_000_000_000n,
      max_total_reward: 115_753_424_657_534n,
      reserved_staking_rewards: 9_007_199_254_740_993n,
      reward_balance_threshold: 8_500_000_000_000_000n,
      unreserved_staking_reward_balance: 250_000_000_000_000n,
    }),
  );
  return [sampleTable('node_stake', perNode), sampleTable('network_stake', whole)];
}
