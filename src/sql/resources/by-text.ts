// Tokens by names and symbols: what begins so is a range of an index, and a part is found by its trigrams.
import sql, { raw, type Sql } from 'sql-template-tag';
import type { List } from '../../contract/resource.js';
import {
  tokensByName as byName,
  tokensByPart as byPart,
  tokensBySymbol as bySymbol,
} from '../../contract/resources/by-text.js';
import type { TokenRow } from '../../contract/resources/tokens.js';
import type { PageRequest } from '../../ledger.js';
import type { ListQuery } from '../query/query.js';
import { atMost } from '../query/seek.js';
import { foldedOf } from '../tables/folded.js';
import { tokenPage, tokens } from './tokens.js';

const [before, after] = foldedOf('\0').split('\0') as [string, string];

/** Text as searches compare it (`contract/folded.ts`), by the letter case of the database. */
const folded = (text: Sql): Sql => sql`${raw(before)}${text}${raw(after)}`;

/** The same of a column in the order of its bytes, in which what begins alike stands together. */
const inOrder = (column: Sql): Sql => sql`(${folded(column)}) collate "C"`;

const textsOf = ({ filters }: PageRequest): readonly string[] =>
  filters.filter(({ parameter }) => parameter === 'text').map(({ value }) => value);

/** Behind all that begins alike: no character is greater. */
const behind = '\u{10ffff}';

function beginning(list: List<TokenRow>, column: 'name' | 'symbol'): ListQuery<TokenRow> {
  const own = inOrder(raw(`t.${column}`));
  return {
    index: { table: 'token', on: [`folded ${column}`, 'token_id'] },
    select(request) {
      const ranges = textsOf(request).flatMap((text): Sql[] => [
        sql`${own} >= ${folded(sql`${text}::text`)}`,
        sql`${own} < ${folded(sql`${text + behind}::text`)}`,
      ]);
      return tokenPage(list, request, ranges, { name: own });
    },
    item: tokens.item,
  };
}

export const tokensByName = beginning(byName, 'name');
export const tokensBySymbol = beginning(bySymbol, 'symbol');

/** Tokens that have a part in their names are sorted, so many at the most. */
const mostSorted = 1000;

/** Characters that stand for others in a pattern. */
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

function containing(column: string, match: (pattern: string) => Sql): ListQuery<TokenRow> {
  return {
    index: { table: 'token', on: [column], ofTrigrams: true },
    unindexed: ['text'],
    select(request) {
      const matches = textsOf(request).map((text) => match(`%${escaped(text)}%`));
      // Planned as if all were wanted: what few match is found by the index, whatever the limit is.
      const found = sql`with matching as materialized (select t.token_id from token as t
        where ${matches[0]}) select token_id from matching ${atMost(mostSorted)}`;
      return tokenPage(byPart, request, [sql`t.token_id = any(array(${found}))`], {
        name: inOrder(sql`t.name`),
      });
    },
    item: tokens.item,
  };
}

export const tokensByPart: ListQuery<TokenRow> = {
  ...containing('folded name', (pattern) => {
    return sql`${folded(sql`t.name`)} like ${folded(sql`${pattern}::text`)}`;
  }),
  // The mirror node's own index knows letter case and accents; the first is ignored nevertheless.
  otherwise: containing('name', (pattern) => sql`t.name ilike ${pattern}`),
};
