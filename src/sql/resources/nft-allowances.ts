// Allowances over all NFTs of a token out of `nft_allowance`; what was revoked stays there, and is none any more.
import sql from 'sql-template-tag';
import { decodeEntityId } from '../../contract/entity.js';
import {
  isByOwner,
  type NftAllowanceRow,
  nftAllowances as nftAllowanceList,
} from '../../contract/resources/nft-allowances.js';
import { spanOf } from '../query/bytes.js';
import type { ListQuery } from '../query/query.js';
import { seek } from '../query/seek.js';

const owner = sql`a.owner`;
const spender = sql`a.spender`;

export const nftAllowances: ListQuery<NftAllowanceRow> = {
  isCounted: true,
  sortColumns: [sql`other`, sql`token_id`],
  select(request, [key]) {
    const [own, other] = isByOwner(request.filters) ? [owner, spender] : [spender, owner];
    return sql`select a.approved_for_all, ${owner}, ${spender}, ${other} as other, a.token_id,
        lower(a.timestamp_range) as since, upper(a.timestamp_range) as until
      from nft_allowance as a
      ${seek(
        nftAllowanceList,
        request,
        { 'account.id': other, 'token.id': sql`a.token_id` },
        [sql`a.approved_for_all`],
        { column: own, key },
      )}`;
  },
  item: (row) => ({
    approved_for_all: row['approved_for_all'],
    owner: decodeEntityId(row['owner']),
    spender: decodeEntityId(row['spender']),
    timestamp: spanOf(row),
    token_id: decodeEntityId(row['token_id']),
  }),
};
