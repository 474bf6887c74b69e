// What a role sets for its sessions changes no answer: settings are of the database, and an operator's own.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ecdsaAliasAddress } from '../../src/contract/address.js';
import { aliasBytes } from '../../src/contract/entity.js';
import type { List, Operator } from '../../src/contract/resource.js';
import { type AccountRow, account } from '../../src/contract/resources/accounts.js';
import { balances } from '../../src/contract/resources/balances.js';
import {
  tokensByName,
  tokensByPart,
  tokensBySymbol,
} from '../../src/contract/resources/by-text.js';
import { contract, contractState } from '../../src/contract/resources/contracts.js';
import { tokenBalances } from '../../src/contract/resources/tokens.js';
import { transactions } from '../../src/contract/resources/transactions.js';
import { causeOf, type LedgerError } from '../../src/errors.js';
import { sampleClock } from '../../src/sample/prepared.js';
import { sampleIds } from '../../src/sample/sample.js';
import { openPostgres } from '../../src/sql/engines/postgres.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { everyCall } from '../ledger/ledger.suite.js';
import { is, none } from '../support/ledger-reading.js';
import { freeOperation } from '../support/ledgers.js';

const postgres = inject('postgres');
const role = `mirrorql_settings_${process.pid}`;
const unknownAddress = `0x${'ab'.repeat(20)}`;

/** Settings by what they are about, each at the value that is farthest from what a server comes with. */
const settings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'nulls in lists': { array_nulls: 'off' },
  'names in quotation marks': { quote_all_identifiers: 'on' },
  'backslashes that escape': {
    standard_conforming_strings: 'off',
    backslash_quote: 'off',
    escape_string_warning: 'on',
  },
  'how values are printed': {
    bytea_output: 'escape',
    datestyle: "'SQL, DMY'",
    intervalstyle: 'iso_8601',
    timezone: "'Asia/Kolkata'",
    extra_float_digits: '-15',
    xmlbinary: 'hex',
    xmloption: 'document',
    lc_monetary: "'C'",
    lc_numeric: "'C'",
    lc_time: "'C'",
    default_text_search_config: "'pg_catalog.simple'",
  },
  'an encoding of clients': { client_encoding: 'LATIN1' },
  comparisons: { transform_null_equals: 'on', row_security: 'off' },
  transactions: {
    default_transaction_isolation: 'serializable',
    default_transaction_read_only: 'on',
    default_transaction_deferrable: 'on',
  },
  patience: {
    statement_timeout: '1',
    lock_timeout: '100',
    idle_in_transaction_session_timeout: '1',
  },
  'where tables are looked for': { search_path: '"$user", public, pg_catalog' },
  'messages to clients': { client_min_messages: 'debug5', lc_messages: "'C'", exit_on_error: 'on' },
  'plans without indexes': {
    enable_indexscan: 'off',
    enable_indexonlyscan: 'off',
    enable_bitmapscan: 'off',
    enable_memoize: 'off',
    jit: 'off',
  },
  'plans with indexes alone': {
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    enable_hashagg: 'off',
    enable_material: 'off',
    jit: 'off',
  },
  'plans of an order as written': {
    join_collapse_limit: '1',
    from_collapse_limit: '1',
    plan_cache_mode: 'force_generic_plan',
    constraint_exclusion: 'on',
    cursor_tuple_fraction: '0',
  },
  'plans by chance': { geqo_threshold: '2', geqo_seed: '1', plan_cache_mode: 'force_custom_plan' },
  'plans side by side': {
    parallel_setup_cost: '0',
    parallel_tuple_cost: '0',
    min_parallel_table_scan_size: '0',
    min_parallel_index_scan_size: '0',
    parallel_leader_participation: 'off',
  },
  'statements that are compiled': { jit: 'on', jit_above_cost: '10000' },
  'little memory': { work_mem: '64', hash_mem_multiplier: '1', temp_buffers: '100' },
};

describe.skipIf(!postgres)('a database whose role sets', () => {
  const admin = new pg.Client({ connectionString: postgres });
  const address = new URL(postgres);
  address.username = role;
  address.password = role;
  let usual: Awaited<ReturnType<typeof answers>>;

  beforeAll(async () => {
    await admin.connect();
    await admin.query(`drop role if exists ${role}; create role ${role} login password '${role}'`);
    await admin.query(`grant select on all tables in schema public to ${role}`);
    // Accounts of its own, of which none has an address beside its alias.
    await admin.query(`create schema authorization ${role}; set search_path to ${role}`);
    await admin.query(`create table entity (like public.entity including all);
      insert into entity select * from public.entity; alter table entity owner to ${role};
      update entity set evm_address = null where type = 'ACCOUNT'`);
    usual = await answers();
    // An error is a text, and would be the same by any settings.
    expect(usual.filter(([, answer]) => typeof answer === 'string')).toEqual([]);
    const own = { account: sampleIds.ecdsaAlias };
    const [, found] = usual.find(([name]) => name === 'accounts by references') ?? [];
    expect(found).toEqual([expect.objectContaining(own), expect.objectContaining(own), null]);
  });
  afterAll(async () => {
    await admin.query(`drop owned by ${role}; drop role ${role}`);
    await admin.end();
  });

  /** A page or an item of every list and look-up, and what only some keys and conditions lead to. */
  async function answers() {
    const database = openPostgres(address.href, { connections: 2 });
    const ledger = sqlLedger(database, sampleClock);
    const operation = freeOperation();
    const page = (list: List<never>, conditions: [string, Operator, string][], key?: string) => {
      const filters = conditions.map((one) => is(...one));
      const request = { filters, order: list.order, limit: 25, parts: { tokens: 3 } };
      return ledger.page(list, { ...request, ...(key && { key }) }, operation);
    };
    const { alias } = (await ledger.one(
      account,
      sampleIds.ecdsaAlias,
      none,
      operation,
    )) as AccountRow;
    const evm = ecdsaAliasAddress(Buffer.from(aliasBytes(`${alias}`)).toString('hex'));
    const { coinContract, maxToken, storageContract, manyTokens, snapshots } = sampleIds;
    const then: [string, Operator, string] = ['timestamp', 'lte', snapshots[0] as string];
    const calls: [string, () => Promise<unknown>][] = [
      ...everyCall(ledger, operation),
      [
        'accounts by references',
        () => ledger.many(account, [`${alias}`, `${evm}`, unknownAddress], none, operation),
      ],
      [
        'contracts by references',
        () => ledger.many(contract, [unknownAddress, coinContract], none, operation),
      ],
      ['a part of a name', () => page(tokensByPart as List<never>, [['text', 'eq', 'coin']])],
      ['a name', () => page(tokensByName as List<never>, [['text', 'eq', 'é']])],
      ['a symbol', () => page(tokensBySymbol as List<never>, [['text', 'eq', 'c']])],
      ['balances then', () => page(balances as List<never>, [then])],
      ['holders then', () => page(tokenBalances as List<never>, [then], maxToken)],
      ['storage then', () => page(contractState as List<never>, [then], storageContract)],
      ['transactions', () => page(transactions as List<never>, [['account.id', 'eq', manyTokens]])],
      [
        'indexes',
        async () => {
          const found = await ledger.inspect?.(operation);
          return found?.filter(({ text }) => text.startsWith('table'));
        },
      ],
    ];
    const found: [string, unknown][] = [];
    for (const [name, ask] of calls) {
      found.push([name, await ask().catch((error: LedgerError) => causeOf(error))]);
    }
    await ledger.close();
    return found;
  }

  it.each(Object.entries(settings))('%s answers like any other', async (_about, set) => {
    await admin.query(`alter role ${role} reset all`);
    for (const [name, value] of Object.entries(set)) {
      await admin.query(`alter role ${role} set ${name} = ${value}`);
    }
    expect(await answers()).toEqual(usual);
  });
});
