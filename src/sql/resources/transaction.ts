// What an id, a hash or a consensus time names of `transaction`, in one statement for all three.

import sql, { empty, join, type Sql } from 'sql-template-tag';
import { decodeEntityId } from '../../contract/entity.js';
import { int64 } from '../../contract/json.js';
import type { Filter } from '../../contract/resource.js';
import {
  longestSchedule,
  type TransactionBody,
  type TransactionDetail,
} from '../../contract/resources/transaction.js';
import { namedBy } from '../../contract/transaction-reference.js';
import { successfulResults } from '../../contract/transaction-results.js';
import { typeNumbers } from '../../contract/transaction-types.js';
import type { Row } from '../engines/database.js';
import { later } from '../query/bytes.js';
import { type KeyColumns, type LookupQuery, wants } from '../query/query.js';
import { atMost } from '../query/seek.js';
import {
  ofTransaction,
  transactionColumns,
  transactionItem,
  transactionsAt,
} from './transactions.js';

const second = 1_000_000_000n;
const minute = 60n * second;
/** Consensus comes so long before the start of validity at the most, and so long after it. */
const before = second;
const after = 35n * minute;
/** What a hash names at the most. */
const mostOfHash = 25;

const columnOf = { nonce: sql`r.nonce`, scheduled: sql`r.scheduled` } as const;

/** The conditions beside the key, on a row `r`. */
const further = (filters: readonly Filter[]): Sql[] =>
  filters.map(({ parameter, value }) => {
    const column = columnOf[parameter as keyof typeof columnOf];
    return sql`${column} = ${parameter === 'nonce' ? Number(value) : value === 'true'}`;
  });

const and = (...all: readonly Sql[]): Sql => join(all as Sql[], ' and ');

/**
 * What is executed by a schedule may come much later than all else of its id. It is shown where it
 * is asked for and there is nothing else, or where a schedule was created and nothing executed yet.
 */
function isShownLate(filters: readonly Filter[]): Sql {
  const scheduled = filters.findLast(({ parameter }) => parameter === 'scheduled')?.value;
  if (scheduled === 'false') return sql`false`;
  if (scheduled === 'true') return sql`not any_near`;
  return sql`created and not executed`;
}

/** Rows of an id, as `(consensus_timestamp, inner_transactions)`. */
function ofId([payer, start]: KeyColumns, filters: readonly Filter[]): Sql {
  const isIt = and(
    sql`r.valid_start_ns = ${start}`,
    sql`r.payer_account_id = ${payer}`,
    sql`r.consensus_timestamp >= ${start} - ${before}::bigint`,
    sql`r.consensus_timestamp <= ${later(start as Sql, longestSchedule * minute - before)}`,
    ...further(filters),
  );
  const isCreation = sql`type = ${typeNumbers.SCHEDULECREATE} and result = any(${successfulResults})`;
  return sql`select consensus_timestamp, inner_transactions from (
    select found.*, coalesce(bool_or(near) over (), false) as any_near,
      coalesce(bool_or(near and ${isCreation}) over (), false) as created,
      coalesce(bool_or(near and scheduled) over (), false) as executed
    from (select r.*, r.consensus_timestamp <= ${later(start as Sql, after)} as near
      from transaction as r where ${isIt}) as found) as known
    where near or (${isShownLate(filters)})`;
}

/** Rows inside of the batches among `own`: all that have one of their pairs of payer and start. */
const inside = (filters: readonly Filter[]): Sql => sql`select r.consensus_timestamp
  from (select distinct o.inner_transactions[n] as payer, o.inner_transactions[n + 1] as start
    from own as o cross join generate_series(1, cardinality(o.inner_transactions), 2) as n) as pair
  join transaction as r on r.valid_start_ns = pair.start and r.payer_account_id = pair.payer
  where ${and(
    sql`r.consensus_timestamp >= (select min(p[n]) from own, lateral (select inner_transactions as p) as i,
      generate_series(2, cardinality(p), 2) as n) - ${before}::bigint`,
    sql`r.consensus_timestamp <= ${later(
      sql`(select max(p[n]) from own, lateral (select inner_transactions as p) as i,
        generate_series(2, cardinality(p), 2) as n)`,
      after,
    )}`,
    ...further(filters),
  )}`;

/** Rows of a hash. Its payer goes with all of them; old rows do not know theirs. */
const ofHash = (hash: Sql, filters: readonly Filter[]): Sql => sql`select r.consensus_timestamp
  from (select h.consensus_timestamp, first_value(h.payer_account_id) over (order by h.consensus_timestamp) as payer
    from transaction_hash as h
    where substring(h.hash from 1 for 32) = substring(${hash} from 1 for 32)
      and h.hash || coalesce(h.hash_suffix, ''::bytea) = ${hash}
    order by h.consensus_timestamp ${atMost(mostOfHash)}) as named
  join transaction as r on r.consensus_timestamp = named.consensus_timestamp
  where ${and(sql`(named.payer is null or r.payer_account_id = named.payer)`, ...further(filters))}`;

const fees = sql`, (select json_agg(json_build_array(f.amount::text, f.collector_account_id::text,
    f.token_id::text, f.effective_payer_account_ids::text[]) order by f.collector_account_id, f.amount)
  from assessed_custom_fee as f where ${ofTransaction(sql`f`)}) as fees`;

const entity = (id: string) => decodeEntityId(BigInt(id));

type Fee = readonly [amount: string, collector: string, token: string | null, payers: string[]];

function detail(row: Row): TransactionDetail {
  const paid: readonly Fee[] = row['fees'] ?? [];
  if (paid.length === 0) return transactionItem(row);
  const assessed_custom_fees = paid.map(([amount, collector, token, payers]) => ({
    amount: int64(amount),
    collector_account_id: entity(collector),
    effective_payer_account_ids: payers.map((id) => entity(id) as string),
    token_id: token === null ? null : entity(token),
  }));
  return { ...transactionItem(row), assessed_custom_fees };
}

/** Those of the key, then those inside of batches; each part by consensus time. */
const inOrder = (a: Row, b: Row): number =>
  a['part'] - b['part'] || (a['consensus_timestamp'] < b['consensus_timestamp'] ? -1 : 1);

export const transaction: LookupQuery<TransactionBody> = {
  columns: ['bigint', 'bigint', 'bytea', 'bigint'],
  key(canonical) {
    const named = namedBy(canonical);
    if (named.by === 'id') return [named.payer, named.validStart, null, null];
    return named.by === 'hash'
      ? [null, null, `\\x${named.hex}`, null]
      : [null, null, null, named.at];
  },
  select(keys, request) {
    const { filters } = request;
    const [, , hash, at] = keys as readonly Sql[];
    return sql`with own as (${ofId(keys, filters)})
      select ${transactionColumns(request)} ${wants(request, 'assessed_custom_fees') ? fees : empty}, part from ${transactionsAt(
        sql`(
        select consensus_timestamp, 0 as part from own
        union all select consensus_timestamp, 1 from (${inside(filters)}) as i
        union all select consensus_timestamp, 0 from (${ofHash(hash as Sql, filters)}) as h
        union all select ${at}, 0 where ${at} is not null)`,
        request,
      )}`;
  },
  body: (rows) => ({ transactions: [...rows].sort(inOrder).map(detail) }),
};
