// The rows of the ledger that every server is asked about: made from their ids, all of them plain.
const digits = (num: number, length: number) => (num * 7919).toString(16).padStart(length, '0');

const accountOf = (id: string) => Number(id.split('.')[2]);
const entity = (num: number) => `0.0.${num}`;
const time = (num: number) => `${1_600_000_000 + num}.000000001`;

/** Where a list begins that names no bound. */
const newest = 90_000;

/** Accounts from here on hold five tokens, for the nested workload; those below one or two. */
export const rich = 100_000;

const heldBy = (num: number) => (num >= rich ? 5 : 1 + (num % 2));

const tokenRow = (num: number) => ({
  admin_key: null,
  decimals: num % 9,
  metadata: '',
  name: `Token number ${num}`,
  symbol: `TOK${num}`,
  token_id: entity(num),
  type: 'FUNGIBLE_COMMON',
});

/** Tokens of an account, ascending: out of twenty that exist. */
function relations(num: number) {
  const first = num % 15;
  return Array.from({ length: heldBy(num) }, (_, index) => ({
    automatic_association: false,
    balance: num * 1000 + index,
    created_timestamp: time(num),
    decimals: (900 + first + index) % 9,
    freeze_status: 'UNFROZEN',
    kyc_status: 'NOT_APPLICABLE',
    token_id: entity(900 + first + index),
  }));
}

const shortRelations = (num: number) =>
  relations(num).map(({ token_id, balance }) => ({ token_id, balance }));

const accountRow = (num: number) => ({
  account: entity(num),
  alias: null,
  auto_renew_period: 7_776_000,
  balance: { balance: num * 100_000, timestamp: time(num), tokens: shortRelations(num) },
  created_timestamp: time(num),
  decline_reward: false,
  deleted: false,
  ethereum_nonce: 0,
  evm_address: `0x${digits(num, 40)}`,
  expiry_timestamp: time(num + 7_776_000),
  key: { _type: 'ED25519', key: digits(num, 64) },
  max_automatic_token_associations: 0,
  memo: `Memo of account ${num}`,
  pending_reward: 0,
  receiver_sig_required: false,
  staked_account_id: null,
  staked_node_id: null,
  stake_period_start: null,
});

const balanceRow = (num: number) => ({
  account: entity(num),
  balance: num * 100_000,
  tokens: shortRelations(num),
});

const blockRow = (num: number) => ({
  count: num % 100,
  gas_used: num * 3,
  hapi_version: '0.56.1',
  hash: `0x${digits(num, 96)}`,
  logs_bloom: '0x',
  name: `2026-11-20T00_00_${num}.000000001Z.rcd.gz`,
  number: num,
  previous_hash: `0x${digits(num - 1, 96)}`,
  size: 1000 + num,
  timestamp: { from: time(num), to: time(num + 1) },
});

/** Whole numbers below a bound, the highest first. */
const below = (bound: number, count: number) =>
  Array.from({ length: count }, (_, index) => bound - 1 - index);

function page(items: string, rows: readonly object[], path: string, next: string) {
  const timestamp = items === 'balances' ? { timestamp: time(0) } : {};
  return { ...timestamp, [items]: rows, links: { next: `${path}?${next}` } };
}

/** What the contract answers to the calls that servers make for the workloads; null is a 404. */
export function answer(path: string, query: URLSearchParams): object | null {
  const limit = Number(query.get('limit') ?? 25);
  const bound = Number(
    /\d+$/.exec(query.get('block.number') ?? query.get('account.id') ?? '')?.[0] ?? newest,
  );
  const ids = (name: string) =>
    query
      .getAll(name)
      .map(accountOf)
      .sort((a, b) => a - b);
  const last = `limit=${limit}&order=desc`;
  if (path === '/api/v1/balances') {
    const next = `account.id=lt:${entity(bound - limit)}&${last}`;
    return page('balances', below(bound, limit).map(balanceRow), path, next);
  }
  if (path === '/api/v1/blocks') {
    const next = `block.number=lt:${bound - limit}&${last}`;
    return page('blocks', below(bound, limit).map(blockRow), path, next);
  }
  if (path === '/api/v1/accounts') {
    return { accounts: ids('account.id').map(accountRow), links: { next: null } };
  }
  if (path === '/api/v1/tokens') {
    return { tokens: ids('token.id').map(tokenRow), links: { next: null } };
  }
  const [, resource, id = '', below_] = /^\/api\/v1\/(\w+)\/([\d.]+)(\/tokens)?$/.exec(path) ?? [];
  if (resource === 'tokens') return tokenRow(accountOf(id));
  if (resource === 'accounts' && !below_) {
    return { ...accountRow(accountOf(id)), transactions: [], links: { next: null } };
  }
  if (resource === 'accounts') {
    const tokens = relations(accountOf(id));
    return { tokens: tokens.slice(0, limit), links: { next: null } };
  }
  return null;
}

/** The pages of the workloads as tables of text, by which answers are compared. */
export const expected = {
  balances: (bound: number) =>
    below(bound, 25).map((num) => [
      entity(num),
      `${num * 100_000}`,
      relations(num).map(({ token_id, balance }) => [token_id, `${balance}`]),
    ]),
  nested: (bound: number) =>
    below(bound, 25).map((num) => {
      const { memo, balance, evm_address } = accountRow(num);
      const tokens = relations(num).map(({ token_id }) => tokenRow(accountOf(token_id)));
      const texts = tokens.map(({ name, symbol, decimals }) => [name, symbol, `${decimals}`]);
      return [memo, `${balance.balance}`, evm_address, texts];
    }),
  account(num: number) {
    const { account, memo, balance, evm_address, created_timestamp } = accountRow(num);
    return [account, memo, `${balance.balance}`, evm_address, created_timestamp];
  },
  blocks: (bound: number) =>
    below(bound, 25).map((num) => {
      const row = blockRow(num);
      const numbers = [row.number, row.count, row.gas_used, row.size].map(String);
      return [row.hash, row.previous_hash, row.name, row.hapi_version, ...numbers];
    }),
};
