// Setup keys about entities and what they own: accounts, contracts, stakes, balances.
import { encodeEntityId } from '../src/contract/entity.js';
import {
  alias,
  binary,
  type Given,
  id,
  into,
  intoCurrentOrHistory,
  type Loader,
  makeRow,
  plain,
  type Recipe,
} from './rows.js';
import { entityId } from './values.js';

const accountKey = '4a5ad514f0957fa170a676210c9bdbddf3bc9519702cf915fa6767a40463b96f';
const day = 86_400_000_000_000n;

const entity: Recipe = {
  shard: plain(0),
  realm: plain(0),
  num: plain(0),
  type: plain('ACCOUNT'),
  timestamp_range: plain('[0,)'),
  memo: plain('entity memo'),
  deleted: plain(false),
  receiver_sig_required: plain(false),
  decline_reward: plain(false),
  staked_node_id: plain(-1),
  stake_period_start: plain(-1),
  alias: alias(),
  evm_address: binary(),
  delegation_address: binary(),
  key: binary(),
  auto_renew_account_id: id(),
  obtainer_id: id(),
  proxy_account_id: id(),
  staked_account_id: id(),
  auto_renew_period: plain(),
  balance: plain(),
  balance_timestamp: plain(),
  created_timestamp: plain(),
  ethereum_nonce: plain(),
  expiration_timestamp: plain(),
  max_automatic_token_associations: plain(),
  permanent_removal: plain(),
  public_key: plain(),
};

/** The column `id` follows from shard, realm and num; a setup may have `id` in the place of num. */
export const withId =
  (defaults: Given): Loader =>
  (given, add) => {
    const { shard = 0, realm = 0, num, id } = given;
    const encoded = encodeEntityId(`${shard}.${realm}.${num || id || 0}`);
    intoCurrentOrHistory('entity', { ...entity, id: plain(encoded) })(
      { ...defaults, ...given, id: encoded },
      add,
    );
  };

const tokenBalance: Recipe = {
  consensus_timestamp: plain(0),
  account_id: id(0),
  balance: plain(0),
  token_id: id(0),
};

const balances: Loader = (given, add) => {
  const snapshot = makeRow(
    { consensus_timestamp: plain(0, 'timestamp'), account_id: id(null, 'id'), balance: plain(0) },
    given,
  );
  add('account_balance', snapshot);
  for (const { token_num, balance } of (given['tokens'] as Given[] | undefined) ?? []) {
    add('token_balance', { ...snapshot, balance, token_id: entityId(token_num) });
  }
};

const stakePeriodEnd = (given: Given) =>
  `[${(BigInt(String(given['end_stake_period'] ?? 1)) + 1n) * day + 1n},)`;

export const accountLoaders: Readonly<Record<string, Loader>> = {
  accounts: withId({ max_automatic_token_associations: 0, public_key: accountKey }),
  balances,
  entities: withId({}),
  entityStakes: intoCurrentOrHistory('entity_stake', {
    id: id(),
    end_stake_period: plain(1),
    pending_reward: plain(0),
    staked_node_id_start: plain(1),
    staked_to_me: plain(0),
    stake_total_start: plain(0),
    timestamp_range: plain(stakePeriodEnd),
  }),
  tokenBalance: into('token_balance', tokenBalance),
};
