// NFTs out of `nft`; what is deleted with its token is deleted too.
import sql from 'sql-template-tag';
import { decodeEntityId } from '../../contract/entity.js';
import {
  type NftRow,
  nfts as nftList,
  tokenNfts as tokenNftList,
} from '../../contract/resources/nfts.js';
import { printTimestamp } from '../../contract/values.js';
import type { Row } from '../engines/database.js';
import { base64 } from '../query/bytes.js';
import type { ListQuery, LookupQuery } from '../query/query.js';
import { seek } from '../query/seek.js';

const columns = sql`n.account_id, n.created_timestamp, n.delegating_spender,
  n.deleted or coalesce(e.deleted, false) as deleted, encode(n.metadata, 'hex') as metadata,
  lower(n.timestamp_range) as modified, n.serial_number, n.spender, n.token_id`;

const from = sql`from nft as n left join entity as e on e.id = n.token_id`;

const item = (row: Row): NftRow => ({
  account_id: decodeEntityId(row['account_id']),
  created_timestamp: printTimestamp(row['created_timestamp']),
  delegating_spender: decodeEntityId(row['delegating_spender']),
  deleted: row['deleted'],
  metadata: base64(row['metadata']),
  modified_timestamp: printTimestamp(row['modified']) as string,
  serial_number: row['serial_number'],
  spender: decodeEntityId(row['spender']),
  token_id: decodeEntityId(row['token_id']) as string,
});

export const nfts: ListQuery<NftRow> = {
  isCounted: true,
  sortColumns: [sql`token_id`, sql`serial_number`],
  select: (request, [key]) => sql`select ${columns} ${from}
    ${seek(
      nftList,
      request,
      {
        'token.id': sql`n.token_id`,
        serialnumber: sql`n.serial_number`,
        'spender.id': sql`n.spender`,
      },
      [sql`n.account_id = ${key}`],
    )}`,
  item,
};

export const tokenNfts: ListQuery<NftRow> = {
  isCounted: true,
  sortColumns: [sql`serial_number`],
  select: (request, [key]) => sql`select ${columns} ${from}
    ${seek(
      tokenNftList,
      request,
      { 'account.id': sql`n.account_id`, serialnumber: sql`n.serial_number` },
      [sql`n.token_id = ${key}`],
    )}`,
  item,
};

export const nft: LookupQuery<NftRow> = {
  select: ([token, serial]) =>
    sql`select ${columns} ${from} where n.token_id = ${token} and n.serial_number = ${serial}`,
  item,
};
