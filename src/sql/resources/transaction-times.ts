// Which transactions a page shows: the first consensus timestamps out of up to four tables.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { comparedOf } from '../../contract/compared.js';
import { type Filter, flipped, type Order } from '../../contract/resource.js';
import { transactions } from '../../contract/resources/transactions.js';
import { maxTimestamp, timestampRange } from '../../contract/timestamps.js';
import { successfulResults } from '../../contract/transaction-results.js';
import { typeNumbers } from '../../contract/transaction-types.js';
import type { Kind } from '../../contract/values.js';
import { badInput } from '../../errors.js';
import type { PageRequest } from '../../ledger.js';
import { given } from '../query/bytes.js';
import { atMost, conditions, direction, isKey, placeConditions, where } from '../query/seek.js';

const valuesOf = ({ filters }: PageRequest, name: string): string[] => [
  ...new Set(filters.filter(({ parameter }) => parameter === name).map(({ value }) => value)),
];

/** @throws LedgerError BAD_USER_INPUT for a type that has come after this version */
function codeOf({ value: name, given: by }: Filter): number {
  // Of the words that it knows itself a face takes no other; GraphQL takes names of newer ones beside them.
  if (!Object.hasOwn(typeNumbers, name))
    throw badInput(by?.argument() ?? 'type', name, 'must be types that are known here');
  return typeNumbers[name as keyof typeof typeNumbers];
}

const typesOf = (request: PageRequest) => [
  ...new Set(
    request.filters.filter(({ parameter }) => parameter === 'transactiontype').map(codeOf),
  ),
];

function resultConditions(request: PageRequest, row: Sql): Sql[] {
  const result = valuesOf(request, 'result').at(-1);
  return [
    ...(result === 'success' ? [sql`${row}.result = any(${successfulResults})`] : []),
    ...(result === 'fail' ? [sql`${row}.result <> all(${successfulResults})`] : []),
  ];
}

/** Conditions on type and result, for a row that has both columns. */
function kindConditions(request: PageRequest, row: Sql): Sql[] {
  const types = typesOf(request);
  return [
    ...(types.length > 0 ? [sql`${row}.type = any(${types})`] : []),
    ...resultConditions(request, row),
  ];
}

const ofAccount = ({ filters }: PageRequest) =>
  filters.filter(({ parameter }) => parameter === 'account.id');

/** The account that fees go to, in nearly every transaction: the index of transfers by account is without it. */
const feeAccount = 98n;

/** A column of accounts whose index has time behind it; of one account it may have no rows. */
interface AccountColumn {
  readonly column: Sql;
  readonly without?: bigint;
  /** Its time runs from the newest to the oldest, so that the account turns with it. */
  readonly isTurned?: true;
}

/** Rows that meet conditions; all of one account where they come `by` that. */
interface Choice {
  readonly met: readonly Sql[];
  readonly by?: { readonly column: Sql; readonly way: Order } | undefined;
}

/**
 * Conditions on a column of accounts: a list for each id that it may equal, else just one list. Rows
 * of an id are read off the index of its own; that of a part of the rows says in the text which part,
 * since otherwise a plan for all ids could not use it.
 */
function accountConditions(
  request: PageRequest,
  { column, without, isTurned }: AccountColumn,
): Choice[] {
  const way = isTurned ? flipped[request.order] : request.order;
  const own = ofAccount(request);
  const rest = own.filter((f) => f.operator !== 'eq');
  const others = conditions(transactions, rest, { 'account.id': column });
  const equal = new Set(own.filter((f) => f.operator === 'eq').map((f) => f.value));
  const ofOne = [...equal].map((value) => {
    const id = comparedOf(transactions.parameters['account.id']?.kind as Kind, value);
    if (id === null || id === without) {
      const one = id === null ? sql`false` : sql`${column} = ${given(id)}`;
      return { met: [one, ...others] };
    }
    const part = without === undefined ? [] : [sql`${column} <> ${raw(String(without))}`];
    return {
      met: [isKey(column, sql`${given(id)}`), ...part, ...others],
      by: { column, way },
    };
  });
  return ofOne.length > 0 ? ofOne : [{ met: others }];
}

const time = sql`r.consensus_timestamp`;

const timesOf = ({ filters }: PageRequest) =>
  timestampRange(filters, transactions.sort[0]?.parameter, 'instant');

function timeConditions(request: PageRequest): Sql[] {
  const { lower, upper, not } = timesOf(request);
  return [
    ...(lower > 0n ? [sql`${time} >= ${lower}`] : []),
    ...(upper < maxTimestamp ? [sql`${time} <= ${upper}`] : []),
    ...(not.length > 0 ? [sql`${time} <> all(${not})`] : []),
    ...placeConditions(transactions, request, [time]),
  ];
}

/**
 * The page's first times of `from`, each once: an index of time, or of the column `by` and of time,
 * answers this in order. A time is one transaction, whatever payer a row names beside it.
 * A limit of which a kept plan does not know how much it gives makes it begin with the first rows,
 * however few an account has on average; else it would read and sort all of a busy one.
 */
function first({ order, limit }: PageRequest, from: Sql, { met, by }: Choice): Sql {
  const before = by ? sql`${by.column} ${direction(by.way)},` : empty;
  return sql`(select distinct on (${by ? sql`${by.column}, ` : empty}${time}) ${time}
    from ${from} ${where(met)}
    order by ${before} ${time} ${direction(order)} ${by ? sql`limit ${limit}` : atMost(limit)})`;
}

/**
 * The rows of one table `r` by the account in `column`. Every account is asked for by itself, since
 * rows of several accounts come out of an index in no order.
 */
function branches(
  request: PageRequest,
  from: Sql,
  column: AccountColumn,
  further: readonly Sql[],
): Sql[] {
  const own = [...timeConditions(request), ...further];
  return accountConditions(request, column).map(({ met, by }) =>
    first(request, from, { met: [...met, ...own], by }),
  );
}

/** The rows of each type, off the index of types: one that is rare, or old, is looked for among all by time. */
function typeBranches(request: PageRequest): Sql[] {
  const row = sql`r`;
  const own = [...resultConditions(request, row), ...timeConditions(request)];
  const column = sql`r.type`;
  return typesOf(request).map((code) => {
    const met = [isKey(column, sql`${code}::smallint`), ...own];
    return first(request, sql`transaction as r`, { met, by: { column, way: request.order } });
  });
}

const sender = { column: sql`r.entity_id`, without: feeAccount };
const holder = { column: sql`r.account_id`, isTurned: true } as const;

/** Transfers of hbar and of tokens; they know the type and result of their transaction by a join. */
function transferBranches(request: PageRequest): Sql[] {
  const kind = kindConditions(request, sql`t`);
  const joined = kind.length > 0 ? sql`join transaction as t using (consensus_timestamp)` : empty;
  const signs = { credit: sql`r.amount > 0`, debit: sql`r.amount < 0` };
  const ways = valuesOf(request, 'type').map((way) => signs[way as keyof typeof signs]);
  const further = [...ways, ...kind];
  return [
    ...branches(request, sql`crypto_transfer as r ${joined}`, sender, further),
    ...branches(request, sql`token_transfer as r ${joined}`, holder, further),
  ];
}

// Of what a contract's call brings about, only these children count as the payer's own (B.18).
const ownChildren = [typeNumbers.CRYPTOCREATEACCOUNT, typeNumbers.CRYPTOUPDATEACCOUNT];
const byPayer = sql`(r.nonce = 0 or r.parent_consensus_timestamp is not null
  or r.type in (${raw(ownChildren.join(', '))}))`;

function allBranches(request: PageRequest): Sql[] {
  const ways = valuesOf(request, 'type');
  if (ways.length > 1 || timesOf(request).isEmpty) return [];
  if (ways.length === 1) return transferBranches(request);
  const kind = kindConditions(request, sql`r`);
  const payer = { column: sql`r.payer_account_id` };
  const hasAccount = ofAccount(request).length > 0;
  if (!hasAccount && typesOf(request).length > 0) return typeBranches(request);
  if (!hasAccount) return branches(request, sql`transaction as r`, payer, kind);
  return [
    ...branches(request, sql`transaction as r`, payer, [byPayer, ...kind]),
    ...branches(request, sql`entity_transaction as r`, { column: sql`r.entity_id` }, kind),
    ...transferBranches(request),
  ];
}

const none = sql`(select consensus_timestamp from transaction where false)`;

/** The relation `(consensus_timestamp)` of a page's rows (contract B.18). */
export function transactionTimes(request: PageRequest): Sql {
  const all = allBranches(request);
  if (all.length === 0) return none;
  if (all.length === 1) return all[0] as Sql;
  return first(request, sql`(${join(all, ' union all ')}) as r`, { met: [] });
}
