// A stub mirror node as a process of its own: long lists in every row, and accounts that are never answered.
import { type Answer, type Call, ledgerStub, startStub } from '../test/support/stub.js';

const time = (num: number) => `${1_700_000_000 + num}.000000000`;
const rows = <T>(count: number, row: (num: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => row(index + 1001));

const key = { _type: 'ED25519', key: 'ab'.repeat(32) };

const account = (num: number) => ({
  account: `0.0.${num}`,
  alias: null,
  auto_renew_period: 7_776_000,
  balance: { balance: num, timestamp: time(num), tokens: [] },
  created_timestamp: time(num),
  decline_reward: false,
  deleted: false,
  ethereum_nonce: 0,
  evm_address: null,
  expiry_timestamp: null,
  key,
  max_automatic_token_associations: 0,
  memo: `Memo of account ${num}`,
  pending_reward: 0,
  receiver_sig_required: false,
  staked_account_id: null,
  staked_node_id: null,
  stake_period_start: null,
});

const transaction = (num: number) => ({
  batch_key: null,
  bytes: null,
  charged_tx_fee: 1,
  consensus_timestamp: time(num),
  entity_id: null,
  high_volume: false,
  high_volume_pricing_multiplier: 0,
  max_custom_fees: [],
  max_fee: '1',
  memo_base64: '',
  name: 'CRYPTOTRANSFER',
  nft_transfers: [],
  node: '0.0.3',
  nonce: 0,
  parent_consensus_timestamp: null,
  result: 'SUCCESS',
  scheduled: false,
  staking_reward_transfers: [],
  token_transfers: [],
  transaction_hash: 'AAAA',
  transaction_id: `0.0.1001-1700000000-${String(num).padStart(9, '0')}`,
  transfers: rows(200, (other) => ({
    account: `0.0.${other}`,
    amount: other,
    is_approval: false,
  })),
  valid_duration_seconds: '120',
  valid_start_timestamp: time(num - 1),
});

const token = (num: number) => ({
  admin_key: key,
  created_timestamp: time(num),
  decimals: 2,
  metadata: '',
  name: `Token ${num}`,
  symbol: 'T',
  token_id: `0.0.${num}`,
  type: 'FUNGIBLE_COMMON',
});

const balance = (num: number) => ({
  account: `0.0.${num}`,
  balance: num,
  tokens: rows(50, (other) => ({ token_id: `0.0.${other}`, balance: other })),
});

const answer = ledgerStub({
  accounts: rows(1000, account),
  balances: rows(1000, balance),
  tokens: rows(1000, token),
  transactions: rows(1000, transaction),
});

/** Accounts from 0.0.900000 on, and what is below them, are never answered. */
const isSilent = ({ path, query }: Call): boolean =>
  /\.9\d{5}\b/.test(path) || query.getAll('account.id').some((id) => /\.9\d{5}$/.test(id));

const stub = await startStub((call): Answer | undefined =>
  isSilent(call) ? { send: () => {} } : answer(call),
);
process.stdout.write(`listens on ${stub.url}\n`);
