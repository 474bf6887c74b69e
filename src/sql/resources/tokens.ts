// Tokens: the list, one as it is or was with its fees, and its holders.
import sql, { raw, type Sql } from 'sql-template-tag';
import { someId } from '../../contract/check.js';
import { comparedOf } from '../../contract/compared.js';
import { decodeEntityId } from '../../contract/entity.js';
import type { Int64 } from '../../contract/json.js';
import { printKey } from '../../contract/keys.js';
import { soleEqual } from '../../contract/operators.js';
import { lacking } from '../../contract/partial.js';
import type { Filter, List } from '../../contract/resource.js';
import {
  tokenBalances as holderList,
  type TokenHolderRow,
  type TokenInfo,
  type TokenRow,
  tokens as tokenList,
  token as tokenLookup,
} from '../../contract/resources/tokens.js';
import { isPast } from '../../contract/timestamps.js';
import { entityIdOrEvm, printTimestamp } from '../../contract/values.js';
import type { ItemRequest, PageRequest } from '../../ledger.js';
import type { Row } from '../engines/database.js';
import { beside } from '../query/beside.js';
import { pastBalances } from '../query/past-balances.js';
import type { ListQuery, LookupQuery } from '../query/query.js';
import { type Columns, conditions, seek, where } from '../query/seek.js';
import { snapshot } from '../query/snapshot.js';
import { newestVersion } from '../query/versions.js';
import { latest } from './balances.js';
import { expiry } from './expiry.js';
import { customFees } from './fees.js';

const base64 = (hex: string | null) => Buffer.from(hex ?? '', 'hex').toString('base64');

const tokenColumns = sql`encode(e.key, 'hex') as admin_key, t.decimals, encode(t.metadata, 'hex') as metadata,
  t.name, t.symbol, t.token_id, t.type`;

const itsEntity = beside('entity', 'e', sql`e.id = t.token_id`);

/** Rows of tokens, before their conditions and their order. */
export const tokenRows = sql`select ${tokenColumns} from token as t cross join ${itsEntity}`;

/** A page of tokens by id, of whichever list it is. */
export function tokenPage(
  of: List<TokenRow>,
  request: PageRequest,
  further: readonly Sql[],
  columns: Columns = {},
): Sql {
  const all = { 'token.id': sql`t.token_id`, ...columns };
  return sql`${tokenRows} ${seek(of, request, all, { where: further })}`;
}

/** The one account whose tokens are asked for, as a key. */
function ownerOf(filters: readonly Filter[]): Sql | undefined {
  const only = soleEqual(filters, 'account.id');
  return only === undefined ? undefined : sql`${comparedOf(entityIdOrEvm, only)}::bigint`;
}

/** Whose entities have a key is found by the key, and not by looking at the entities of all tokens. */
function withKey(filters: readonly Filter[]): Sql[] {
  const only = soleEqual(filters, 'publickey');
  if (only === undefined) return [];
  return [sql`t.token_id = any(array(select id from entity where public_key = ${only}))`];
}

/** Tokens of a range of accounts, in which none is first. */
function ofSeveral(owners: readonly Filter[]): Sql[] {
  const met = conditions(tokenList, owners, { 'account.id': sql`r.account_id` });
  return met.length === 0
    ? []
    : [
        sql`t.token_id in (select token_id from token_account as r ${where([...met, sql`associated is true`])})`,
      ];
}

export const tokens: ListQuery<TokenRow> = {
  isCounted: true,
  unindexed: ['name', 'type'],
  found: ['publickey'],
  indexed: ['account.id'],
  select(request) {
    const of = (name: string) => request.filters.filter(({ parameter }) => parameter === name);
    const owners = of('account.id');
    const owner = ownerOf(request.filters);
    const names = of('name').map(({ value }) => sql`t.name ilike ${`%${value}%`}`);
    const filters = request.filters.filter(({ value }) => value !== 'ALL');
    const page = { ...request, filters };
    const columns = { publickey: sql`e.public_key`, type: sql`t.type` };
    if (owner) {
      return sql`select ${tokenColumns} from token_account as r
        cross join ${beside('token', 't', sql`t.token_id = r.token_id`)} cross join ${itsEntity}
        ${seek(
          tokenList,
          page,
          { ...columns, 'token.id': sql`r.token_id` },
          {
            where: [sql`r.associated is true`, ...names],
            below: { column: sql`r.account_id`, key: owner },
          },
        )}`;
    }
    const further = [...withKey(request.filters), ...ofSeveral(owners), ...names];
    return tokenPage(tokenList, page, further, columns);
  },
  item: (row) => ({
    admin_key: printKey(row['admin_key']),
    metadata: base64(row['metadata']),
    name: row['name'],
    symbol: row['symbol'],
    token_id: someId(row['token_id']),
    type: row['type'],
    decimals: row['decimals'],
  }),
};

const keyNames = ['fee_schedule', 'freeze', 'kyc', 'metadata', 'pause', 'supply', 'wipe'] as const;

/** The current row, or with a timestamp the newest version that began in its range (contract B.11). */
function version(
  table: 'token' | 'entity' | 'custom_fee',
  id: Sql,
  key: Sql,
  { filters }: ItemRequest,
): Sql {
  const began = conditions(tokenLookup, filters, { timestamp: sql`lower(timestamp_range)` });
  const all = where([sql`${id} = ${key}`, ...began]);
  return began.length === 0 ? sql`(select * from ${raw(table)} ${all})` : newestVersion(table, all);
}

/** Every token has a row of its fees, be there none; without it the reference finds no token (contract B.11). */
const told = (row: Row, item: TokenInfo): TokenInfo =>
  row['fees_timestamp'] === null ? lacking(item, 'Not found') : item;

export const token: LookupQuery<TokenInfo> = {
  select([key], given) {
    // Equality means "at or before" here.
    const filters = given.filters.map((f) =>
      f.operator === 'eq' ? ({ ...f, operator: 'lte' } as const) : f,
    );
    const request = { ...given, filters };
    const keys = keyNames.map((name) => `encode(t.${name}_key, 'hex') as ${name}_key`).join(', ');
    return sql`select t.*, encode(e.key, 'hex') as admin_key, e.auto_renew_account_id, e.auto_renew_period,
        e.deleted, e.memo, e.expiration_timestamp,
        greatest(t.modified, lower(e.timestamp_range)) as modified_timestamp,
        lower(f.timestamp_range) as fees_timestamp, f.fixed_fees, f.fractional_fees, f.royalty_fees
      from (select token_id, created_timestamp, decimals, freeze_default, initial_supply, max_supply,
          encode(metadata, 'hex') as metadata, lower(timestamp_range) as modified, name, pause_status,
          supply_type, symbol, total_supply, treasury_account_id, type, ${raw(keys)}
        from ${version('token', sql`token_id`, key, request)} as t) as t
      cross join lateral ${version('entity', sql`id`, key, request)} as e
      left join lateral ${version('custom_fee', sql`entity_id`, key, request)} as f on true`;
  },
  item: (row) =>
    told(row, {
      admin_key: printKey(row['admin_key']),
      auto_renew_account: decodeEntityId(row['auto_renew_account_id']),
      auto_renew_period: row['auto_renew_period'],
      created_timestamp: printTimestamp(row['created_timestamp']) as string,
      custom_fees: customFees(row),
      decimals: String(row['decimals']),
      deleted: row['deleted'],
      expiry_timestamp: expiry(row),
      fee_schedule_key: printKey(row['fee_schedule_key']),
      freeze_default: row['freeze_default'],
      freeze_key: printKey(row['freeze_key']),
      initial_supply: String(row['initial_supply']),
      kyc_key: printKey(row['kyc_key']),
      max_supply: String(row['max_supply']),
      memo: row['memo'],
      metadata: base64(row['metadata']),
      metadata_key: printKey(row['metadata_key']),
      modified_timestamp: printTimestamp(row['modified_timestamp']) as string,
      name: row['name'],
      pause_key: printKey(row['pause_key']),
      pause_status: row['pause_status'],
      supply_key: printKey(row['supply_key']),
      supply_type: row['supply_type'],
      symbol: row['symbol'],
      token_id: someId(row['token_id']),
      total_supply: String(row['total_supply']),
      treasury_account_id: decodeEntityId(row['treasury_account_id']),
      type: row['type'],
      wipe_key: printKey(row['wipe_key']),
    }),
};

/** The reference joins accounts alone, contracts left out, when a public key is given. */
function holderWithKey({ filters }: PageRequest, account: Sql): Sql[] {
  const keyed = conditions(holderList, filters, { 'account.publickey': sql`public_key` });
  if (keyed.length === 0) return [];
  return [sql`${account} in (select id from entity ${where([sql`type = 'ACCOUNT'`, ...keyed])})`];
}

const decimalsOf = (key: Sql) =>
  sql`(select decimals from token where token_id = ${key}) as decimals`;

const isHeld = sql`r.associated is true`;

function holders(
  of: List<TokenHolderRow>,
  request: PageRequest,
  key: Sql,
  further: readonly Sql[],
) {
  const columns = { 'account.id': sql`r.account_id`, 'account.balance': sql`r.balance` };
  const all = [...further, ...holderWithKey(request, sql`r.account_id`)];
  return sql`from token_account as r
    ${seek(of, request, columns, { where: all, below: { column: sql`r.token_id`, key } })}`;
}

/** A page of live holders, in the order of whichever list it is of. */
export const liveHolders = (of: List<TokenHolderRow>, request: PageRequest, key: Sql): Sql =>
  sql`select r.account_id as account, r.balance, r.balance_timestamp as timestamp, ${decimalsOf(key)}
    ${holders(of, request, key, [isHeld])}`;

/** The same to be counted: who is no holder any more stays in the table. */
export const countedHolders = (of: List<TokenHolderRow>, request: PageRequest, key: Sql): Sql =>
  sql`select ${isHeld} as is_one, r.account_id as account, r.balance ${holders(of, request, key, [])}`;

export const tokenBalances: ListQuery<TokenHolderRow> = {
  isCounted: true,
  unindexed: ['account.balance'],
  found: ['account.publickey'],
  sortColumns: [sql`account`],
  snapshots: true,
  counted: (request, [key]) => countedHolders(holderList, request, key),
  select(request, [key], clock, instant) {
    if (!isPast(holderList, request.filters)) return liveHolders(holderList, request, key);
    return pastBalances(holderList, request, {
      table: sql`token_balance`,
      snapshot: snapshot(holderList, request.filters, clock, instant),
      further: holderWithKey(request, sql`account_id`),
      below: { column: sql`token_id`, key },
      beside: decimalsOf(key),
    });
  },
  item: (row) => ({
    account: someId(row['account']),
    balance: row['balance'] as Int64,
    decimals: row['decimals'],
  }),
  timestamp: latest,
};
