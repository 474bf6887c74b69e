// Scheduled transactions: `schedule`, `schedules`.
import {
  schedules as list,
  schedule as lookup,
  type ScheduleSignature,
} from '../../contract/schedules.js';
import { plainEntityId } from '../../contract/values.js';
import { builder, Order } from '../build/builder.js';
import { connect } from '../build/connection.js';
import { entity } from '../build/entity.js';
import { EntityIdBoundsFilter, readFilters } from '../build/filters.js';
import { accountLink } from '../build/links.js';
import { members } from '../build/members.js';
import { Account, Schedule } from '../build/refs.js';
import { wordType } from '../build/words.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { Key } from './key.js';

const signatureType = wordType('SignatureType', 'How a signature was made.', {
  CONTRACT: { description: 'By a contract.' },
  ED25519: { description: 'With an ED25519 key.' },
  RSA_3072: { description: 'With an RSA key of 3072 bits.' },
  ECDSA_384: { description: 'With an ECDSA key of 384 bits.' },
  ECDSA_SECP256K1: { description: 'With an ECDSA key on secp256k1.' },
  UNKNOWN: { description: 'The ledger does not say, or says it in a word newer than this schema.' },
});

const Signature = builder.objectRef<ScheduleSignature>('ScheduleSignature').implement({
  description: 'A signature that a schedule has collected.',
  fields: (t) => ({
    consensusTimestamp: t.expose('consensus_timestamp', {
      type: 'Timestamp',
      nullable: false,
      description: 'When it was collected.',
    }),
    publicKeyPrefix: t.expose('public_key_prefix', {
      type: 'Base64',
      nullable: false,
      description: 'First bytes of the public key, enough to tell the keys apart.',
    }),
    signature: t.expose('signature', {
      type: 'Base64',
      nullable: false,
      description: 'The signature; as in the contract with a line feed after every 76 characters.',
    }),
    type: t.field({
      type: signatureType.type,
      nullable: false,
      description: 'How it was made.',
      resolve: ({ type }) => signatureType.of(type),
    }),
  }),
});

entity(Schedule, {
  is: 'a schedule',
  description: 'A transaction that waits for signatures or for its time.',
  key: 'entityId',
  kind: plainEntityId,
  id: (row) => row.schedule_id,
  load: (id, { loaders }) => loaders.of(lookup).load(id),
  fields: (t) => ({
    ...members(t, list.row, {
      entityId: 'schedule_id',
      consensusTimestamp: 'consensus_timestamp',
      creatorAccountId: 'creator_account_id',
      payerAccountId: 'payer_account_id',
      deleted: 'deleted',
      executedTimestamp: 'executed_timestamp',
      expirationTime: 'expiration_time',
      memo: 'memo',
      transactionBody: 'transaction_body',
      waitForExpiry: 'wait_for_expiry',
    }),
    adminKey: t.expose('admin_key', {
      type: Key,
      description: 'Key that can delete the schedule.',
    }),
    creatorAccount: t.field({
      type: Account,
      description: 'Account that created it.',
      resolve: (row, _args, context, info) => accountLink(row.creator_account_id, context, info),
    }),
    payerAccount: t.field({
      type: Account,
      description: 'Account that pays for its execution.',
      resolve: (row, _args, context, info) => accountLink(row.payer_account_id, context, info),
    }),
    signatures: t.field({
      type: [Signature],
      nullable: false,
      description: 'Signatures collected so far, in order of time.',
      resolve: (row) => row.signatures as ScheduleSignature[],
    }),
  }),
});

export const ScheduleConnection = builder.connectionObject(
  { type: Schedule, name: 'ScheduleConnection', description: 'A page of schedules.' },
  { name: 'ScheduleEdge', description: 'A schedule in a page.' },
);

builder.queryField('schedule', (t) =>
  t.field({
    type: Schedule,
    description: 'One scheduled transaction; null when there is none.',
    args: { id: t.arg({ type: 'EntityId', required: true, description: 'Id of the schedule.' }) },
    resolve: (_root, { id }, { loaders }) => loaders.of(lookup).load(loaders.typed(id)),
  }),
);

const SchedulesFilter = builder.inputType('SchedulesFilter', {
  description: 'Conditions on schedules; all that are given must hold.',
  fields: (t) => ({
    creator: t.field({ type: EntityIdBoundsFilter, description: 'Account that created it.' }),
    schedule: t.field({ type: EntityIdBoundsFilter, description: 'The schedule.' }),
  }),
});

builder.queryField('schedules', (t) =>
  t.connection(
    {
      type: Schedule,
      description: 'Scheduled transactions by id.',
      args: {
        filter: t.arg({ type: SchedulesFilter, description: 'Which schedules.' }),
        order: t.arg({ type: Order, description: 'Order by schedule id; default ASC.' }),
      },
      extensions: { cost: { unique: 'schedule' } satisfies FieldCost },
      resolve(_root, args, context, info) {
        const map = { creator: 'account.id', schedule: 'schedule.id' };
        const filters = readFilters(list, map, args.filter);
        return connect(context, info, list, args, { filters }, (row) => row);
      },
    },
    ScheduleConnection,
  ),
);
