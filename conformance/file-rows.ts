// Setup keys about the ledger's files, and about the nodes that one of them names.
import { binary, id, into, type Loader, plain, type Recipe } from './rows.js';
import { bytes } from './values.js';

/** Files whose text is hex where the case names them by a number; of any other it is the content. */
const inHex: readonly unknown[] = [111, 112];

const fileData: Recipe = {
  consensus_timestamp: plain(),
  entity_id: id(),
  transaction_type: plain(17),
};

const utf8 = (text: string) => bytes([...Buffer.from(text)]);

/** The odd default is the digits of some bytes in the spelling of PostgreSQL, as text. */
const addressBooks: Recipe = {
  start_consensus_timestamp: plain(0),
  end_consensus_timestamp: plain(),
  file_id: id(102),
  node_count: plain(20),
  file_data: { convert: (value) => utf8(String(value)), absent: () => '\\x97c1fc0a' },
};

const certificate =
  '01d173753810c0aae794ba72d5443c292e9ff962b01046220dd99f5816422696e0569c977e2f169e1e5688afc8f4aa16';

const addressBookEntries: Recipe = {
  consensus_timestamp: plain(0),
  memo: plain('0.0.3'),
  public_key: plain('4a5ad514f0957fa170a676210c9bdbddf3bc9519702cf915fa6767a40463b96f'),
  node_id: plain(2000),
  node_account_id: id(3),
  node_cert_hash: binary([...Buffer.from(certificate)]),
  description: plain('description'),
  stake: plain(0),
};

const since2022 = 1664365660048675000n;

const nodes: Recipe = {
  account_id: id(),
  admin_key: binary('OiG1sc5qQaLDwUfqfBg8urypfFGcwlesArZzBDsEgvyr0MQ'),
  created_timestamp: plain(since2022),
  decline_reward: plain(false),
  deleted: plain(false),
  grpc_proxy_endpoint: plain({ domain_name: 'localhost', ip_address_v4: '', port: 80 }),
  node_id: plain(0),
  timestamp_range: plain('[0,)'),
};

const nodeStakes: Recipe = {
  consensus_timestamp: plain(0),
  epoch_day: plain(0),
  max_stake: plain(2000),
  min_stake: plain(1),
  node_id: plain(0),
  reward_rate: plain(0),
  stake: plain(0),
  stake_not_rewarded: plain(0),
  stake_rewarded: plain(0),
  staking_period: plain(86399999999999n),
};

export const fileLoaders: Readonly<Record<string, Loader>> = {
  filedata: (given, add) => {
    const { file_data: content, entity_id: file } = given;
    const isText = typeof content === 'string' && !inHex.includes(file);
    const data = bytes(isText ? [...Buffer.from(content)] : content);
    into('file_data', fileData)(given, (table, row) => add(table, { ...row, file_data: data }));
  },
  addressbooks: into('address_book', addressBooks),
  addressbookentries: into('address_book_entry', addressBookEntries),
  addressbookserviceendpoints: into('address_book_service_endpoint', {
    consensus_timestamp: plain(0),
    domain_name: plain(''),
    ip_address_v4: plain('127.0.0.1'),
    node_id: plain(0),
    port: plain(50211),
  }),
  nodes: into('node', nodes),
  nodestakes: into('node_stake', nodeStakes),
};
