// JSON Schemas of blocks and scheduled transactions.
import type { BlockRow } from './blocks.js';
import type { ScheduleRow, ScheduleSignature } from './schedules.js';
import {
  base64,
  boolean,
  choice,
  component,
  entityId,
  int64,
  key,
  list,
  nullable,
  object,
  type Schema,
  text,
  timestamp,
  timestampOrNull,
} from './shape.js';

const block = object<BlockRow>('A block: the transactions of one record file.', {
  count: int64('Transactions in the block.'),
  gas_used: nullable(int64('Gas that its contract calls used.')),
  hapi_version: nullable(text("Version of the network's protocol.", '^\\d+\\.\\d+\\.\\d+$')),
  hash: text('Hash of the block in hex.', '^0x[0-9a-f]*$'),
  logs_bloom: nullable(
    text('Bloom filter over the contract logs in hex, 256 bytes; `0x` for none.', '^0x[0-9a-f]*$'),
  ),
  name: text('Name of the record file.'),
  number: int64('Place of the block in the chain.'),
  previous_hash: text('Hash of the block before in hex.', '^0x[0-9a-f]*$'),
  size: nullable(int64('Bytes of the record file.')),
  timestamp: {
    ...component('TimestampRange'),
    description: 'Consensus timestamps of its first and last transaction.',
  },
});

const scheduleSignature = object<ScheduleSignature>('A signature of a scheduled transaction.', {
  consensus_timestamp: timestamp('When the signature was given.'),
  public_key_prefix: base64(
    'First bytes of the public key, enough to tell it apart; a line feed after 76 characters.',
    true,
  ),
  signature: base64('The signature; a line feed after 76 characters.', true),
  type: choice(
    'Kind of signature.',
    'CONTRACT',
    'ED25519',
    'RSA_3072',
    'ECDSA_384',
    'ECDSA_SECP256K1',
    'UNKNOWN',
  ),
});

const schedule = object<ScheduleRow>(
  'A scheduled transaction.',
  {
    admin_key: key('Key that may delete the schedule.'),
    deleted: nullable(boolean('Whether the schedule is deleted; left out where it is not known.')),
    consensus_timestamp: timestamp('Consensus timestamp of the creation.'),
    creator_account_id: nullable(entityId('Account that created the schedule.')),
    executed_timestamp: timestampOrNull('When it was executed.'),
    expiration_time: timestampOrNull('When it expires, where the creator said so.'),
    memo: nullable(text('Note of the schedule; left out where it is not known.')),
    payer_account_id: nullable(entityId('Account that pays for the execution.')),
    schedule_id: entityId('The schedule.'),
    signatures: list(component('ScheduleSignature'), 'Signatures so far, in the order of time.'),
    transaction_body: base64('Body of the transaction that is executed in the end.'),
    wait_for_expiry: boolean('Whether it is executed at its expiry, even if all signed before.'),
  },
  ['deleted', 'memo'],
);

export const ledgerShapes: Readonly<Record<string, Schema>> = {
  Block: block,
  Schedule: schedule,
  ScheduleSignature: scheduleSignature,
};
