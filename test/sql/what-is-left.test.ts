// Where an account has very many rows that are no items any more, the indexes of docs/scaling.md find those that are left.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Filter, List } from '../../src/contract/resource.js';
import { accountTokens } from '../../src/contract/resources/accounts.js';
import { outstandingAirdrops, pendingAirdrops } from '../../src/contract/resources/airdrops.js';
import { hbarAllowances, tokenAllowances } from '../../src/contract/resources/allowances.js';
import { resultsOfContract } from '../../src/contract/resources/contract-results.js';
import { hookStorage } from '../../src/contract/resources/hooks.js';
import { nftAllowances } from '../../src/contract/resources/nft-allowances.js';
import { schedules } from '../../src/contract/resources/schedules.js';
import { tokenBalances } from '../../src/contract/resources/tokens.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import { sqlLedger } from '../../src/sql/sql.js';
import { createTables } from '../../src/sql/tables/schema.js';
import { freeOperation, openEmpty } from '../support/ledgers.js';
import { lookedAt } from '../support/looked-at.js';

const page = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
const indexes = Array.from(
  page.slice(page.indexOf('What is claimed')).matchAll(/^create index concurrently (on .+;)$/gm),
  ([, on]) => on,
);

/** Half of all rows are one's own, and but for the last 30 of them they are no items. */
const [gone, left] = [4000, 30];
const isLeft = `n > ${gone}`;
const series = `generate_series(1, ${gone + left}) as n`;
const rows = `
  insert into entity (id, num, realm, shard, type, timestamp_range) values (1001, 1001, 0, 0, 'ACCOUNT', '[1,)');
  insert into token (token_id, created_timestamp, decimals, initial_supply, name, symbol, treasury_account_id, timestamp_range, freeze_status, kyc_status)
    values (1001, 1, 0, 0, 'T', 'T', 2, '[1,)', 0, 0);
  insert into token_airdrop (sender_account_id, receiver_account_id, serial_number, token_id, timestamp_range, state)
    select 1001, 2000 + n, 0, 9, '[1,)', (case when ${isLeft} then 'PENDING' else 'CLAIMED' end)::airdrop_state from ${series};
  insert into token_airdrop (receiver_account_id, sender_account_id, serial_number, token_id, timestamp_range, state)
    select 1001, 2000 + n, 0, 9, '[1,)', (case when ${isLeft} then 'PENDING' else 'CLAIMED' end)::airdrop_state from ${series};
  insert into crypto_allowance (owner, spender, payer_account_id, amount_granted, timestamp_range, amount)
    select 1001, n, 1, 9, '[1,)', (${isLeft})::int from ${series};
  insert into token_allowance (owner, spender, token_id, payer_account_id, amount_granted, timestamp_range, amount)
    select 1001, n, 9, 1, 9, '[1,)', (${isLeft})::int from ${series};
  insert into nft_allowance (owner, spender, token_id, payer_account_id, timestamp_range, approved_for_all)
    select 1001, 2000 + n, 9, 1, '[1,)', ${isLeft} from ${series};
  insert into nft_allowance (spender, owner, token_id, payer_account_id, timestamp_range, approved_for_all)
    select 1001, 2000 + n, 9, 1, '[1,)', ${isLeft} from ${series};
  insert into token_account (account_id, token_id, timestamp_range, associated)
    select 1001, 2000 + n, '[1,)', ${isLeft} from ${series};
  insert into token_account (token_id, account_id, timestamp_range, associated)
    select 1001, 2000 + n, '[1,)', ${isLeft} from ${series};
  insert into hook_storage (owner_id, hook_id, key, value, created_timestamp, modified_timestamp, deleted)
    select 1001, 1, int4send(n), '', 1, 1, not (${isLeft}) from ${series};
  insert into contract_result (consensus_timestamp, contract_id, function_parameters, gas_limit, payer_account_id, transaction_result, transaction_nonce)
    select n, 1001, '', 1, 2, 22, (not (${isLeft}))::int from ${series};
  insert into schedule (schedule_id, consensus_timestamp, creator_account_id, payer_account_id, transaction_body)
    select n, n, case when n > ${gone / 2} then 1001 else 2000 + n % 7 end, 2, '' from ${series};`;

const received: Filter = { parameter: 'owner', operator: 'eq', value: 'false' };
const creator: Filter = { parameter: 'account.id', operator: 'eq', value: '0.0.1001' };
const lists: [string, List, string | undefined, Filter[]][] = [
  ['airdrops that were sent', outstandingAirdrops as List, '0.0.1001', []],
  ['airdrops that were received', pendingAirdrops as List, '0.0.1001', []],
  ['allowances of hbar', hbarAllowances as List, '0.0.1001', []],
  ['allowances of tokens', tokenAllowances as List, '0.0.1001', []],
  ['allowances of NFTs', nftAllowances as List, '0.0.1001', []],
  ['allowances of NFTs that were received', nftAllowances as List, '0.0.1001', [received]],
  ['tokens of an account', accountTokens as List, '0.0.1001', []],
  ['holders of a token', tokenBalances as List, '0.0.1001', []],
  ['slots of a hook', hookStorage as List, '0.0.1001/1', []],
  ['results of a contract that others call', resultsOfContract as List, '0.0.1001', []],
  ['schedules of one creator', schedules as List, undefined, [creator]],
];

describe('with an index of what is left', () => {
  let database: EmbeddedDatabase;
  let looked: { readonly rows: number; readonly told: string }[] = [];
  beforeAll(async () => {
    database = await openEmpty();
    const made = indexes.map((on) => `create index ${on}`).join('\n');
    await database.exec(`${createTables} ${rows} ${made} analyze;`);
    return () => database.close();
  });

  it('each table of the documents has one', () => {
    expect(indexes.length).toBe(lists.length);
  });

  it.each(lists)(
    '%s are read without those that are no more',
    async (_what, list, key, filters) => {
      const ledger = sqlLedger({
        ...database,
        async query(statement, operation, reads) {
          // But for the look whether there is such an index.
          if (!statement.text.includes('from pg_index')) {
            looked.push(
              await lookedAt(database, statement),
              await lookedAt(database, statement, true),
            );
          }
          return database.query(statement, operation, reads);
        },
      });
      for (const order of ['asc', 'desc'] as const) {
        looked = [];
        const found = await ledger.page(
          list,
          { ...(key !== undefined && { key }), filters, order, limit: 25 },
          freeOperation(),
        );
        expect(found?.items.length).toBe(25);
        for (const { rows: read, told } of looked) expect(read, told).toBeLessThan(100);
      }
    },
  );
});
