// Pages of a list below several keys, or of several instants, as one statement.
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { addTo } from '../../contract/grouped.js';
import { soleEqual } from '../../contract/operators.js';
import type { List } from '../../contract/resource.js';
import { soleInstant } from '../../contract/timestamps.js';
import { nanoseconds } from '../../contract/values.js';
import type { PageRequest } from '../../ledger.js';
import {
  askedColumns,
  askedKeys,
  type Clock,
  type Instant,
  type Key,
  type KeyColumns,
  type ListQuery,
} from './query.js';
import { direction } from './seek.js';
import { oldestFor } from './snapshot.js';

/** The instant of a request whose page can be read together with those of others. */
export function instantIn<T>(
  list: List<T>,
  { snapshots, moments }: ListQuery<T>,
  { filters }: PageRequest,
): bigint | null {
  if (snapshots) return soleInstant(list, filters);
  const time = moments && soleEqual(filters, timeOf(list));
  return time ? nanoseconds(time) : null;
}

/** The parameter of an instant: of a state in the past, else of the rows themselves. */
const timeOf = <T>({ instant, sort }: List<T>) => instant ?? sort[0]?.parameter;

/** Requests with their keys, and the places of those that have one. */
interface Keyed {
  readonly requests: readonly PageRequest[];
  readonly keys: readonly (readonly Key[])[];
  readonly found: readonly number[];
}

/**
 * Pages of the requests that have a key: a lateral join for each group of like requests, which
 * differ by their keys and instants alone.
 */
export function lateral<T>(
  list: List<T>,
  query: ListQuery<T>,
  { requests, keys, found }: Keyed,
  clock: Clock,
): Sql {
  const instants = new Map(
    found.map((ordinal) => [ordinal, instantIn(list, query, requests[ordinal] as PageRequest)]),
  );
  // A single instant is a plain value, by which the database plans better; what has no key is told by it.
  const times = new Set([...instants.values()].filter((at) => at !== null));
  const isEach = !list.keys || times.size > 1;
  const alike = new Map<string, number[]>();
  for (const ordinal of found) {
    const { key: _key, filters, ...rest } = requests[ordinal] as PageRequest;
    const isOfEach = isEach && instants.get(ordinal) !== null;
    const own = isOfEach ? filters.filter((f) => f.parameter !== timeOf(list)) : filters;
    const shape = JSON.stringify([isOfEach, own, rest]);
    addTo(alike, shape, ordinal);
  }
  const parts = [...alike.values()].map((ordinals) => {
    const [first = 0] = ordinals;
    const request = requests[first] as PageRequest;
    const isOfEach = isEach && instants.get(first) !== null;
    const tuples = ordinals.map((ordinal) => {
      const at = instants.get(ordinal) as bigint;
      const own = keys[ordinal] as readonly Key[];
      return isOfEach ? [...own, at, oldestFor(at, clock)] : own;
    });
    const asked = askedKeys(tuples, ordinals, query.columns);
    const columns = askedColumns(tuples[0]?.length ?? 0);
    const instant = isOfEach ? instantOf(columns) : undefined;
    const existing = query.keyIn
      ? sql`join ${query.keyIn} as known on known.id = asked.id`
      : query.known
        ? sql`join lateral (select * from ${query.known(columns)} as named limit 1) as known on true`
        : empty;
    const select = query.select(request, columns, clock, instant);
    const by = (query.sortColumns ?? []).map(
      (column) => sql`own.${column} ${direction(request.order)}`,
    );
    const place = sql`row_number() over (${by.length > 0 ? sql`order by ${join(by)}` : empty})::int`;
    return sql`select asked.ordinal, page.* from ${asked} ${existing}
      left join lateral (select true as present, ${place} as place, own.* from (${select}) as own)
        as page on true`;
  });
  // Joins and unions promise no order, and the last row of a page is where the next one goes on.
  return parts.length === 1
    ? sql`${parts[0]} order by ordinal, place`
    : sql`${join(
        parts.map((part) => sql`(${part})`),
        ' union all ',
      )} order by ordinal, place`;
}

/** The page below a single key that need not be there: its own statement, in whose order rows stay. */
export function below<T>(
  query: ListQuery<T>,
  request: PageRequest,
  key: readonly Key[],
  clock: Clock,
): Sql {
  const select = query.select(request, askedColumns(key.length), clock);
  const asked = askedKeys([key], [0], query.columns);
  return sql`select own.* from ${asked} cross join lateral (${select}) as own`;
}

/** The last two columns of what is asked. */
function instantOf(columns: KeyColumns): Instant {
  const [at, since] = columns.slice(-2) as [Sql, Sql];
  return { at, since };
}
