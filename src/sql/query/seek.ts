// Conditions and a position as `where`, `order by` and `limit`: keyset paging, and the only place of it.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { type Compared, comparedOf } from '../../contract/compared.js';
import { isStrict, lower, upper } from '../../contract/operators.js';
import { parametersOf } from '../../contract/query.js';
import {
  type Filter,
  flipped,
  type List,
  type Lookup,
  type Operator,
  type Order,
  type Position,
  type SortKey,
  sortOf,
} from '../../contract/resource.js';
import type { PageRequest } from '../../ledger.js';
import { given } from './bytes.js';

/** The column (or expression) that each parameter is about. */
export type Columns = Readonly<Record<string, Sql>>;

const symbols: Readonly<Record<Operator, Sql>> = {
  eq: raw('='),
  ne: raw('<>'),
  gt: raw('>'),
  gte: raw('>='),
  lt: raw('<'),
  lte: raw('<='),
};

export const direction = (order: Order): Sql => raw(order);

/** `limit` in words: PostgreSQL keeps the plan of a statement only where it knows how much it gives. */
export const atMost = (limit: number): Sql => raw(`limit ${limit}`);

/** The value of a filter as the database compares it; null where it can equal nothing. */
function comparedValue(
  resource: List | Lookup,
  filter: Filter,
  filters: readonly Filter[],
): Compared | null {
  const sort = resource.is === 'list' ? sortOf(resource, filters) : [];
  const key = sort.find(({ parameter }) => parameter === filter.parameter);
  const { kind } = key ?? parametersOf(resource)[filter.parameter] ?? {};
  return kind ? comparedOf(kind, filter.value) : filter.value;
}

/** Conditions of the filters that have a column; repeated values as the contract combines them. */
export function conditions(
  resource: List | Lookup,
  filters: readonly Filter[],
  columns: Columns,
): Sql[] {
  const parameters = parametersOf(resource);
  const together = resource.is === 'list' && resource.together ? resource.sort : [];
  const apart = Object.entries(columns).filter(
    ([name]) => !together.some(({ parameter }) => parameter === name),
  );
  const ranges = together.length > 0 ? rangesTogether(resource as List, filters, columns) : [];
  const separate = apart.flatMap(([name, column]) => {
    const own = filters.filter(({ parameter }) => parameter === name);
    const anyOf = parameters[name]?.repeat === 'any' ? own.filter((f) => f.operator === 'eq') : [];
    const each = own.filter((filter) => !anyOf.includes(filter));
    return [
      ...(anyOf.length > 0
        ? [
            isAnyOf(
              column,
              anyOf.map((f) => comparedValue(resource, f, filters)),
            ),
          ]
        : []),
      ...each.map((f) => compare(column, f.operator, comparedValue(resource, f, filters))),
    ];
  });
  return [...ranges, ...separate];
}

/**
 * Conditions on sort keys that make one range: a bound on a later key goes with the end of the range
 * of the key before it, so that `token.id >= 5, serialnumber > 2` begins behind the second of token 5.
 */
function rangesTogether({ sort }: List, filters: readonly Filter[], columns: Columns): Sql[] {
  const keys = sort.flatMap(({ parameter, kind }) => {
    const column = columns[parameter];
    const own = filters.filter((filter) => filter.parameter === parameter);
    return column ? [{ column, own, kind }] : [];
  });
  const isPinned = ({ own }: { readonly own: readonly Filter[] }) =>
    own.some((f) => f.operator === 'eq');
  // A bound beside the value that a key has to have is the end of nothing, and is met or not.
  const pinned = keys
    .filter(isPinned)
    .flatMap(({ column, own, kind }) =>
      own.map((f) => compare(column, f.operator, comparedOf(kind, f.value))),
    );
  const end = (side: readonly Operator[]): Sql[] => {
    const bounds: { column: Sql; value: Compared | null; operator: Operator }[] = [];
    for (const key of keys) {
      if (isPinned(key)) continue;
      const { column, own, kind } = key;
      const bound = own.findLast((f) => side.includes(f.operator));
      if (!bound) continue;
      bounds.push({ column, value: comparedOf(kind, bound.value), operator: bound.operator });
      // Whatever the next keys are, nothing with this key's own end is in the range.
      if (isStrict(bound.operator)) break;
    }
    const last = bounds.at(-1);
    if (!last) return [];
    if (bounds.some(({ value }) => value === null)) return [sql`false`];
    return [compareAll(bounds, last.operator)];
  };
  return [...pinned, ...end(lower), ...end(upper)];
}

const compareAll = (
  bounds: readonly { readonly column: Sql; readonly value: Compared | null }[],
  operator: Operator,
): Sql =>
  bounds.length === 1
    ? compare(bounds[0]?.column as Sql, operator, bounds[0]?.value ?? null)
    : sql`(${join(bounds.map(({ column }) => column))}) ${symbols[operator]} (${join(bounds.map(({ value }) => value && given(value)))})`;

function isAnyOf(column: Sql, values: readonly (Compared | null)[]): Sql {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return sql`false`;
  const bytes = known.filter((value) => Buffer.isBuffer(value));
  const different = [
    ...new Set(bytes.length > 0 ? bytes.map((value) => value.toString('hex')) : known),
  ];
  if (different.length === 1) return compare(column, 'eq', known[0] as Compared);
  // Any number of values is one text of the statement.
  return bytes.length > 0
    ? sql`${column} = any(array(select decode(hex, 'hex') from unnest(${different}::text[]) as hex))`
    : typeof known[0] === 'bigint'
      ? sql`${column} = any(${different}::bigint[])`
      : sql`${column} = any(${different})`;
}

function compare(column: Sql, operator: Operator, value: Compared | null): Sql {
  return value === null ? sql`false` : sql`${column} ${symbols[operator]} ${given(value)}`;
}

/** Rows strictly beyond a position: a row comparison, since all keys run in one direction. */
function beyond<T>(
  sort: readonly SortKey<T>[],
  order: Order,
  position: Position,
  keys: readonly Sql[],
): Sql {
  const values = sort.map(({ kind }, index) => {
    const value = comparedOf(kind, position[index] as string);
    return value === null ? null : given(value);
  });
  const symbol = symbols[order === 'asc' ? 'gt' : 'lt'];
  if (keys.length === 1) return sql`${keys[0]} ${symbol} ${values[0]}`;
  return sql`(${join(keys as Sql[])}) ${symbol} (${join(values)})`;
}

/**
 * Rows below a key. Where the column also leads the order, only an index that begins with it can give
 * them in order: with a plain `=` PostgreSQL takes the column for constant, and may read the index of
 * the other keys alone, past the rows of everyone else.
 */
export const isKey = (column: Sql, key: Sql): Sql => sql`${column} = any(array[${key}])`;

/** Conditions of the page's places in the list: after the one, before the other. */
export function placeConditions<T>(
  list: List<T>,
  { filters, order, after, before }: PageRequest,
  keys: readonly Sql[],
): Sql[] {
  const sort = sortOf(list, filters);
  return [
    ...(after ? [beyond(sort, order, after, keys)] : []),
    ...(before ? [beyond(sort, flipped[order], before, keys)] : []),
  ];
}

export function where(all: readonly Sql[]): Sql {
  return all.length > 0 ? sql`where ${join(all as Sql[], ' and ')}` : empty;
}

const by = (keys: readonly Sql[], order: Order): Sql =>
  sql`order by ${join(keys.map((key) => sql`${key} ${direction(order)}`))}`;

/** `order by` over the sort keys, then `limit`. */
export const ordered = (keys: readonly Sql[], order: Order, limit: number): Sql =>
  sql`${by(keys, order)} ${atMost(limit)}`;

/**
 * The same below a key, which leads the order. A limit of which a kept plan does not know how much it
 * gives makes it begin with the first rows, however few a key has on average; else it would read and
 * sort all that one with very many has.
 */
export const orderedBelow = (key: Sql, keys: readonly Sql[], order: Order, limit: number): Sql =>
  sql`${by([key, ...keys], order)} limit ${limit}`;

/** The column of rows that are below a key, and which key that is. */
export interface Below {
  readonly column: Sql;
  readonly key: Sql;
}

interface Which {
  /** Conditions beside those of the request. */
  readonly where?: readonly Sql[];
  readonly below?: Below;
}

/**
 * `where`, `order by` and `limit` of a page whose columns are plain. Rows below a key are read off the
 * index that leads with it: by another one that has the order of the list, those of all keys would be
 * looked through.
 */
export function seek<T>(
  list: List<T>,
  request: PageRequest,
  columns: Columns,
  { where: further = [], below }: Which = {},
): Sql {
  const keys = list.sort.map(({ parameter }) => columns[parameter] as Sql);
  const all = [
    ...(below ? [isKey(below.column, below.key)] : []),
    ...further,
    ...conditions(list, request.filters, columns),
    ...placeConditions(list, request, keys),
  ];
  const { order, limit } = request;
  return below
    ? sql`${where(all)} ${orderedBelow(below.column, keys, order, limit)}`
    : sql`${where(all)} ${ordered(keys, order, limit)}`;
}
