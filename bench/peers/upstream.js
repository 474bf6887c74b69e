// The upstream as the peers call it: undici's request on a pool, and loaders of accounts and tokens.
import DataLoader from 'dataloader';
import { Pool } from 'undici';
import { paths } from './schema.js';

export const [, , upstream, port] = process.argv;
const pool = new Pool(upstream, { connections: 128 });

export async function get(path) {
  const { body } = await pool.request({ path, method: 'GET' });
  return body.json();
}

const byKey = (rows, key, ids) => {
  const found = new Map(rows.map((row) => [row[key], row]));
  return ids.map((id) => found.get(id) ?? null);
};

export const loadAccounts = async (ids) =>
  ids.length === 1
    ? [await get(paths.account(ids[0]))]
    : byKey((await get(paths.accounts(ids))).accounts, 'account', ids);

export const loadTokens = async (ids) =>
  byKey((await get(paths.tokens(ids))).tokens, 'token_id', ids);

export const makeLoaders = () => ({
  accounts: new DataLoader(loadAccounts),
  tokens: new DataLoader(loadTokens),
});
