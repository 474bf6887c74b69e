// What a resource's SQL file says: how its rows are selected, and how a row becomes an item.
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Compared } from '../../contract/compared.js';
import type { ItemRequest, PageRequest } from '../../ledger.js';
import type { Row } from '../engines/database.js';

/** A part of a key as the database holds it, or the expression that looks it up; bytes may be text that it reads. */
export type Key = Compared | null | Sql;

/** The type of a column that a key is compared with. */
type ColumnType = 'bigint' | 'text' | 'bytea';

/** What the query core is told by whoever opened the ledger. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Expressions of the parts of a key. */
export type KeyColumns = readonly [Sql, ...Sql[]];

/** Expressions of an instant of which each key is asked, and of the time since when that has snapshots. */
export interface Instant {
  readonly at: Sql;
  readonly since: Sql;
}

/** An index that a query needs. */
export interface WantedIndex {
  readonly table: string;
  /** Its columns, in order; `folded` of a column is the expression of searches (`folded.ts`). */
  readonly on: readonly string[];
  /** Columns that lead it, of which the query has one value each, so that their direction is no matter. */
  readonly given?: number;
  /** Whether it is one of the trigrams of its column (`gin_trgm_ops`). */
  readonly ofTrigrams?: true;
}

/** A file of the network, and what is kept of its content. */
export interface FileBeside {
  readonly number: bigint;
  parse(content: Uint8Array): unknown;
}

interface Filed {
  /**
   * Files of which rows name a time in a column `<member>_at`, or null: what each said then is put beside
   * the row as `<member>` before it becomes an item, and null where it could not be read.
   */
  readonly files?: Readonly<Record<string, FileBeside>>;
}

/** Pages of a list. `keys` are the expressions of the encoded key, for lists below one. */
export interface ListQuery<T> extends Filed {
  select(request: PageRequest, keys: KeyColumns, clock: Clock, instant?: Instant): Sql;
  item(row: Row): T;
  /** Whether pages of several instants are one statement: `select` is told the instant of each. */
  readonly snapshots?: true;
  /** The same of a list by time, of whose rows each page asks for those of one time. */
  readonly moments?: true;
  /** The body's timestamp of a page. */
  timestamp?(rows: readonly Row[]): string | null;
  /** Whether the ledger has only a part of what belongs to the list. */
  isPartial?(rows: readonly Row[]): boolean;
  /** Whether an index tells how many rows there are, or at least that they are too many to be counted. */
  readonly isCounted?: true;
  /**
   * Rows to count, where these are not what `select` gives: without what stands beside them; and where
   * not all rows of the index are items, with those that are none, and whether a row `is_one`. Where
   * they are too many to be looked at, there is no count.
   */
  counted?(request: PageRequest, keys: KeyColumns): Sql;
  /** An index that not every database has, and without which this is no answer. */
  readonly index?: WantedIndex;
  /** Whether a page is read off that index; left out, all are. */
  isByIndex?(request: Pick<PageRequest, 'filters'>): boolean;
  /** The same list in another way, where that index is not there or not for its pages. */
  readonly otherwise?: ListQuery<T>;
  /** Parameters of which one value, and no more, is read off an index that has the order of the list behind it. */
  readonly indexed?: readonly string[];
  /** Parameters of which an index finds one value, and nothing finds a range in the order of the list. */
  readonly found?: readonly string[];
  /** Parameters whose conditions no index answers. */
  readonly unindexed?: readonly string[];
  /** Rows are looked through in the order of one index, whatever else is asked of them. */
  readonly isOneRange?: true;
  /** For pages that are read together: the columns of their rows by which each is in order. */
  readonly sortColumns?: readonly Sql[];
  /** Relation whose `id` must hold the key, for lists whose key must exist. */
  readonly keyIn?: Sql;
  /** The same where the key is no id: a relation with a row for what it names, by which `select` may go as `known`. */
  known?(keys: KeyColumns): Sql;
  /** Forms of the key, as of a look-up. */
  key?(canonical: string): Key | readonly Key[];
  readonly columns?: readonly ColumnType[];
}

/** One item per key. `keys` are the expressions of the encoded (or canonical) key. */
interface Keyed extends Filed {
  select(keys: KeyColumns, request: ItemRequest, clock: Clock): Sql;
  /**
   * How the database has a canonical key of one part, where that is not the number which its kind
   * says; several values where it may have several forms, of which `columns` has the types.
   */
  key?(canonical: string): Key | readonly Key[];
  readonly columns?: readonly ColumnType[];
}

/** An item is made of its row, or of all rows that its key names. */
export type LookupQuery<T> = Keyed &
  ({ item(row: Row): T | null } | { body(rows: readonly Row[]): T });

/** Whether a request wants any of these members, which can be left out. */
export const wants = ({ parts }: ItemRequest, ...members: readonly string[]): boolean =>
  members.some((member) => !parts?.without?.includes(member));

/** Whether delegations of accounts are shown: they are where nobody says otherwise. */
export const showsDelegation = ({ parts }: ItemRequest): boolean => parts?.delegation ?? true;

/** What a column holds. Of one that was left out there is nothing: whoever looks at it finds no empty list. */
export const shown = <C, T>(column: C | undefined, make: (column: C) => T): T =>
  column === undefined ? (undefined as never) : make(column);

export const itemOf = <T>(query: LookupQuery<T>, rows: readonly Row[]): T | null =>
  'body' in query ? query.body(rows) : query.item(rows[0] as Row);

/**
 * The keys of several requests as a relation `asked(ordinal, id, …)` with a column for each part.
 * Any number of plain keys is one text, so that its plan can be kept.
 */
export function askedKeys(
  keys: readonly (readonly Key[])[],
  ordinals: readonly number[],
  types: readonly ColumnType[] = [],
): Sql {
  const parts = (keys[0] ?? []).map((_part, part) => part);
  const cast = (part: number, suffix: '' | '[]') => {
    const type = types[part] ?? ownType(keys.map((key) => key[part]));
    // By way of text, since engines take bytes themselves in different forms.
    return raw(type === 'bytea' ? `text${suffix}::bytea${suffix}` : `${type}${suffix}`);
  };
  if (keys.length > 1 && keys.every((key) => key.every(isPlain))) {
    const lists = parts.map((part) => {
      const values = keys.map((key) => plain(key[part]));
      const type = types[part];
      if (type === undefined) return sql`${values}::${cast(part, '[]')}`;
      // A key has one of several forms, and null for the others: in the text of a list a word, which
      // not every session reads as one (`array_nulls`).
      return sql`array_replace(${values.map((value) => value ?? '')}::text[], '', null)::${raw(type)}[]`;
    });
    const names = parts.map((part) => raw(columnOf(part)));
    // Of what there is one of, a key has no part at all.
    const all = join([sql`${ordinals}::int[]`, ...lists]);
    return sql`unnest(${all}) as asked(${join([raw('ordinal'), ...names])})`;
  }
  const rows = keys.map((key, index) => {
    const columns = key.map(
      (value, part) => sql`${plain(value)}::${cast(part, '')} as ${raw(columnOf(part))}`,
    );
    return sql`select ${join([sql`${ordinals[index]}::int as ordinal`, ...columns])}`;
  });
  return sql`(${join(rows, ' union all ')}) as asked`;
}

const isPlain = (key: Key): boolean =>
  typeof key !== 'object' || key === null || Buffer.isBuffer(key);

/** Bytes as text that the database reads as such. */
const plain = (key: Key | undefined) => (Buffer.isBuffer(key) ? `\\x${key.toString('hex')}` : key);

/** The type of the column that holds keys of which no other is said. */
function ownType(keys: readonly (Key | undefined)[]): ColumnType {
  if (keys.some((key) => Buffer.isBuffer(key))) return 'bytea';
  return keys.some((key) => typeof key === 'string') ? 'text' : 'bigint';
}

const columnOf = (part: number): string => (part === 0 ? 'id' : `id${part + 1}`);

/** The columns of `asked` that hold the parts of a key; null stands for a key that there is none of. */
export const askedColumns = (parts: number): KeyColumns =>
  parts === 0
    ? [sql`null`]
    : (Array.from({ length: parts }, (_, part) =>
        raw(`asked.${columnOf(part)}`),
      ) as unknown as KeyColumns);
