// What a resource's SQL file says: how its rows are selected, and how a row becomes an item.
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ItemRequest, PageRequest } from '../../ledger.js';
import type { Row } from '../engines/database.js';

/** A key as the database holds it, or the expression that looks it up. */
export type Key = bigint | Sql;

/** What the query core is told by whoever opened the ledger. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Expressions of the parts of a key. */
export type KeyColumns = readonly [Sql, ...Sql[]];

/** Pages of a list. `keys` are the expressions of the encoded key, for lists below one. */
export interface ListQuery<T> {
  select(request: PageRequest, keys: KeyColumns, clock: Clock): Sql;
  item(row: Row): T;
  /** The body's timestamp of a page. */
  timestamp?(rows: readonly Row[]): string | null;
  /** Parameters whose conditions no index answers. */
  readonly unindexed?: readonly string[];
  /** For lists below a key: the columns of its rows by which a page is in order. */
  readonly sortColumns?: readonly Sql[];
  /** Relation whose `id` must hold the key, for lists whose key must exist. */
  readonly keyIn?: Sql;
}

/** One item per key. `keys` are the expressions of the encoded (or canonical) key. */
export interface LookupQuery<T> {
  select(keys: KeyColumns, request: ItemRequest, clock: Clock): Sql;
  item(row: Row): T;
  /** How the database has a canonical key of one part, where that is not the number which its kind says. */
  key?(canonical: string): Key;
}

/**
 * The keys of several requests as a relation `asked(ordinal, id, …)` with a column for each part.
 * Any number of plain keys is one text, so that its plan can be kept.
 */
export function askedKeys(keys: readonly (readonly Key[])[], given?: readonly number[]): Sql {
  const ordinals = given ?? keys.map((_key, index) => index);
  const parts = (keys[0] ?? []).map((_part, part) => part);
  if (keys.length > 1 && keys.every((key) => key.every((part) => typeof part === 'bigint'))) {
    const lists = parts.map((part) => sql`${keys.map((key) => key[part])}::bigint[]`);
    const names = parts.map((part) => raw(columnOf(part)));
    return sql`unnest(${ordinals}::int[], ${join(lists)}) as asked(ordinal, ${join(names)})`;
  }
  const rows = keys.map((key, index) => {
    const columns = key.map((value, part) => sql`${value}::bigint as ${raw(columnOf(part))}`);
    return sql`select ${ordinals[index]}::int as ordinal, ${join(columns)}`;
  });
  return sql`(${join(rows, ' union all ')}) as asked`;
}

const columnOf = (part: number): string => (part === 0 ? 'id' : `id${part + 1}`);

/** The columns of `asked` that hold the parts of a key; null stands for a key that there is none of. */
export const askedColumns = (parts: number): KeyColumns =>
  parts === 0
    ? [sql`null`]
    : (Array.from({ length: parts }, (_, part) =>
        raw(`asked.${columnOf(part)}`),
      ) as unknown as KeyColumns);
