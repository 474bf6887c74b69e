// Allowances over all NFTs of a token out of `nft_allowance`; what was revoked stays there, and is none any more.
import sql, { type Sql } from 'sql-template-tag';
import { decodeEntityId } from '../../contract/entity.js';
import {
  isByOwner,
  type NftAllowanceRow,
  nftAllowances as nftAllowanceList,
} from '../../contract/resources/nft-allowances.js';
import type { PageRequest } from '../../ledger.js';
import { spanOf } from '../query/bytes.js';
import type { ListQuery } from '../query/query.js';
import { seek } from '../query/seek.js';

const owner = sql`a.owner`;
const spender = sql`a.spender`;

const isGiven = sql`a.approved_for_all`;

/** Who is the account, who is the other one, and the rows of a page that meet further conditions. */
function rowsOf(request: PageRequest, key: Sql, further: readonly Sql[]) {
  const [own, other] = isByOwner(request.filters) ? [owner, spender] : [spender, owner];
  const columns = { 'account.id': other, 'token.id': sql`a.token_id` };
  const rows = sql`from nft_allowance as a
    ${seek(nftAllowanceList, request, columns, { where: further, below: { column: own, key } })}`;
  return { other, rows };
}

export const nftAllowances: ListQuery<NftAllowanceRow> = {
  isCounted: true,
  sortColumns: [sql`other`, sql`token_id`],
  select(request, [key]) {
    const { other, rows } = rowsOf(request, key, [isGiven]);
    return sql`select ${isGiven}, ${owner}, ${spender}, ${other} as other, a.token_id,
        lower(a.timestamp_range) as since, upper(a.timestamp_range) as until ${rows}`;
  },
  // Those that were revoked stay in the table, and may be many.
  counted(request, [key]) {
    const { other, rows } = rowsOf(request, key, []);
    return sql`select ${isGiven} as is_one, ${other} as other, a.token_id ${rows}`;
  },
  item: (row) => ({
    approved_for_all: row['approved_for_all'],
    owner: decodeEntityId(row['owner']),
    spender: decodeEntityId(row['spender']),
    timestamp: spanOf(row),
    token_id: decodeEntityId(row['token_id']),
  }),
};
