// Schedules with what `entity` and `transaction_signature` know of them.
import sql, { empty, type Sql } from 'sql-template-tag';
import { someId } from '../../contract/check.js';
import { comparedOf } from '../../contract/compared.js';
import { decodeEntityId } from '../../contract/entity.js';
import { int64 } from '../../contract/json.js';
import { printKey } from '../../contract/keys.js';
import type { Filter } from '../../contract/resource.js';
import {
  type ScheduleRow,
  type ScheduleSignature,
  schedules as scheduleList,
} from '../../contract/resources/schedules.js';
import { entityIdOrEvm, printTimestamp } from '../../contract/values.js';
import type { ItemRequest, PageRequest } from '../../ledger.js';
import type { Row } from '../engines/database.js';
import { perhapsBeside } from '../query/beside.js';
import { base64 } from '../query/bytes.js';
import { type ListQuery, type LookupQuery, shown, wants } from '../query/query.js';
import { seek } from '../query/seek.js';

// Protobuf field numbers of the signature types (contract C.3).
const signatureTypes: Readonly<Record<number, ScheduleSignature['type']>> = {
  2: 'CONTRACT',
  3: 'ED25519',
  4: 'RSA_3072',
  5: 'ECDSA_384',
  6: 'ECDSA_SECP256K1',
};

// PostgreSQL's base64 with its line feeds is what the contract shows (contract B.14).
const signatures = sql`, (select coalesce(json_agg(json_build_array(t.consensus_timestamp::text,
    encode(t.public_key_prefix, 'base64'), encode(t.signature, 'base64'), t.type)
    order by t.consensus_timestamp), '[]')
  from transaction_signature as t where t.entity_id = s.schedule_id) as signatures`;

const body = sql`, encode(s.transaction_body, 'hex') as body`;

const columns = (
  request: ItemRequest,
) => sql`s.schedule_id, s.consensus_timestamp, s.creator_account_id, s.executed_timestamp,
  s.expiration_time, s.payer_account_id, s.wait_for_expiry,
  e.id is not null as is_known, encode(e.key, 'hex') as key, e.deleted, e.memo
  ${wants(request, 'transaction_body') ? body : empty} ${wants(request, 'signatures') ? signatures : empty}`;

const from = sql`from schedule as s ${perhapsBeside('entity', 'e', sql`e.id = s.schedule_id`)}`;

type Signed = readonly [time: string, prefix: string, signature: string, type: number | null];

const signed = (all: readonly Signed[]): ScheduleSignature[] =>
  all.map(([time, prefix, signature, type]) => ({
    consensus_timestamp: printTimestamp(int64(time)) as string,
    public_key_prefix: prefix,
    signature,
    type: signatureTypes[type ?? -1] ?? 'UNKNOWN',
  }));

function scheduleItem(row: Row): ScheduleRow {
  return {
    admin_key: printKey(row['key']),
    deleted: row['deleted'],
    consensus_timestamp: printTimestamp(row['consensus_timestamp']) as string,
    creator_account_id: decodeEntityId(row['creator_account_id']),
    executed_timestamp: printTimestamp(row['executed_timestamp']),
    expiration_time: printTimestamp(row['expiration_time']),
    memo: row['memo'],
    payer_account_id: decodeEntityId(row['payer_account_id']),
    schedule_id: someId(row['schedule_id']),
    signatures: shown(row['signatures'], signed),
    transaction_body: shown(row['body'], base64) as string,
    wait_for_expiry: row['wait_for_expiry'],
  };
}

const creator = sql`s.creator_account_id`;
const ofList = { 'account.id': creator, 'schedule.id': sql`s.schedule_id` };

type Seek = (request: PageRequest) => Sql;

const inOrder: Seek = (request) => seek(scheduleList, request, ofList);

const isOfCreator = ({ parameter, operator }: Filter) =>
  parameter === 'account.id' && operator === 'eq';

/** Below the creator, as if that were the key of the list. */
const belowCreator: Seek = (request) => {
  const own = request.filters.find(isOfCreator);
  const filters = request.filters.filter((filter) => filter !== own);
  // An address is no id, and there is no schedule below it.
  const key = sql`${own ? comparedOf(entityIdOrEvm, own.value) : null}::bigint`;
  return seek(scheduleList, { ...request, filters }, ofList, {
    below: { column: creator, key },
  });
};

const listBy = (page: Seek): ListQuery<ScheduleRow> => ({
  isCounted: true,
  found: ['account.id'],
  select: (request) => sql`select ${columns(request)} ${from} ${page(request)}`,
  counted: (request) => sql`select true as is_one from schedule as s ${page(request)}`,
  item(row) {
    const item = scheduleItem(row);
    if (row['is_known']) return item;
    // The list leaves out what it does not know, the look-up says null.
    const { deleted: _deleted, memo: _memo, ...known } = item;
    return known;
  },
});

/**
 * Schedules of one creator are read off an index that has them in order, where there is one: the
 * planner takes those of a creator who has many to be everywhere, and walks through all others' to them.
 */
export const schedules: ListQuery<ScheduleRow> = {
  ...listBy(belowCreator),
  indexed: ['account.id'],
  index: { table: 'schedule', on: ['creator_account_id', 'schedule_id'], given: 1 },
  isByIndex: ({ filters }) => filters.some(isOfCreator),
  otherwise: listBy(inOrder),
};

export const schedule: LookupQuery<ScheduleRow> = {
  select: ([key], request) => sql`select ${columns(request)} ${from} where s.schedule_id = ${key}`,
  item: scheduleItem,
};
