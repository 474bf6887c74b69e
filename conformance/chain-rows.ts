// Setup keys about blocks and scheduled transactions.
import { binary, id, into, type Loader, makeRow, plain, type Recipe } from './rows.js';

const recordFile: Recipe = {
  bytes: binary('0x010102020303'),
  consensus_start: plain(1628751572000852000n),
  consensus_end: plain(1628751573995691000n),
  count: plain(1200),
  digest_algorithm: plain(0),
  file_hash: plain(
    'dee34bdd8bbe32fdb53ce7e3cf764a0495fa5e93b15ca567208cfb384231301bedf821de07b0d8dc3fb55c5b3c90ac61',
  ),
  gas_used: plain(0),
  hapi_version_major: plain(0),
  hapi_version_minor: plain(11),
  hapi_version_patch: plain(0),
  hash: plain(
    'ed55d98d53fd55c9caf5f61affe88cd2978d37128ec54af5dace29b6fd271cbd079ebe487bda5f227087e2638b1100cf',
  ),
  index: plain(123456789),
  load_end: plain(1629298236),
  load_start: plain(1629298233),
  logs_bloom: binary(''),
  name: plain('2021-08-12T06_59_32.000852000Z.rcd'),
  prev_hash: plain('0'.repeat(96)),
  size: plain(6),
  version: plain(5),
};

/** The size is that of the bytes, whatever the setup says, unless there are none. */
const recordFiles: Loader = (given, add) => {
  const row = makeRow(recordFile, given);
  const bytes = row['bytes'] as string | null;
  add('record_file', bytes === null ? row : { ...row, size: bytes.length / 2 - 1 });
};

export const chainLoaders: Readonly<Record<string, Loader>> = {
  recordFiles,
  schedules: into('schedule', {
    consensus_timestamp: plain(),
    creator_account_id: id('0.0.1024'),
    executed_timestamp: plain(),
    expiration_time: plain(),
    payer_account_id: id('0.0.1024'),
    schedule_id: id(),
    transaction_body: binary([1, 1, 2, 2, 3, 3]),
    wait_for_expiry: plain(false),
  }),
  transactionsignatures: into('transaction_signature', {
    consensus_timestamp: plain(),
    entity_id: id(),
    public_key_prefix: binary(),
    signature: binary(),
    type: plain(),
  }),
};
