// Pages and look-ups read about as many rows as they give, wherever in a table these are: no table is walked for one.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Filter, List, Order } from '../../src/contract/resource.js';
import { account, accounts, accountTokens } from '../../src/contract/resources/accounts.js';
import { balances } from '../../src/contract/resources/balances.js';
import { blocks } from '../../src/contract/resources/blocks.js';
import { contractResults } from '../../src/contract/resources/contract-results.js';
import { contract, contractState } from '../../src/contract/resources/contracts.js';
import { hookStorage } from '../../src/contract/resources/hooks.js';
import { nftTransactions } from '../../src/contract/resources/nft-transactions.js';
import { nfts } from '../../src/contract/resources/nfts.js';
import { tokenBalances } from '../../src/contract/resources/tokens.js';
import type { Ledger, PageRequest } from '../../src/ledger.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { createTables } from '../../src/sql/tables/schema.js';
import { freeOperation, openEmpty } from '../support/ledgers.js';
import { lookedAt } from '../support/looked-at.js';

const count = 8_000;
const begin = 1_700_000_000_000_000_000n;
const at = (n: number | string) => `${begin} + (${n}) * 1000000000`;
const timeOf = (n: number) => `${1_700_000_000 + n}.000000000`;
const [crowded, lonely, silent, busy, nft] = [1001, 30_000, 1003, 30_001, 60_001];
const address = `0x${'c0'.repeat(20)}`;
const series = `generate_series(0::bigint, ${count - 1}) as n`;

/**
 * Accounts with aliases, then a stretch of schedules, then a contract and tokens. Half of what belongs to
 * anyone is one account's, and what another one had is long past.
 */
const rows = `
  insert into entity (id, num, realm, shard, type, timestamp_range, deleted, alias, evm_address)
    select 1001 + n, 1001 + n, 0, 0, (case when n < ${count / 2} then 'ACCOUNT' else 'SCHEDULE' end)::entity_type,
      int8range(${at('n')}, null), false,
      case when n < ${count / 2} then decode('3a2102' || encode(sha256(int8send(n)), 'hex'), 'hex') end,
      case when n < ${count / 2} then substring(sha256(int8send(n)) from 1 for 20) end from ${series};
  insert into entity (id, num, realm, shard, type, timestamp_range, deleted, evm_address)
    values (${lonely}, ${lonely}, 0, 0, 'CONTRACT', '[${begin},)', false, decode('${address.slice(2)}', 'hex'));
  insert into entity (id, num, realm, shard, type, timestamp_range, deleted)
    select 60001 + n, 60001 + n, 0, 0, 'TOKEN', int8range(${at('n')}, null), false from ${series};
  insert into entity (id, num, realm, shard, type, timestamp_range, alias, evm_address)
    select n, n, 0, 0, 'ACCOUNT', '[${begin},)', decode('3a2102' || encode(sha256(int8send(n)), 'hex'), 'hex'), ''
    from generate_series(100000::bigint, 119999) as n;
  insert into entity_history (id, num, realm, shard, type, timestamp_range)
    select ${crowded}, ${crowded}, 0, 0, 'ACCOUNT', int8range(${at('n')} - ${count}000000000, ${at('n + 1')} - ${count}000000000) from ${series};
  insert into entity_history (id, num, realm, shard, type, evm_address, timestamp_range)
    select ${lonely}, num, 0, 0, 'CONTRACT', decode('${address.slice(2)}', 'hex'), timestamp_range from entity_history;
  insert into entity_stake (id, end_stake_period, pending_reward, staked_node_id_start, staked_to_me, stake_total_start, timestamp_range)
    select 1001 + n, 1, 1, 1, 1, 1, int8range(${at('n')}, null) from ${series};
  insert into token (token_id, created_timestamp, decimals, initial_supply, name, symbol, treasury_account_id, timestamp_range, freeze_status, kyc_status)
    select 60001 + n, ${at('n')}, 0, 0, 'T', 'T', 1001, int8range(${at('n')}, null), 0, 0 from ${series};
  insert into token_account (account_id, token_id, associated, timestamp_range)
    select case when n % 2 = 0 and n < ${count / 2} then ${crowded} else 1100 + n % 3000 end, 60001 + n, true, int8range(${at('n')}, null) from ${series};
  insert into nft (account_id, token_id, serial_number, created_timestamp, timestamp_range)
    select case when n < ${count / 2} then 1002 else ${crowded} end, 60001 + n, 1, ${at('n')}, int8range(${at('n')}, null) from ${series};
  insert into nft_history (account_id, token_id, serial_number, created_timestamp, timestamp_range)
    select 1002, ${nft}, 1, ${begin}, int8range(${at('n')}, ${at('n + 1')}) from ${series} where n % 2 = 0;
  insert into account_balance (account_id, balance, consensus_timestamp)
    select 1001 + n, 1, ${at('n')} from ${series} where n < ${count / 2};
  insert into account_balance (account_id, balance, consensus_timestamp)
    select 90000 + n % 20, 1, ${at('n')} from ${series};
  insert into token_balance (account_id, token_id, balance, consensus_timestamp)
    select 90000 + n % 20, 60001 + n / 20 % 10, 1, ${at('n')} from ${series};
  insert into account_balance (account_id, balance, consensus_timestamp) values (2, 1, ${at(`${count}::bigint`)});
  insert into transaction (consensus_timestamp, payer_account_id, valid_start_ns, type, result, nonce, scheduled)
    select ${at('n')}, 1002, ${at('n')}, case when n < 1000 then 26 when n % 3 = 0 then 7 else 14 end, 22, 0, false from ${series};
  insert into contract_result (consensus_timestamp, contract_id, sender_id, function_parameters, gas_limit, payer_account_id, transaction_result, transaction_nonce)
    select ${at('n')}, ${lonely}, case when n < ${count / 2} then ${silent} else ${crowded} end, '', 1, 2, 22, n % 2 from ${series};
  insert into ethereum_transaction (consensus_timestamp, data, gas_limit, hash, max_gas_allowance, nonce, payer_account_id, signature_r, signature_s, type)
    select ${at('n')}, '', 1, '', 1, n, 2, '', '', 2 from ${series};
  insert into contract_log (consensus_timestamp, index, contract_id, payer_account_id, bloom, data, synthetic)
    select ${at('n')}, 0, ${lonely}, 2, '', '', true from ${series} where n >= ${count / 2};
  insert into contract_state_change (consensus_timestamp, contract_id, payer_account_id, slot, value_read)
    select ${at('n')}, ${lonely}, 2, int4send(n::int), '' from ${series};
  insert into contract_state_change (consensus_timestamp, contract_id, payer_account_id, slot, value_read)
    select ${at('n')}, ${busy}, 2, int4send((n % 40)::int), '' from ${series};
  insert into hook_storage_change (consensus_timestamp, owner_id, hook_id, key, value_read)
    select ${at('n')}, ${crowded}, 1, int4send((n % 40)::int), '' from ${series};
  insert into record_file (name, load_start, load_end, hash, prev_hash, file_hash, consensus_start, consensus_end, count, digest_algorithm, version, index)
    select '', 0, 0, '', '', '', ${at('n')}, ${at('n')}, 1, 0, 5, n from ${series};
  analyze;`;

let database: EmbeddedDatabase;
let ledger: Ledger;
/** Rows that the statements of a request have looked at, by the way that looks at most. */
let looked: { readonly rows: number; readonly told: string }[] = [];

beforeAll(async () => {
  database = await openEmpty();
  await database.exec(`${createTables} ${rows}`);
  ledger = sqlLedger({
    ...database,
    async query(statement, operation, reads) {
      looked.push(await lookedAt(database, statement));
      if (reads === 'index') looked.push(await lookedAt(database, statement, true));
      return database.query(statement, operation, reads);
    },
  });
  return () => database.close();
}, 60_000);

const filter = (parameter: string, operator: Filter['operator'], value: string): Filter => ({
  parameter,
  operator,
  value,
});

/** Rows for each of a page, with what stands beside it: some tables, of each a row or two. */
const most = 12;

async function expectFew(ask: () => Promise<unknown>, bound: number) {
  looked = [];
  await ask();
  expect(looked.length).toBeGreaterThan(0);
  for (const { rows, told } of looked) expect(rows, told).toBeLessThan(bound);
}

const past = filter('timestamp', 'lte', timeOf(count));

const pages: [string, List, Order, Partial<PageRequest>][] = [
  [
    'accounts behind an id',
    accounts as List,
    'asc',
    { filters: [filter('account.id', 'gt', '0.0.3000')] },
  ],
  [
    'accounts before a stretch of schedules',
    accounts as List,
    'desc',
    { filters: [filter('account.id', 'lt', '0.0.30000')] },
  ],
  [
    'balances before a stretch of schedules',
    balances as List,
    'desc',
    { filters: [filter('account.id', 'lt', '0.0.30000')] },
  ],
  [
    'balances of a snapshot',
    balances as List,
    'asc',
    { filters: [filter('timestamp', 'lte', timeOf(count))] },
  ],
  ...(['asc', 'desc'] as const).flatMap((order): (typeof pages)[number][] => [
    [
      `balances of a snapshot, with tokens, where all of both have changed often, ${order}`,
      balances as List,
      order,
      {
        filters: [past, filter('account.id', 'gte', '0.0.90000')],
        parts: { tokens: 4 },
        limit: 10,
      },
    ],
    [
      `holders of a token in the past whose balances have changed often, ${order}`,
      tokenBalances as List,
      order,
      { key: '0.0.60001', filters: [past], limit: 10 },
    ],
  ]),
  ['tokens of an account', accountTokens as List, 'desc', { key: '0.0.1001' }],
  ['NFTs of an account', nfts as List, 'asc', { key: '0.0.1001' }],
  [
    'what has happened to an NFT that goes from hand to hand',
    nftTransactions as List,
    'desc',
    { key: '0.0.60001/1' },
  ],
  [
    'results of an account that is silent',
    contractResults as List,
    'desc',
    { filters: [filter('from', 'eq', '0.0.1003')] },
  ],
  [
    'results of an account that was silent',
    contractResults as List,
    'asc',
    { filters: [filter('from', 'eq', '0.0.1001')] },
  ],
  [
    'results that all have logs',
    contractResults as List,
    'desc',
    { filters: [filter('internal', 'eq', 'true')] },
  ],
  ...(['asc', 'desc'] as const).map((order): (typeof pages)[number] => [
    `storage of a contract in the past, ${order}`,
    contractState as List,
    order,
    { key: '0.0.30000', filters: [filter('timestamp', 'lte', timeOf(count))] },
  ]),
  ...(['asc', 'desc'] as const).flatMap((order): (typeof pages)[number][] => [
    [
      `storage of a contract whose slots have changed often, ${order}`,
      contractState as List,
      order,
      { key: '0.0.30001', filters: [filter('timestamp', 'lte', timeOf(count))] },
    ],
    [
      `storage of a hook whose slots have changed often, ${order}`,
      hookStorage as List,
      order,
      { key: '0.0.1001/1', filters: [filter('timestamp', 'lte', timeOf(count))] },
    ],
  ]),
  [
    'blocks behind a number, all but that of a time',
    blocks as List,
    'desc',
    { filters: [filter('timestamp', 'ne', timeOf(7))], after: ['4000'] },
  ],
];

describe('a page looks at few rows:', () => {
  it.each(pages)('%s', async (_name, list, order, request) => {
    const asked = { filters: [], limit: 25, order, ...request };
    await expectFew(() => ledger.page(list, asked, freeOperation()), asked.limit * most);
  });
});

describe('a look-up looks at few rows:', () => {
  const past = (n: number) => [filter('timestamp', 'lte', timeOf(n - count))];
  it.each([
    ['an account with many former versions as one of them', past(count / 2)],
    ['the same as the first of them', past(1)],
    ['the same before there was any', past(-1)],
    ['the same at a time', [filter('timestamp', 'eq', timeOf(1 - count))]],
  ])('%s', async (_name, filters) => {
    await expectFew(() => ledger.one(account, '0.0.1001', { filters }, freeOperation()), 20);
  });

  it.each([
    ['with many former versions as one of them', address, past(count / 2)],
    ['with many of them as the first', address, past(1)],
    ['that there is none of', `0x${'ab'.repeat(20)}`, past(1)],
  ])('a contract by its address, %s', async (_name, key, filters) => {
    await expectFew(() => ledger.one(contract, key, { filters }, freeOperation()), 20);
  });

  it('an address that nobody has, beside ten thousand aliases at the most', async () => {
    const address = `0x${'ab'.repeat(20)}`;
    await expectFew(() => ledger.one(account, address, { filters: [] }, freeOperation()), 10_100);
  });
});
