// A database that the query core can ask, whatever the driver: one interface, one rule for int8.
import types from 'pg-types';
import type { Sql } from 'sql-template-tag';
import { int64, parseJson } from '../../contract/json.js';
import { busy, type ErrorCode, LedgerError } from '../../errors.js';
import type { Operation } from '../../ledger.js';

/** A row as the driver gives it; its columns get their types where the row becomes an item. */
// biome-ignore lint/suspicious/noExplicitAny: the statement beside each reader says what a column is
export type Row = Readonly<Record<string, any>>;

/**
 * How a statement reads: off an `index` whatever its values are, so that its plan may be kept; or,
 * where no index answers a condition, perhaps a whole `table`, so that few run at the same time; or
 * through a `range` of an index, of which both are true.
 */
export type Reads = 'index' | 'range' | 'table';

export const isLong = (reads?: Reads): boolean => reads === 'table' || reads === 'range';

export interface Database {
  /** What is behind it, for people: no credentials. */
  readonly description: string;
  /** Runs one statement; int8 comes as an exact number, json parsed exactly. */
  query(statement: Sql, operation: Operation, reads?: Reads): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** Elements of an int8[] one after the other, whatever its dimensions; none of ours has a null. */
const int64List = (text: string) => (text.match(/-?\d+/g) ?? []).map(int64);

/** How text of PostgreSQL becomes a value of ours, by type oid: int8, int8[], json, jsonb. */
const readers: Readonly<Record<number, (text: string) => unknown>> = {
  20: int64,
  1016: int64List,
  114: parseJson,
  3802: parseJson,
};

/** How a value of a type is read, by its oid: as the driver does, but for those that are ours. For both engines. */
export const readerOf = (oid: number): ((text: string) => unknown) =>
  readers[oid] ?? types.getTypeParser(oid);

// What SQLSTATEs mean, by the whole code or by its class of two. A subquery that gave more than one
// row means that several entities share one alias or address (the contract's 500). Classes that are
// not here, such as 08 and 57, and errors without a code are about a database that is not there.
const meanings: Readonly<Record<string, ErrorCode>> = {
  '57014': 'UPSTREAM_TIMEOUT',
  '21000': 'INTERNAL',
  XX001: 'UPSTREAM_BAD_DATA',
  XX002: 'UPSTREAM_BAD_DATA',
  '22': 'UPSTREAM_BAD_DATA',
  '40': 'UPSTREAM_BUSY',
  '53': 'UPSTREAM_BUSY',
  '55P03': 'UPSTREAM_BUSY',
  '0A': 'UPSTREAM_BAD_RESPONSE',
  '42': 'UPSTREAM_BAD_RESPONSE',
  '54': 'UPSTREAM_BAD_RESPONSE',
  XX: 'UPSTREAM_BAD_RESPONSE',
};

/** The error table's entry for an error of a driver; the original stays as the cause for the log. */
export function databaseError(cause: unknown): LedgerError {
  if (cause instanceof LedgerError) return cause;
  const code = sqlState(cause);
  const meaning = meanings[code] ?? meanings[code.slice(0, 2)] ?? 'UPSTREAM_UNAVAILABLE';
  return meaning === 'UPSTREAM_BUSY' ? busy(cause) : new LedgerError(meaning, undefined, {}, cause);
}

/** The code that the database itself gave an error, or nothing; a socket's codes have other lengths or letters. */
function sqlState(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.length === 5 ? code : '';
}
