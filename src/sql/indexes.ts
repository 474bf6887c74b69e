// Indexes: whether a database has one for certain columns, and what is refused where it has none.
import sql from 'sql-template-tag';
import { LedgerError } from '../errors.js';
import { type Operation, type PageRequest, within } from '../ledger.js';
import type { Database } from './engines/database.js';
import type { ListQuery, WantedIndex } from './query/query.js';
import { foldedOf } from './tables/folded.js';

/** Milliseconds for which it is believed that there is none, since an operator may be making it. */
const lookedFor = 60_000;

/** An index as the catalogue tells it, key by key. */
interface Known {
  readonly method: string;
  readonly keys: readonly string[];
  /** 0 for what ascends, 3 for what descends; anything else has nulls at the other end. */
  readonly directions: readonly number[];
  readonly collations: readonly (string | null)[];
  readonly classes: readonly string[];
}

/**
 * Lists that only an index can answer. The indexes of a table are looked up once, by whoever asks
 * first, and all others wait for that; where the one is missing, a whole table would be read for a
 * page, so that it is refused by a name that an operator can act on.
 */
export function requiredIndexes(database: Database) {
  const tables = new Map<string, { readonly at: number; readonly known: Promise<Known[]> }>();

  async function look(table: string, operation: Operation): Promise<Known[]> {
    operation.spend(1);
    const rows = await database.query(
      sql`select am.amname as method, index.indoption::int2[]::int[] as directions,
          array(select pg_get_indexdef(indexrelid, key, true)
            from generate_series(1, indnkeyatts) as key order by key) as keys,
          array(select c.collname::text from unnest(index.indcollation) with ordinality as o(id, place)
            left join pg_collation as c on c.oid = o.id order by place) as collations,
          array(select c.opcname::text from unnest(index.indclass) with ordinality as o(id, place)
            join pg_opclass as c on c.oid = o.id order by place) as classes
        from pg_index as index join pg_class as own on own.oid = indexrelid
          join pg_am as am on am.oid = own.relam
        where indrelid = to_regclass(${table}) and indisvalid and indpred is null`,
      operation,
    );
    return rows as unknown as Known[];
  }

  /** What is known of a table, or is being looked up; a look that failed is another one's to do. */
  async function indexesOf(table: string, operation: Operation, isNew: boolean): Promise<Known[]> {
    for (;;) {
      const found = tables.get(table);
      if (!found || (isNew && found.at <= performance.now() - lookedFor)) {
        const known = look(table, operation);
        tables.set(table, { at: performance.now(), known });
        return known.catch((error: unknown) => {
          tables.delete(table);
          throw error;
        });
      }
      const known = await within(
        operation,
        found.known.catch(() => null),
      );
      if (known) return known;
    }
  }

  async function has(wanted: WantedIndex, operation: Operation): Promise<boolean> {
    const isThere = (indexes: readonly Known[]) => indexes.some((index) => serves(index, wanted));
    return (
      isThere(await indexesOf(wanted.table, operation, false)) ||
      isThere(await indexesOf(wanted.table, operation, true))
    );
  }

  return {
    /**
     * The query of pages, or the one that goes another way.
     * @throws LedgerError NOT_ANSWERABLE that names the index which the database lacks.
     */
    async served<T>(
      query: ListQuery<T>,
      requests: readonly Pick<PageRequest, 'filters'>[],
      operation: Operation,
    ): Promise<ListQuery<T>> {
      const { index, isByIndex, otherwise } = query;
      if (!index) return query;
      const isWanted = !isByIndex || requests.every((request) => isByIndex(request));
      if (isWanted && (await has(index, operation))) return query;
      if (otherwise) return this.served(otherwise, requests, operation);
      throw new LedgerError(
        'NOT_ANSWERABLE',
        `This needs an index on ${index.table} (${index.on.join(', ')}), which the database of this service does not have`,
      );
    },
  };
}

/**
 * What is the same however it was typed and is printed: a session may quote all names
 * (`quote_all_identifiers`) and double backslashes (`standard_conforming_strings`).
 */
const plain = (expression: string): string =>
  expression.toLowerCase().replaceAll(/::"?[a-z ]+|\be(?=')|[\s()"\\]/g, '');

/** A page is read off an index whose columns all run one way, either way. */
function serves(index: Known, { on, given = 0, ofTrigrams }: WantedIndex): boolean {
  const isFolded = (column: string) => column.startsWith('folded ');
  const isKey = (column: string, place: number) => {
    const wanted = isFolded(column) ? foldedOf(column.slice('folded '.length)) : column;
    return plain(index.keys[place] ?? '') === plain(wanted);
  };
  if (!on.every(isKey)) return false;
  if (ofTrigrams) return index.method === 'gin' && index.classes[0] === 'gin_trgm_ops';
  const directions = index.directions.slice(given, on.length);
  return (
    index.method === 'btree' &&
    directions.every((one) => one === directions[0] && (one === 0 || one === 3)) &&
    on.every((column, place) => !isFolded(column) || index.collations[place] === 'C')
  );
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
  const unquoted = definition.replaceAll('"', '');
  const inside = /\((.*?)\)(?: where .*)?$/i.exec(unquoted.replace(/ include \(.*?\)/i, ''))?.[1];
  // Of an expression that searches go by, the commas part no columns.
  const parts = (inside ?? '').replaceAll(
    /lower\(regexp_replace\(normalize\(\(?(\w+)[^,]*, nfd\).*?'g'(?:::text)?\)+/gi,
    'folded_$1',
  );
  return parts
    .split(',')
    .map((part) => /[a-z_]+(?= *(?:asc|desc|$|,| ))/i.exec(part.trim())?.[0])
    .join(',');
}
