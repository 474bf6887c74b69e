// What a resource's SQL file says: how its rows are selected, and how a row becomes an item.
import sql, { join, type Sql } from 'sql-template-tag';
import { aliasBytes, encodeEntityId, referenceForm } from '../contract/entity.js';
import type { ItemRequest, PageRequest } from '../ledger.js';
import type { Row } from './database.js';

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
  /** Relation whose `id` must hold the key, for lists whose key must exist. */
  readonly keyIn?: Sql;
}

/** One item per key. `key` is the expression of the encoded (or canonical) key. */
export interface LookupQuery<T> {
  select(key: Sql, request: ItemRequest, clock: Clock): Sql;
  item(row: Row): T;
  /** The encoded key of a canonical one; several kinds of reference need a look-up. */
  key(canonical: string): Sql;
}

/**
 * The encoded id of an account reference. Addresses and aliases are looked up among entities that
 * are not deleted; several with one address or alias are an error (contract A.4).
 */
export function accountKey(canonical: string): Sql {
  const form = referenceForm(canonical);
  if (form === 'id') return sql`${encodeEntityId(canonical)}::bigint`;
  if (form === 'evm') {
    const hex = canonical.slice(2);
    return sql`(select id from entity where deleted <> true and evm_address = decode(${hex}, 'hex'))`;
  }
  const hex = Buffer.from(aliasBytes(canonical)).toString('hex');
  return sql`(select id from entity
    where coalesce(deleted, false) <> true and alias = decode(${hex}, 'hex'))`;
}

export const entityKey = (canonical: string): Sql => sql`${encodeEntityId(canonical)}::bigint`;

/** The keys of several requests as a relation `asked(ordinal, id)`. */
export function askedKeys(keys: readonly Sql[], ordinals?: readonly number[]): Sql {
  const rows = keys.map(
    (key, index) => sql`select ${ordinals?.[index] ?? index}::int as ordinal, ${key} as id`,
  );
  return sql`(${join(rows, ' union all ')}) as asked`;
}
