// Indexes: whether a database has one for certain columns, and what is refused where it has none.
import sql from 'sql-template-tag';
import { LedgerError } from '../errors.js';
import type { Operation } from '../ledger.js';
import type { Database } from './engines/database.js';
import type { ListQuery } from './query/query.js';

/** Milliseconds for which it is believed that there is none, since an operator may be making it. */
const lookedFor = 60_000;

type Wanted = NonNullable<ListQuery<never>['index']>;

/**
 * Lists that only an index can answer. That there is one is looked up once; where there is none, a
 * whole table would be sorted for a page, so that it is refused by a name that an operator can act on.
 */
export function requiredIndexes(database: Database) {
  const absent = new Map<string, number>();
  const known = new Set<string>();

  async function look({ table, on }: Wanted, operation: Operation): Promise<boolean> {
    const rows = await database.query(
      sql`select pg_get_indexdef(indexrelid) as definition from pg_index
        where indrelid = to_regclass(${table}) and indisvalid and indpred is null`,
      operation,
    );
    return rows.some(({ definition }) => columnsOf(definition).startsWith(columnsOf(on)));
  }

  return {
    /** @throws LedgerError NOT_ANSWERABLE that names the index which the database lacks. */
    async mustHave(
      { index }: Pick<ListQuery<never>, 'index'>,
      operation: Operation,
    ): Promise<void> {
      if (!index) return;
      const name = `${index.table} ${index.on}`;
      if (known.has(name)) return;
      const isRecent = (absent.get(name) ?? Number.NEGATIVE_INFINITY) > Date.now() - lookedFor;
      if (!isRecent && (await look(index, operation))) {
        known.add(name);
        return;
      }
      if (!isRecent) absent.set(name, Date.now());
      throw new LedgerError(
        'NOT_ANSWERABLE',
        `This needs an index on ${name}, which the database of this service does not have`,
      );
    },
  };
}

/** Whether one of these indexes leads with the wanted columns, or narrows as far as they do. */
export function servesAlike(definitions: readonly string[], wanted: string): boolean {
  const asked = columnsOf(wanted);
  return definitions
    .map(columnsOf)
    .some((index) => index.startsWith(asked) || asked.startsWith(`${index},`));
}

/** The columns of an index, in order, without their directions; of an expression, the columns in it. */
function columnsOf(definition: string): string {
  const inside = /\((.*?)\)(?: where .*)?$/i.exec(definition.replace(/ include \(.*?\)/i, ''))?.[1];
  // PostgreSQL prints `lower((symbol)::text)` for what was made as `lower(symbol)`.
  const parts = (inside ?? '')
    .replaceAll(/\blower\(\(?(\w+)\)?(?:::\w+)?\)/gi, 'lower_$1')
    .split(',');
  return parts.map((part) => /[a-z_]+(?= *(?:asc|desc|$|,| ))/i.exec(part.trim())?.[0]).join(',');
}
