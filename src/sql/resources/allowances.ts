// Allowances out of `crypto_allowance` and `token_allowance`; one of which nothing is left is none.
import sql, { type Sql } from 'sql-template-tag';
import { someId } from '../../contract/check.js';
import {
  type HbarAllowanceRow,
  hbarAllowances as hbarList,
  type TokenAllowanceRow,
  tokenAllowances as tokenList,
} from '../../contract/resources/allowances.js';
import type { Row } from '../engines/database.js';
import { spanOf } from '../query/bytes.js';
import type { ListQuery } from '../query/query.js';
import { type Below, seek } from '../query/seek.js';

const columns = sql`a.amount, a.amount_granted, a.owner, a.spender,
  lower(a.timestamp_range) as since, upper(a.timestamp_range) as until`;

const spender = { 'spender.id': sql`a.spender` };

const isLeft = sql`a.amount > 0`;
const ofOwner = (key: Sql): Below => ({ column: sql`a.owner`, key });

const item = (row: Row): HbarAllowanceRow => ({
  amount: row['amount'],
  amount_granted: row['amount_granted'],
  owner: someId(row['owner']),
  spender: someId(row['spender']),
  timestamp: spanOf(row),
});

export const hbarAllowances: ListQuery<HbarAllowanceRow> = {
  isCounted: true,
  sortColumns: [sql`spender`],
  select: (request, [key]) => sql`select ${columns} from crypto_allowance as a
    ${seek(hbarList, request, spender, { where: [isLeft], below: ofOwner(key) })}`,
  // Those that are spent stay in the table, and may be many.
  counted: (request, [key]) => sql`select ${isLeft} as is_one, a.spender from crypto_allowance as a
    ${seek(hbarList, request, spender, { below: ofOwner(key) })}`,
  item,
};

const ofTokens = { ...spender, 'token.id': sql`a.token_id` };

export const tokenAllowances: ListQuery<TokenAllowanceRow> = {
  isCounted: true,
  sortColumns: [sql`spender`, sql`token_id`],
  select: (request, [key]) => sql`select ${columns}, a.token_id from token_allowance as a
    ${seek(tokenList, request, ofTokens, { where: [isLeft], below: ofOwner(key) })}`,
  counted: (request, [key]) => sql`select ${isLeft} as is_one, a.spender, a.token_id
    from token_allowance as a ${seek(tokenList, request, ofTokens, { below: ofOwner(key) })}`,
  item: (row) => ({ ...item(row), token_id: someId(row['token_id']) }),
};
