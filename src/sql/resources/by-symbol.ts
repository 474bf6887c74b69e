// Tokens by symbol: rows of the list, read off an index of the symbols in lower case.
import sql, { type Sql } from 'sql-template-tag';
import { tokensBySymbol as list } from '../../contract/by-symbol.js';
import type { TokenRow } from '../../contract/tokens.js';
import type { ListQuery } from '../query/query.js';
import { tokenPage, tokens } from './tokens.js';

export const tokensBySymbol: ListQuery<TokenRow> = {
  index: { table: 'token', on: '(lower(symbol), token_id)' },
  select(request) {
    const asked = request.filters.filter(({ parameter }) => parameter === 'symbol');
    const symbols = asked.map(({ value }): Sql => sql`lower(t.symbol) = lower(${value})`);
    return tokenPage(list, request, symbols);
  },
  item: tokens.item,
};
