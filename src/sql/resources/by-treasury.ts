// Tokens by their treasuries: a page of an index.
import sql from 'sql-template-tag';
import { encodeEntityId } from '../../contract/entity.js';
import { tokensByTreasury as tokensByTreasuryList } from '../../contract/resources/by-treasury.js';
import type { TokenRow } from '../../contract/resources/tokens.js';
import type { ListQuery } from '../query/query.js';
import { conditions, isKey, ordered, placeConditions, where } from '../query/seek.js';
import { tokenRows, tokens } from './tokens.js';

const treasury = sql`t.treasury_account_id`;
const token = sql`t.token_id`;

export const tokensByTreasury: ListQuery<TokenRow> = {
  isCounted: true,
  index: { table: 'token', on: ['treasury_account_id', 'token_id'], given: 1 },
  select(request) {
    const { filters, order, limit } = request;
    const all = [
      ...filters
        .filter(({ parameter }) => parameter === 'treasury')
        .map(({ value }) => isKey(treasury, sql`${encodeEntityId(value)}::bigint`)),
      ...conditions(tokensByTreasuryList, filters, { 'token.id': token }),
      ...placeConditions(tokensByTreasuryList, request, [token]),
    ];
    // The treasury leads the order, so that no other index can give it.
    return sql`${tokenRows} ${where(all)} ${ordered([treasury, token], order, limit)}`;
  },
  item: tokens.item,
};
