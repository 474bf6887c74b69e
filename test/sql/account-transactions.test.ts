// Transactions of an account are read off the indexes of the account, by a plan that knows no account: kept plans are such.
import { beforeAll, describe, expect, it } from 'vitest';
import { equals } from '../../src/contract/operators.js';
import type { Filter, Order } from '../../src/contract/resource.js';
import type { EmbeddedDatabase } from '../../src/sql/engines/embedded.js';
import { transactions } from '../../src/sql/resources/transactions.js';
import { createTables } from '../../src/sql/tables/schema.js';
import { openEmpty } from '../support/ledgers.js';
import { lookedAt } from '../support/looked-at.js';

const count = 20_000;
const begin = 1_700_000_000_000_000_000n;
const [dormant, busy, nobody, feeAccount] = [1001, 1002, 1003, 98];

/**
 * Every transaction pays a fee. One account has been silent since it had many, one goes on, and each
 * of thousands has had one: by the average there is little to read of any.
 */
const payer = `case when n % 4 = 3 then 5000 + n when n < ${count / 2} then ${dormant} else ${busy} end`;
const rows = `
  insert into transaction (consensus_timestamp, payer_account_id, valid_start_ns, type, result, nonce, scheduled)
    select ${begin} + n * 1000, ${payer}, ${begin} + n, 14, 22, 0, false
    from generate_series(0::bigint, ${count - 1}) as n;
  insert into crypto_transfer (consensus_timestamp, entity_id, amount, payer_account_id)
    select ${begin} + n * 1000, unnest(array[${payer}, ${feeAccount}]), unnest(array[-5, 5]), ${payer}
    from generate_series(0::bigint, ${count - 1}) as n;
  insert into token_transfer (consensus_timestamp, account_id, token_id, amount, payer_account_id)
    select ${begin} + n * 1000, ${payer}, 2001, 1, ${payer} from generate_series(0::bigint, ${count - 1}) as n;
  insert into entity_transaction (consensus_timestamp, entity_id, payer_account_id, type, result)
    select ${begin} + n * 1000, ${payer}, ${payer}, 14, 22 from generate_series(0::bigint, ${count - 1}) as n;
  analyze;`;

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await openEmpty();
  await database.exec(`${createTables} ${rows}`);
  return () => database.close();
}, 30_000);

/** How many rows of all tables are looked at for a page of 25, and off which indexes. */
function read(account: number, order: Order, further: readonly Filter[], isKept: boolean) {
  const filters = [equals('account.id', `0.0.${account}`), ...further];
  const statement = transactions.select({ filters, order, limit: 25 }, [] as never, Date);
  return lookedAt(database, statement, isKept);
}

const within: readonly Filter[] = [
  { parameter: 'timestamp', operator: 'gte', value: '1700000000.000000000' },
  { parameter: 'timestamp', operator: 'lt', value: '1800000000.000000000' },
];
/** Those of four tables, of which some are one more, then the page with what it has moved. */
const most = 25 * 10;

describe.each(['asc', 'desc'] as const)('a page in the order %s', (order) => {
  it.each([
    ['a busy account', busy],
    ['an account that is silent', dormant],
    ['an account without any', nobody],
  ])('of %s looks at its own rows alone', async (_name, account) => {
    const { rows, indexes } = await read(account, order, [], true);
    expect(rows).toBeLessThan(most);
    expect(indexes).toContain('crypto_transfer_entity_id_consensus_timestamp_idx');
  });

  it('in a range of times is planned for that', async () => {
    const { rows } = await read(dormant, order, within, false);
    expect(rows).toBeLessThan(most);
  });

  it('of the account that has a part in all of them looks at as many', async () => {
    const { rows } = await read(feeAccount, order, [], false);
    expect(rows).toBeLessThan(most);
  });
});
