// Pages of a list below several keys as one statement.
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { PageRequest } from '../../ledger.js';
import { askedColumns, askedKeys, type Clock, type Key, type ListQuery } from './query.js';
import { direction } from './seek.js';

/** Pages of a list below several keys, of the requests that have one: a lateral join for each group of like requests. */
export function lateral<T>(
  query: ListQuery<T>,
  requests: readonly PageRequest[],
  keys: readonly (readonly Key[])[],
  found: readonly number[],
  clock: Clock,
): Sql {
  const alike = new Map<string, number[]>();
  for (const ordinal of found) {
    const { key: _key, ...rest } = requests[ordinal] as PageRequest;
    const shape = JSON.stringify(rest);
    alike.set(shape, [...(alike.get(shape) ?? []), ordinal]);
  }
  const parts = [...alike.values()].map((ordinals) => {
    const request = requests[ordinals[0] as number] as PageRequest;
    const asked = askedKeys(
      ordinals.map((ordinal) => keys[ordinal] as Key[]),
      ordinals,
      query.columns,
    );
    const columns = askedColumns(keys[ordinals[0] as number]?.length ?? 0);
    const existing = query.keyIn
      ? sql`join ${query.keyIn} as known on known.id = asked.id`
      : query.known
        ? sql`join lateral (select * from ${query.known(columns)} as named limit 1) as known on true`
        : empty;
    const select = query.select(request, columns, clock);
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
