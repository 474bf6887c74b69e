// The tables of a mirror node's database that we read, as SQL for an empty database (embedded
// PGlite, or a scratch PostgreSQL in tests).
//
// Names, types and keys are those of the mirror node's final v1 schema (contract.md part C). Left
// out are partitions, domains, and the pg_trgm and gist indexes: they change speed, not answers.

import { accountTables } from './accounts.js';
import { allowanceTables } from './allowances.js';
import { chainTables } from './chain.js';
import { consentTables } from './consents.js';
import { contractResultTables } from './contract-results.js';
import { contractTables } from './contracts.js';
import { fileTables } from './files.js';
import { foldedOf } from './folded.js';
import { networkTables } from './network.js';
import {
  allTables,
  createKeys,
  createTable,
  type NewRow,
  type Table,
  type TableName,
  type Versioned,
} from './table.js';
import { tokenTables } from './tokens.js';
import { topicTables } from './topics.js';
import { transactionTables } from './transactions.js';

const tables = {
  ...accountTables,
  ...tokenTables,
  ...allowanceTables,
  ...chainTables,
  ...transactionTables,
  ...contractTables,
  ...contractResultTables,
  ...fileTables,
  ...topicTables,
  ...networkTables,
  ...consentTables,
} as const;

/** Enum types of columns, and their words (contract C.3). */
const enumTypes: Readonly<Record<string, readonly string[]>> = {
  entity_type: ['UNKNOWN', 'ACCOUNT', 'CONTRACT', 'FILE', 'TOPIC', 'TOKEN', 'SCHEDULE'],
  token_type: ['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE'],
  token_supply_type: ['INFINITE', 'FINITE'],
  token_pause_status: ['NOT_APPLICABLE', 'PAUSED', 'UNPAUSED'],
  airdrop_state: ['CANCELLED', 'CLAIMED', 'PENDING'],
  hook_extension_point: ['ACCOUNT_ALLOWANCE_HOOK'],
  hook_type: ['EVM'],
  errata_type: ['INSERT', 'DELETE'],
};

const all = allTables(tables);
/** Every table by its name, former versions included. */
export const tablesByName: ReadonlyMap<string, Table> = new Map(all);

type Tables = typeof tables;
/** Name of a table, former versions included. */
export type MirrorTable = TableName<Tables>;
/** Name of a table that has another one of its former versions. */
export type VersionedTable = Versioned<Tables>;
/** A row to be written into a table, as an object by its columns. */
export type MirrorRow<N extends MirrorTable> = N extends keyof Tables
  ? NewRow<Tables[N]>
  : N extends `${infer M extends keyof Tables & string}_history`
    ? NewRow<Tables[M]>
    : never;

/** Every table, in the order of creation. */
export const tableNames: readonly string[] = all.map(([name]) => name);

/** Columns of a table with their types as SQL declares them; none of a table that we do not read. */
export const columnsOf = (table: string): Readonly<Record<string, string>> =>
  tablesByName.get(table)?.columns ?? {};

/** Enum types and tables without keys: a bulk load is faster before the keys exist. */
export const createBareTables: string = [
  ...Object.entries(enumTypes).map(
    ([name, words]) => `create type ${name} as enum (${words.map((w) => `'${w}'`).join(', ')});`,
  ),
  ...all.map(([name, table]) => createTable(name, table)),
].join('\n');

/** Primary keys and indexes, to be run after `createBareTables` (and after a bulk load, if any). */
export const createIndexes: string = all.map(([name, table]) => createKeys(name, table)).join('\n');

/** The index of parts of names, where the database can have one: it changes speed, not answers of the contract. */
export const createTrigrams = `do $$ begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index on token using gin ((${foldedOf('name')}) gin_trgm_ops);
  end if;
end $$;`;

/** Everything at once, for an empty database that is filled row by row afterwards. */
export const createTables: string = `${createBareTables}\n${createIndexes}\n`;
