// The greatest and the least int64 in every number that a database holds: all lists and look-ups answer.
import { beforeAll, describe, expect, it } from 'vitest';
import { printJson } from '../../src/contract/json.js';
import type { List, Lookup, Operator } from '../../src/contract/resource.js';
import { account, accounts, accountTokens } from '../../src/contract/resources/accounts.js';
import { balances } from '../../src/contract/resources/balances.js';
import { block, blocks } from '../../src/contract/resources/blocks.js';
import { schedule, schedules } from '../../src/contract/resources/schedules.js';
import { token, tokenBalances, tokens } from '../../src/contract/resources/tokens.js';
import { transactions } from '../../src/contract/resources/transactions.js';
import type { Ledger } from '../../src/ledger.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { engines, freeOperation, openChanging, serve } from '../support/ledgers.js';

type Row = Readonly<Record<string, string>>;
// biome-ignore lint/suspicious/noExplicitAny: lists of all kinds are read alike
type Any = any;

const greatest = '9223372036854775807';
const least = '-9223372036854775808';

/** A row of each table that holds numbers; `n` makes its key another one for each row. */
const tables: readonly [name: string, base: (n: number) => Row, numbers: string][] = [
  [
    'entity',
    (n) => ({
      ...{ id: `${1000 + n}`, num: `${1000 + n}`, realm: '0', shard: '0', type: "'ACCOUNT'" },
      ...{ timestamp_range: "'[0,)'", created_timestamp: '5', auto_renew_period: '7' },
      ...{ balance: '1', balance_timestamp: '1', staked_node_id: '1', stake_period_start: '1' },
    }),
    'id num realm shard created_timestamp auto_renew_period expiration_timestamp balance balance_timestamp ethereum_nonce auto_renew_account_id proxy_account_id staked_account_id staked_node_id stake_period_start obtainer_id',
  ],
  [
    'entity_stake',
    (n) => ({
      ...{ id: `${1000 + n}`, end_stake_period: '5', pending_reward: '1', staked_to_me: '1' },
      ...{ staked_node_id_start: '1', stake_total_start: '1', timestamp_range: "'[0,)'" },
    }),
    'end_stake_period pending_reward staked_node_id_start staked_to_me stake_total_start',
  ],
  [
    'account_balance',
    (n) => ({ consensus_timestamp: '1700000000000000000', balance: '1', account_id: `${n + 2}` }),
    'balance account_id consensus_timestamp',
  ],
  [
    'token_balance',
    (n) => ({
      ...{ consensus_timestamp: '1700000000000000000', balance: '1' },
      ...{ account_id: '2', token_id: `${5000 + n}` },
    }),
    'balance account_id token_id consensus_timestamp',
  ],
  [
    'token',
    (n) => ({
      ...{ token_id: `${5000 + n}`, created_timestamp: '5', decimals: '1', initial_supply: '1' },
      ...{ name: "'a'", symbol: "'a'", treasury_account_id: '1000', freeze_status: '0' },
      ...{ kyc_status: '0', timestamp_range: "'[0,)'" },
    }),
    'created_timestamp decimals initial_supply total_supply max_supply treasury_account_id',
  ],
  [
    'token_account',
    (n) => ({
      ...{ account_id: '1000', associated: 'true', timestamp_range: "'[0,)'" },
      ...{ token_id: `${5000 + n}`, created_timestamp: '5' },
    }),
    'balance balance_timestamp created_timestamp token_id',
  ],
  [
    'record_file',
    (n) => ({
      ...{ name: "'a'", load_start: '1', load_end: '1', hash: `'${n}ab'`, prev_hash: "'cd'" },
      ...{ consensus_start: `${n * 10}`, consensus_end: `${n * 10 + 1}`, count: '1' },
      ...{ digest_algorithm: '1', version: '1', file_hash: "'ef'", index: `${n}` },
    }),
    'load_start load_end consensus_start consensus_end count index gas_used round_start round_end',
  ],
  [
    'schedule',
    (n) => ({
      ...{ consensus_timestamp: '5', creator_account_id: '1000', payer_account_id: '1000' },
      ...{ schedule_id: `${9000 + n}`, transaction_body: "'\\x01'" },
    }),
    'consensus_timestamp creator_account_id payer_account_id executed_timestamp expiration_time',
  ],
  [
    'transaction_signature',
    (n) => ({
      ...{ consensus_timestamp: `${n}`, public_key_prefix: "'\\x01'", entity_id: '9000' },
      ...{ signature: "'\\x01'", type: '3' },
    }),
    'consensus_timestamp',
  ],
  [
    'transaction',
    (n) => ({
      ...{ consensus_timestamp: `${1_000_000 + n}`, type: '14', result: '22' },
      ...{ payer_account_id: '1000', valid_start_ns: '5', node_account_id: '3' },
    }),
    'consensus_timestamp payer_account_id valid_start_ns valid_duration_seconds node_account_id entity_id initial_balance max_fee charged_tx_fee parent_consensus_timestamp congestion_pricing_multiplier high_volume_pricing_multiplier',
  ],
  [
    'crypto_transfer',
    () => ({
      ...{ entity_id: '1000', consensus_timestamp: '1000000', amount: '1' },
      ...{ payer_account_id: '1000' },
    }),
    'entity_id amount',
  ],
  [
    'token_transfer',
    () => ({
      ...{ token_id: '5000', account_id: '1000', consensus_timestamp: '1000000', amount: '1' },
      ...{ payer_account_id: '1000' },
    }),
    'token_id account_id amount',
  ],
  [
    'staking_reward_transfer',
    (n) => ({
      ...{ account_id: `${n}`, amount: '1', consensus_timestamp: '1000000' },
      ...{ payer_account_id: '1000' },
    }),
    'account_id amount',
  ],
];

/** A plain row of each table, and one for each number and each end of what it can hold. */
const statements = tables.flatMap(([table, base, numbers]) => {
  const ends = numbers
    .split(' ')
    .flatMap((name) => [greatest, least].map((end) => ({ [name]: end })));
  return [{}, ...ends].map((own, n) => {
    const row = { ...base(n), ...own };
    return `insert into ${table} (${Object.keys(row)}) values (${Object.values(row)})`;
  });
});

describe.each(engines)('numbers at both ends of int64, on %s', (engine) => {
  let ledger: Ledger;
  let server: Server;
  beforeAll(async () => {
    const open = await openChanging(engine, {});
    for (const text of statements) await open.run(text);
    // An account and a token that are renewed beyond the last int64, and what a token must have.
    await open.run(`insert into entity (id, num, realm, shard, type, timestamp_range,
        created_timestamp, auto_renew_period)
      select 4000 + n, 4000 + n, 0, 0, 'ACCOUNT', '[0,)', 1700000000000000001, period
      from unnest(array[8000000000, ${greatest}, ${least}]) with ordinality as p(period, n)`);
    await open.run(`insert into entity (id, num, realm, shard, type, timestamp_range, auto_renew_period)
      select token_id, token_id, 0, 0, 'TOKEN', '[0,)', 8000000000 from token`);
    await open.run("insert into custom_fee (entity_id, timestamp_range) values (5003, '[0,)')");
    await open.release();
    ledger = open.ledger;
    server = await serve(ledger);
    return () => server.close();
  });

  const lists: [string, List<Any>, object][] = [
    ['accounts', accounts, {}],
    ['balances', balances, {}],
    ['tokens', tokens, {}],
    ['accountTokens', accountTokens, { key: '0.0.1000' }],
    ['tokenBalances', tokenBalances, { key: '0.0.5000' }],
    ['schedules', schedules, {}],
    ['blocks', blocks, {}],
    ['transactions', transactions, {}],
    [
      'transactions of an account',
      transactions,
      {
        filters: [{ parameter: 'account.id', operator: 'eq', value: '0.0.1000' }],
      },
    ],
    [
      'balances of the past',
      balances,
      {
        filters: [{ parameter: 'timestamp', operator: 'lte', value: '1700000000.000000000' }],
      },
    ],
    [
      'holders of the past',
      tokenBalances,
      {
        key: '0.0.5000',
        filters: [{ parameter: 'timestamp', operator: 'lte', value: '1700000000.000000000' }],
      },
    ],
  ];
  it.each(lists)('%s answers in both orders', async (_name, list, own) => {
    for (const order of ['asc', 'desc'] as const) {
      const request = { filters: [], order, limit: 100, parts: { tokens: 50 }, ...own };
      const page = await ledger.page(list, request, freeOperation());
      expect(page?.items.length).toBeGreaterThan(0);
      expect(() => printJson(page)).not.toThrow();
    }
  });

  const lookups: [string, Lookup<Any>, (n: number) => string][] = [
    ['accounts', account, (n) => `0.0.${1000 + n}`],
    ['tokens', token, (n) => `0.0.${5000 + n}`],
    ['schedules', schedule, (n) => `0.0.${9000 + n}`],
    ['blocks', block, (n) => `${n}`],
  ];
  it.each(lookups)('%s are all found by their keys', async (_name, lookup, key) => {
    const keys = Array.from({ length: 8 }, (_, n) => key(n + 10));
    const found = await ledger
      .many(lookup, [key(1), key(0), ...keys], { filters: [] }, freeOperation())
      .catch((error) => error);
    expect(found).toHaveLength(10);
    expect(found[1]).not.toBeNull();
  });

  it('times of the past that no int64 holds find nothing, and are no fault', async () => {
    const value = '9223372036.854775807';
    const found = async (operator: Operator) => {
      const filters = [{ parameter: 'timestamp', operator, value }];
      return (await ledger.one(account, '0.0.1000', { filters }, freeOperation())) !== null;
    };
    for (const operator of ['lt', 'lte', 'gte', 'eq'] as const) {
      expect(await found(operator), operator).toBe(true);
    }
    expect(await found('gt')).toBe(false);
  });

  it('an entity that is renewed for too long expires at the true time', async () => {
    const { data, errors } = await ask(
      server,
      '{ a: account(id: "0.0.4001") { expiryTimestamp } b: account(id: "0.0.4002") { expiryTimestamp } t: token(id: "0.0.5000") { expiryTimestamp } }',
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({
      a: { expiryTimestamp: '9700000000.000000001' },
      b: { expiryTimestamp: '9223372038554775807.000000001' },
      t: { expiryTimestamp: '8000000000.000000005' },
    });
    const body = await (await fetch(`${server.url}/api/v1/tokens/0.0.5003`)).text();
    expect(body).toContain('"expiry_timestamp":8000000000000000005,');
    const one = await (await fetch(`${server.url}/api/v1/accounts/0.0.4001`)).text();
    expect(one).toContain('"expiry_timestamp":"9700000000.000000001"');
  });

  it('a token without a row of fees is found by its id as in the list, with no fees', async () => {
    const { data, errors } = await ask(
      server,
      '{ token(id: "0.0.5000") { name customFees { createdTimestamp fixed { units } } } }',
    );
    expect(errors).toEqual([]);
    expect(data.token).toEqual({
      name: 'a',
      customFees: { createdTimestamp: '0.000000005', fixed: [] },
    });
  });
});

describe.each(engines)('rows of another form than the contract knows, on %s', (engine) => {
  let ledger: Ledger;
  beforeAll(async () => {
    const open = await openChanging(engine, {});
    for (const id of ['5000', '5001']) {
      const { 1: base } = tables.find(([name]) => name === 'token') as (typeof tables)[number];
      const row = { ...base(0), token_id: id };
      await open.run(`insert into token (${Object.keys(row)}) values (${Object.values(row)});`);
      await open.run(`insert into entity (id, num, realm, shard, type, timestamp_range)
        values (${id}, ${id}, 0, 0, 'TOKEN', '[0,)')`);
    }
    await open.run(`insert into custom_fee (entity_id, timestamp_range, fixed_fees)
      values (5001, '[0,)', '{"amount": 1}')`);
    await open.run(`insert into transaction (consensus_timestamp, type, result, payer_account_id,
        valid_start_ns, nft_transfer) values (5, 14, 22, 2, 5, '{}')`);
    await open.release();
    ledger = open.ledger;
    return () => ledger.close();
  });

  it('have a code of their own in the place of what has it, and take nothing else along', async () => {
    const code = expect.objectContaining({ code: 'UPSTREAM_BAD_DATA' });
    const keys = ['0.0.5000', '0.0.5001'];
    const [good, bad] = await ledger.many(token, keys, { filters: [] }, freeOperation());
    expect(good).toMatchObject({ token_id: '0.0.5000', custom_fees: { fixed_fees: [] } });
    expect(bad).toMatchObject({ token_id: '0.0.5001', custom_fees: { fixed_fees: code } });
    const request = { filters: [], order: 'desc', limit: 5 } as const;
    const page = await ledger.page(transactions, request, freeOperation());
    expect(page?.items).toEqual([
      expect.objectContaining({ consensus_timestamp: '0.000000005', nft_transfers: code }),
    ]);
  });
});
