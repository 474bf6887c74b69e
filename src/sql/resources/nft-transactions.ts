// What has happened to an NFT: the times of its versions, and the transactions at these times.
import sql, { type Sql } from 'sql-template-tag';
import {
  type NftTransactionRow,
  nftTransactions as nftTransactionList,
} from '../../contract/resources/nft-transactions.js';
import { printTransactionId } from '../../contract/transaction-reference.js';
import { transactionTypes, typeNumbers } from '../../contract/transaction-types.js';
import { printTimestamp } from '../../contract/values.js';
import type { PageRequest } from '../../ledger.js';
import { beside } from '../query/beside.js';
import type { KeyColumns, ListQuery } from '../query/query.js';
import { ordered, seek } from '../query/seek.js';
import { storedId, storedMember } from '../query/stored.js';

/** A token's deletion ends all its NFTs, and moves none. */
const tokenDeletion = typeNumbers.TOKENDELETION;

/** What stands in the place of the transfers where that is no list of any: whoever looks for one is told. */
const noList = sql`case when jsonb_typeof(t.nft_transfer) not in ('array', 'null')
  then jsonb_build_array(t.nft_transfer) end`;

const [approval, receiver, sender] = [
  storedMember(nftTransactionList.row, 'is_approval'),
  storedMember(nftTransactionList.row, 'receiver_account_id'),
  storedMember(nftTransactionList.row, 'sender_account_id'),
];

const at = sql`version.changed`;
const itsTransaction = beside('transaction', 't', sql`t.consensus_timestamp = ${at}`);

/**
 * The first times of an NFT out of each table that knows any. Only those whose transaction is there:
 * what was pruned takes no place on a page, so that a page which is not full is the last. Of one that
 * has changed hands a hundred thousand times no more are read than a page has.
 */
function times(request: PageRequest, [token, serial]: KeyColumns): Sql {
  const first = (
    rows: Sql,
  ) => sql`(select ${at} from (select lower(timestamp_range) as changed from ${rows}) as version
    cross join ${itsTransaction} ${seek(nftTransactionList, request, { timestamp: at })})`;
  const own = sql`where token_id = ${token} and serial_number = ${serial}`;
  return sql`(${first(sql`nft ${own}`)} union ${first(sql`nft_history ${own}`)}
    union ${first(sql`entity where id = ${token} and deleted`)}) as version`;
}

export const nftTransactions: ListQuery<NftTransactionRow> = {
  sortColumns: [sql`consensus_timestamp`],
  select: (request, keys) => {
    const [token, serial] = keys;
    return sql`select t.consensus_timestamp, t.nonce, t.type, t.payer_account_id,
    t.valid_start_ns, moved.is_approval, coalesce(moved.sender, ${noList}) as sender,
      coalesce(moved.receiver, ${noList}) as receiver, not exists (select from nft
      where token_id = ${token} and serial_number = ${serial} and created_timestamp is not null)
      as is_partial
    from ${times(request, keys)} cross join ${itsTransaction}
    left join lateral (
      select each -> 'is_approval' as is_approval, each -> 'sender_account_id' as sender,
        each -> 'receiver_account_id' as receiver
      from jsonb_array_elements(case when jsonb_typeof(t.nft_transfer) = 'array' then t.nft_transfer end)
        with ordinality as transfer(each, place)
      where each -> 'token_id' = to_jsonb(${token}) and each -> 'serial_number' = to_jsonb(${serial})
        and t.type <> ${tokenDeletion}
      order by place limit 1
    ) as moved on true
    ${ordered([at], request.order, request.limit)}`;
  },
  item: (row) => ({
    consensus_timestamp: printTimestamp(row['consensus_timestamp']) as string,
    nonce: row['nonce'],
    transaction_id: printTransactionId(row['payer_account_id'], row['valid_start_ns']),
    type: transactionTypes[row['type']] ?? 'UNKNOWN',
    is_approval: approval(row['is_approval'] ?? false),
    receiver_account_id: receiver(storedId(row['receiver'])),
    sender_account_id: sender(storedId(row['sender'])),
  }),
  isPartial: (rows) => rows[0]?.['is_partial'] ?? false,
};
