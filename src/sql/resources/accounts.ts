// Accounts: the list, one as it is or was, and the tokens that it is associated with.
import sql, { type Sql } from 'sql-template-tag';
import { someId } from '../../contract/check.js';
import { decodeEntityId, longZeroAddress, printAlias } from '../../contract/entity.js';
import type { Int64 } from '../../contract/json.js';
import { printKey } from '../../contract/keys.js';
import type { Filter } from '../../contract/resource.js';
import {
  type AccountRow,
  accounts as accountList,
  account as accountLookup,
  type TokenRelationshipRow,
  accountTokens as tokenList,
} from '../../contract/resources/accounts.js';
import { stakedAccounts as byNode } from '../../contract/resources/staked-accounts.js';
import { isPast, maxTimestamp, timestampRange, withoutEqual } from '../../contract/timestamps.js';
import { printTimestamp } from '../../contract/values.js';
import type { ItemRequest, PageRequest } from '../../ledger.js';
import type { Row } from '../engines/database.js';
import { perhapsBeside } from '../query/beside.js';
import { pageOfAccounts } from '../query/page-of-accounts.js';
import { type Clock, type ListQuery, type LookupQuery, showsDelegation } from '../query/query.js';
import {
  conditions,
  direction,
  isKey,
  ordered,
  placeConditions,
  seek,
  where,
} from '../query/seek.js';
import { liveTokens, snapshot, snapshotTokens } from '../query/snapshot.js';
import { newestVersion } from '../query/versions.js';
import { accountTypes, tokenRows } from './balances.js';
import { expiry } from './expiry.js';

const state = sql`e.id, encode(e.alias, 'hex') as alias, e.auto_renew_period, e.created_timestamp,
  e.decline_reward, encode(e.delegation_address, 'hex') as delegation, e.deleted, e.ethereum_nonce,
  encode(e.evm_address, 'hex') as evm_address, encode(e.key, 'hex') as key,
  e.expiration_timestamp, e.max_automatic_token_associations, e.memo, e.receiver_sig_required, e.staked_account_id,
  nullif(e.staked_node_id, -1) as staked_node_id, nullif(e.stake_period_start, -1) as stake_period_start,
  case when e.decline_reward or coalesce(e.staked_node_id, -1) = -1
      or e.stake_period_start >= s.end_stake_period then 0
    else coalesce(s.pending_reward, 0) end as pending_reward`;

// Importers that start late write the treasury themselves; the contract does not show that row.
const notSynthetic = sql`not (e.num = 2 and e.memo = 'Mirror node created synthetic treasury account')`;
const isAccount = sql`e.type in ${accountTypes}`;

function accountItem(row: Row): AccountRow {
  const id: bigint | number = row['id'];
  const stakedNode: Int64 | null = row['staked_node_id'];
  const periodStart: Int64 | null = row['stake_period_start'];
  const alias: string | null = row['alias'];
  const delegation: string | null = row['delegation'];
  return {
    account: someId(id),
    alias: alias === null ? null : printAlias(Buffer.from(alias, 'hex')),
    auto_renew_period: row['auto_renew_period'],
    balance:
      row['with_balance'] === false
        ? null
        : {
            balance: row['balance'],
            timestamp: printTimestamp(row['balance_timestamp']),
            tokens: tokenRows(row['tokens']),
          },
    created_timestamp: printTimestamp(row['created_timestamp']),
    decline_reward: row['decline_reward'],
    ...(row['with_delegation'] === true && {
      delegation_address: delegation === null || /^0*$/.test(delegation) ? '0x' : `0x${delegation}`,
    }),
    deleted: row['deleted'],
    ethereum_nonce: row['ethereum_nonce'],
    evm_address: evmAddress(row['evm_address'], alias, id),
    expiry_timestamp: printTimestamp(expiry(row)),
    key: printKey(row['key']),
    max_automatic_token_associations: row['max_automatic_token_associations'],
    memo: row['memo'],
    pending_reward: row['pending_reward'],
    receiver_sig_required: row['receiver_sig_required'],
    staked_account_id: decodeEntityId(row['staked_account_id']),
    staked_node_id: stakedNode,
    stake_period_start:
      stakedNode === null || periodStart === null
        ? null
        : printTimestamp(BigInt(periodStart) * 86_400_000_000_000n),
  };
}

/** The column, else an alias of 20 bytes, else the long-zero form of the id (contract A.2). */
function evmAddress(own: string | null, alias: string | null, id: bigint | number): string | null {
  if (own !== null) return `0x${own}`;
  return alias?.length === 40 ? `0x${alias}` : longZeroAddress(id);
}

const wantsBalance = (filters: readonly Filter[]) =>
  !filters.some(({ parameter, value }) => parameter === 'balance' && value === 'false');

/** Rows of a list of accounts `e` out of a relation, behind which its order stands. */
function accountRows(request: PageRequest, from: Sql): Sql {
  const { filters, order, parts } = request;
  const withBalance = wantsBalance(filters);
  const tokens = liveTokens(sql`e.id`, direction(order), withBalance ? parts?.tokens : undefined);
  return sql`select ${state}, e.balance, e.balance_timestamp, ${withBalance}::boolean as with_balance,
      ${showsDelegation(request)}::boolean as with_delegation, ${tokens} as tokens
    from ${from} ${perhapsBeside('entity_stake', 's', sql`s.id = e.id`)}`;
}

/** A page of all accounts, of which nothing else is read. */
function page(request: PageRequest): Sql {
  const withBalance = wantsBalance(request.filters);
  // Without balance information the reference looks at no balance, neither to show nor to filter.
  const columns = {
    'account.id': sql`e.id`,
    'account.publickey': sql`e.public_key`,
    ...(withBalance && { 'account.balance': sql`e.balance` }),
  };
  return pageOfAccounts(accountList, request, columns, withBalance ? [notSynthetic] : []);
}

export const accounts: ListQuery<AccountRow> = {
  isCounted: true,
  counted: (request) => sql`select true as is_one from ${page(request)}`,
  unindexed: ['account.balance'],
  found: ['account.publickey'],
  item: accountItem,
  select: (request) =>
    sql`${accountRows(request, page(request))} order by e.id ${direction(request.order)}`,
};

const stakedNode = sql`e.staked_node_id`;

export const stakedAccounts: ListQuery<AccountRow> = {
  isCounted: true,
  index: { table: 'entity', on: ['staked_node_id', 'id'], given: 1 },
  item: accountItem,
  select(request) {
    const { filters, order, limit } = request;
    const all = [
      ...filters
        .filter(({ parameter }) => parameter === 'staked.node')
        .map(({ value }) => isKey(stakedNode, sql`${value}::bigint`)),
      isAccount,
      ...conditions(byNode, filters, { 'account.id': sql`e.id` }),
      ...placeConditions(byNode, request, [sql`e.id`]),
    ];
    // The node leads the order, so that no other index can give it.
    return sql`${accountRows(request, sql`entity as e`)} ${where(all)} ${ordered([stakedNode, sql`e.id`], order, limit)}`;
  },
};

function current(key: Sql, request: ItemRequest): Sql {
  const tokens = liveTokens(sql`e.id`, sql`asc`, request.parts?.tokens);
  return sql`select ${state}, e.balance, e.balance_timestamp, ${tokens} as tokens,
      ${showsDelegation(request)}::boolean as with_delegation
    from entity as e left join entity_stake as s on s.id = e.id
    where e.id = ${key} and ${isAccount} and ${notSynthetic}`;
}

/** The newest version whose validity meets the range; its balance out of a snapshot if there is one. */
function historic(key: Sql, request: ItemRequest, clock: Clock): Sql {
  const { filters, parts } = request;
  const bounds = withoutEqual(accountLookup, filters);
  const range = timestampRange(bounds, accountLookup.instant, 'upper');
  const { equal } = timestampRange(filters, accountLookup.instant, 'upper');
  // Its bounds may be no range for PostgreSQL, or no int64.
  if (range.isEmpty) return sql`${current(key, request)} and false`;
  // PostgreSQL counts an included end up by one, which the last int64 does not survive.
  const end = range.upper === maxTimestamp ? null : range.upper;
  // The first of all times until which it must have begun, which the index of versions knows.
  const last = equal.reduce((least, one) => (one < least ? one : least), range.upper);
  const version = (table: 'entity' | 'entity_stake', condition: Sql) =>
    newestVersion(
      table,
      sql`where e.id = ${key} and ${condition} and lower(e.timestamp_range) <= ${last}
        and e.timestamp_range && int8range(${range.lower}, ${end}::bigint, '[]')
        and not e.timestamp_range @> any(${range.not}::bigint[])`,
    );
  const tokens = snapshotTokens(sql`e.id`, 'asc', parts?.tokens);
  const balance = sql`(select balance from account_balance where account_id = e.id
      and consensus_timestamp >= snapshot.lower and consensus_timestamp <= snapshot.upper
      order by consensus_timestamp desc limit 1)`;
  return sql`select ${state}, ${tokens} as tokens, ${showsDelegation(request)}::boolean as with_delegation,
      case when snapshot.upper is null then e.balance else coalesce(${balance}, 0) end as balance,
      coalesce(snapshot.upper, e.balance_timestamp) as balance_timestamp
    from ${version('entity', sql`${isAccount} and ${notSynthetic}`)} as e
    cross join ${snapshot(accountLookup, filters, clock)}
    left join lateral ${version('entity_stake', sql`true`)} as s on true`;
}

export const account: LookupQuery<AccountRow> = {
  item: accountItem,
  select: ([key], request, clock) =>
    isPast(accountLookup, request.filters) ? historic(key, request, clock) : current(key, request),
};

const freezeStatus = ['NOT_APPLICABLE', 'FROZEN', 'UNFROZEN'] as const;
const kycStatus = ['NOT_APPLICABLE', 'GRANTED', 'REVOKED'] as const;
/** The word of a number in a column; one that is newer than the words is UNKNOWN. */
const named = <T extends string>(names: readonly T[], code: number | null) =>
  code === null ? null : (names[code] ?? 'UNKNOWN');

const isHeld = sql`r.associated is true`;

const holdings = (request: PageRequest, key: Sql, further: readonly Sql[]): Sql =>
  seek(
    tokenList,
    request,
    { 'token.id': sql`r.token_id` },
    {
      where: further,
      below: { column: sql`r.account_id`, key },
    },
  );

export const accountTokens: ListQuery<TokenRelationshipRow> = {
  isCounted: true,
  // Associations that have ended stay in the table, and may be many.
  counted: (request, [key]) => sql`select ${isHeld} as is_one, r.token_id
    from token_account as r ${holdings(request, key, [])}`,
  keyIn: sql`entity`,
  sortColumns: [sql`token_id`],
  select: (request, [key]) => sql`select r.automatic_association, r.balance, r.created_timestamp,
      t.decimals, r.token_id, coalesce(r.freeze_status, t.freeze_status) as freeze,
      coalesce(r.kyc_status, t.kyc_status) as kyc
    from token_account as r ${perhapsBeside('token', 't', sql`t.token_id = r.token_id`)}
    ${holdings(request, key, [isHeld])}`,
  item: (row) => ({
    automatic_association: row['automatic_association'],
    balance: row['balance'],
    created_timestamp: printTimestamp(row['created_timestamp']),
    decimals: row['decimals'],
    token_id: someId(row['token_id']),
    freeze_status: named(freezeStatus, row['freeze']),
    kyc_status: named(kycStatus, row['kyc']),
  }),
};
