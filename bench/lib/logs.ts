// A million logs of contracts in PostgreSQL, made by the database itself: four weeks, in blocks of five seconds.
import { createBareTables, createIndexes } from '../../src/sql/tables/schema.js';
import { inDatabase } from './medium.js';

const second = 1_000_000_000n;
const week = 604_800n * second;
const blockTime = 5n * second;
const weeks = 4n;
const begin = 1_700_000_000n * second;
const end = begin + weeks * week;

/** What the requests name: the contract with half of all logs, one of the others, and first topics. */
export const known = {
  busy: 5000,
  quiet: 5007,
  /** Of six logs in ten, and of one in 50,000. */
  common: 'dd'.repeat(32),
  rare: 'ee'.repeat(32),
  /** The last week, as conditions of a request. */
  week: `timestamp=gte:${(end - week) / second}&timestamp=lt:${end / second}`,
} as const;

const bytes = (hex: string) => `'\\x${hex}'::bytea`;
const hashOf = (number: string) => `sha256(int8send(${number}))`;

/** Two logs of each transaction; every other contract has an address of its own. */
const fill = (logs: number) => `
  insert into entity (id, num, realm, shard, type, timestamp_range, deleted, evm_address)
    select ${known.busy} + n, ${known.busy} + n, 0, 0, 'CONTRACT', '[${begin},)', false,
      case when n % 2 = 0 then substring(${hashOf('n')} from 1 for 20) end
    from generate_series(0, 99) as n;
  insert into record_file (index, name, hash, prev_hash, file_hash, consensus_start, consensus_end,
      load_start, load_end, count, digest_algorithm, version, gas_used)
    select n, n || '.rcd', encode(sha384(int8send(n)), 'hex'), '', '',
      ${begin} + n * ${blockTime}, ${begin} + (n + 1) * ${blockTime} - 1, 0, 0, 7, 0, 6, n
    from generate_series(0::bigint, ${(end - begin) / blockTime - 1n}) as n;
  insert into contract_log (consensus_timestamp, index, contract_id, root_contract_id, payer_account_id,
      bloom, data, topic0, topic1, topic2, transaction_hash, transaction_index)
    select ${begin} + (n / 2) * ${(2n * (end - begin)) / BigInt(logs)}, n % 2,
      ${known.busy} + case when n % 4 < 2 then 0 else (n / 4) % 99 + 1 end, ${known.busy}, 1001,
      ${hashOf('n')}, ${hashOf('n + 1')},
      case when n % 50000 = 1 then ${bytes(known.rare)} when n % 10 < 6 then ${bytes(known.common)}
        else ${hashOf('n % 10')} end,
      substring(${hashOf('n % 1000')} from 1 for 20), substring(${hashOf('n % 777')} from 1 for 20),
      ${hashOf('n / 2')}, 0
    from generate_series(0::bigint, ${logs - 1}) as n;
`;

/** Fills an empty database. */
export const fillWithLogs = (database: URL, logs: number): Promise<void> =>
  inDatabase(database.href, async (client) => {
    await client.query(`${createBareTables}; ${fill(logs)} ${createIndexes}`);
    await client.query('vacuum analyze');
  });
