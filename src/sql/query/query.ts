// What a resource's SQL file says: how its rows are selected, and how a row becomes an item.
import sql, { join, type Sql } from 'sql-template-tag';
import type { ItemRequest, PageRequest } from '../../ledger.js';
import type { Row } from '../engines/database.js';

/** A key as the database holds it, or the expression that looks it up. */
export type Key = bigint | Sql;

/** What the query core is told by whoever opened the ledger. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Pages of a list. `key` is the expression of the encoded key, for lists below one. */
export interface ListQuery<T> {
  select(request: PageRequest, key: Sql, clock: Clock): Sql;
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

/** One item per key. `key` is the expression of the encoded (or canonical) key. */
export interface LookupQuery<T> {
  select(key: Sql, request: ItemRequest, clock: Clock): Sql;
  item(row: Row): T;
  /** How the database has a canonical key, where that is not the number which its kind says. */
  key?(canonical: string): Key;
}

/**
 * The keys of several requests as a relation `asked(ordinal, id)`. Any number of plain keys is one
 * text, so that its plan can be kept.
 */
export function askedKeys(keys: readonly Key[], given?: readonly number[]): Sql {
  const ordinals = given ?? keys.map((_key, index) => index);
  if (keys.length > 1 && keys.every((key) => typeof key === 'bigint')) {
    return sql`unnest(${ordinals}::int[], ${keys}::bigint[]) as asked(ordinal, id)`;
  }
  const rows = keys.map(
    (key, index) => sql`select ${ordinals[index]}::int as ordinal, ${key}::bigint as id`,
  );
  return sql`(${join(rows, ' union all ')}) as asked`;
}
