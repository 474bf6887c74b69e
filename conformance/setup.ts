// The setup of a case as rows per table: which key fills what, in the reference's order.
import { tableNames } from '../src/sql/tables/schema.js';
import { accountLoaders } from './account-rows.js';
import { allowanceLoaders } from './allowance-rows.js';
import { chainLoaders } from './chain-rows.js';
import { addContractTransactions, contractResultLoaders } from './contract-result-rows.js';
import { contractLoaders } from './contract-rows.js';
import { fileLoaders } from './file-rows.js';
import type { Given, Loader, Row } from './rows.js';
import { tokenLoaders } from './token-rows.js';
import { topicLoaders } from './topic-rows.js';
import { transactionLoaders } from './transaction-rows.js';

export type Setup = Readonly<Record<string, unknown>>;

const loaders: Readonly<Record<string, Loader>> = {
  ...accountLoaders,
  ...tokenLoaders,
  ...allowanceLoaders,
  ...chainLoaders,
  ...transactionLoaders,
  ...contractLoaders,
  ...contractResultLoaders,
  ...fileLoaders,
  ...topicLoaders,
};

/** What is no row: settings, and a table that the reference derives from others by itself. */
const withoutRows = ['config', 'features', 'topicmessagelookups'];

/**
 * Rows by table; only of tables that exist.
 *
 * @throws Error for a key that nothing is known of: a case without those rows would be another one
 */
export function rowsOf(setup: Setup): Map<string, Row[]> {
  const unknown = Object.keys(setup).filter(
    (key) => !Object.hasOwn(loaders, key) && !withoutRows.includes(key),
  );
  if (unknown.length > 0) throw new Error(`no rows are known for ${unknown.join(', ')}`);
  const tables = new Map<string, Row[]>();
  const add = (table: string, row: Row) => {
    if (!tableNames.includes(table)) return;
    const rows = tables.get(table);
    if (rows) rows.push(row);
    else tables.set(table, [row]);
  };
  for (const [key, load] of Object.entries(loaders)) {
    for (const given of (setup[key] as Given[] | undefined) ?? []) load(given, add);
  }
  addContractTransactions(setup, add);
  return tables;
}
