// NFTs out of `nft`; what is deleted with its token is deleted too.
import sql, { type Sql } from 'sql-template-tag';
import { someId } from '../../contract/check.js';
import { decodeEntityId } from '../../contract/entity.js';
import type { List } from '../../contract/resource.js';
import {
  type NftRow,
  nfts as nftList,
  tokenNfts as tokenNftList,
} from '../../contract/resources/nfts.js';
import { printTimestamp } from '../../contract/values.js';
import type { PageRequest } from '../../ledger.js';
import type { Row } from '../engines/database.js';
import { perhapsBeside } from '../query/beside.js';
import { base64 } from '../query/bytes.js';
import type { ListQuery, LookupQuery } from '../query/query.js';
import { type Columns, seek } from '../query/seek.js';

const columns = sql`n.account_id, n.created_timestamp, n.delegating_spender,
  n.deleted or coalesce(e.deleted, false) as deleted, encode(n.metadata, 'hex') as metadata,
  lower(n.timestamp_range) as modified, n.serial_number, n.spender, n.token_id`;

const from = sql`from nft as n ${perhapsBeside('entity', 'e', sql`e.id = n.token_id`)}`;

const item = (row: Row): NftRow => ({
  account_id: decodeEntityId(row['account_id']),
  created_timestamp: printTimestamp(row['created_timestamp']),
  delegating_spender: decodeEntityId(row['delegating_spender']),
  deleted: row['deleted'],
  metadata: base64(row['metadata']),
  modified_timestamp: printTimestamp(row['modified']) as string,
  serial_number: row['serial_number'],
  spender: decodeEntityId(row['spender']),
  token_id: someId(row['token_id']),
});

/** NFTs below a key; those that are counted are read without their tokens. */
function below(list: List<NftRow>, own: Sql, conditioned: Columns) {
  const page = (request: PageRequest, key: Sql) =>
    seek(list, request, conditioned, { below: { column: own, key } });
  return {
    isCounted: true,
    select: (request, [key]) => sql`select ${columns} ${from} ${page(request, key)}`,
    counted: (request, [key]) => sql`select true as is_one, n.token_id, n.serial_number
      from nft as n ${page(request, key)}`,
    item,
  } satisfies ListQuery<NftRow>;
}

export const nfts: ListQuery<NftRow> = {
  ...below(nftList, sql`n.account_id`, {
    'token.id': sql`n.token_id`,
    serialnumber: sql`n.serial_number`,
    'spender.id': sql`n.spender`,
  }),
  found: ['spender.id'],
  sortColumns: [sql`token_id`, sql`serial_number`],
};

export const tokenNfts: ListQuery<NftRow> = {
  ...below(tokenNftList, sql`n.token_id`, {
    'account.id': sql`n.account_id`,
    serialnumber: sql`n.serial_number`,
  }),
  found: ['account.id'],
  sortColumns: [sql`serial_number`],
};

export const nft: LookupQuery<NftRow> = {
  select: ([token, serial]) =>
    sql`select ${columns} ${from} where n.token_id = ${token} and n.serial_number = ${serial}`,
  item,
};
