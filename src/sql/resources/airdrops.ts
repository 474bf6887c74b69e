// Airdrops out of `token_airdrop`; what was claimed or cancelled stays there, and is none any more.
import sql, { type Sql } from 'sql-template-tag';
import { decodeEntityId } from '../../contract/entity.js';
import type { List } from '../../contract/resource.js';
import {
  type AirdropRow,
  outstandingAirdrops as outstanding,
  pendingAirdrops as pending,
} from '../../contract/resources/airdrops.js';
import type { Row } from '../engines/database.js';
import { spanOf } from '../query/bytes.js';
import type { ListQuery } from '../query/query.js';
import { seek } from '../query/seek.js';

const receiver = sql`a.receiver_account_id`;
const sender = sql`a.sender_account_id`;

const item = (row: Row): AirdropRow => {
  const isNft = BigInt(row['serial_number']) !== 0n;
  return {
    amount: isNft ? null : row['amount'],
    receiver_id: decodeEntityId(row['receiver_account_id']),
    sender_id: decodeEntityId(row['sender_account_id']),
    serial_number: isNft ? row['serial_number'] : null,
    timestamp: spanOf(row),
    token_id: decodeEntityId(row['token_id']),
  };
};

const isPending = sql`a.state = 'PENDING'`;

/** The airdrops of whom `own` names, in the order of whom `other` names. */
function airdrops(
  list: List<AirdropRow>,
  own: Sql,
  other: readonly [parameter: string, column: Sql, name: Sql],
): ListQuery<AirdropRow> {
  const columns = {
    [other[0]]: other[1],
    'token.id': sql`a.token_id`,
    serialnumber: sql`a.serial_number`,
  };
  return {
    isCounted: true,
    sortColumns: [other[2], sql`token_id`, sql`serial_number`],
    select: (request, [key]) => sql`select a.amount, ${receiver}, ${sender}, a.serial_number,
        lower(a.timestamp_range) as since, upper(a.timestamp_range) as until, a.token_id
      from token_airdrop as a ${seek(list, request, columns, { where: [isPending], below: { column: own, key } })}`,
    // Those that are pending no more stay in the table, and may be many.
    counted: (
      request,
      [key],
    ) => sql`select ${isPending} as is_one, ${other[1]}, a.token_id, a.serial_number
      from token_airdrop as a ${seek(list, request, columns, { below: { column: own, key } })}`,
    item,
  };
}

export const outstandingAirdrops = airdrops(outstanding, sender, [
  'receiver.id',
  receiver,
  sql`receiver_account_id`,
]);

export const pendingAirdrops = airdrops(pending, receiver, [
  'sender.id',
  sender,
  sql`sender_account_id`,
]);
