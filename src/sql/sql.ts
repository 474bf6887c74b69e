// The ledger over a mirror node's database: the port's verbs, one statement each.
import sql, { type Sql } from 'sql-template-tag';
import { equals } from '../contract/operators.js';
import { keyParts } from '../contract/path-key.js';
import { positionOf } from '../contract/position.js';
import type { List, Lookup } from '../contract/resource.js';
import type { ListItems, LookupItems } from '../contract/resources/index.js';
import { isPast } from '../contract/timestamps.js';
import { LedgerError } from '../errors.js';
import {
  type CountRequest,
  type ItemRequest,
  type Ledger,
  mostCounted,
  mustAnswer,
  type Operation,
  type Page,
  type PageRequest,
  type Settled,
  settled,
} from '../ledger.js';
import { type Database, isLong, type Reads, type Row } from './engines/database.js';
import { requiredIndexes } from './indexes.js';
import { inspectDatabase } from './inspect.js';
import { group, madeOf, toPage } from './pages.js';
import { filesBeside } from './query/files-beside.js';
import { below, instantIn, lateral } from './query/lateral.js';
import {
  askedColumns,
  askedKeys,
  type Clock,
  itemOf,
  type Key,
  type ListQuery,
  type LookupQuery,
} from './query/query.js';
import { readsOf } from './query/reads.js';
import { accountReferences } from './query/references.js';
import * as queries from './resources/index.js';

// Complete by type: a resource that the contract names and this does not is no program.
const listQueries: { readonly [name in keyof ListItems]: ListQuery<ListItems[name]> } = queries;
const lookupQueries: { readonly [name in keyof LookupItems]: LookupQuery<LookupItems[name]> } =
  queries;

const any = Number.MAX_SAFE_INTEGER;
/** What is below a key that names nothing, where that is no mistake. */
const noItems = { items: [], next: null, timestamp: null };

/** A ledger on an open database; `clock` is the time by which snapshots are chosen. */
export function sqlLedger(database: Database, clock: Clock = Date): Ledger {
  const references = accountReferences(database, clock);
  const indexes = requiredIndexes(database);
  const files = filesBeside(database);

  async function run(statement: Sql, operation: Operation, reads?: Reads): Promise<readonly Row[]> {
    operation.spend(1);
    return database.query(statement, operation, reads);
  }

  /** Rows of a resource, with what is put beside them. */
  async function rowsBy(
    query: Pick<ListQuery<unknown> | LookupQuery<unknown>, 'files'>,
    statement: Sql,
    operation: Operation,
    reads?: Reads,
  ): Promise<readonly Row[]> {
    const rows = await run(statement, operation, reads);
    return query.files ? files.beside(rows, query.files, operation) : rows;
  }

  async function page<T>(
    list: List<T>,
    given: PageRequest,
    operation: Operation,
  ): Promise<Page<T> | null> {
    if (list.keys) {
      const [only] = await pagesTogether(list, [given], operation);
      if (only instanceof LedgerError) throw only;
      return only ?? null;
    }
    const query = await indexes.served(queryOf(list), [given], operation);
    const request = await references.resolved(list, given, operation);
    if (!request) return null;
    const statement = query.select(request, askedColumns(0), clock);
    const reads = readsOf(list, query, [request]);
    const rows = await rowsBy(query, statement, operation, reads);
    return toPage(list, query, request, rows);
  }

  /** Of a list of all, pages of several instants are one statement; any others are one each. */
  async function pages<T>(
    list: List<T>,
    given: readonly PageRequest[],
    operation: Operation,
  ): Promise<readonly Settled<Page<T> | null>[]> {
    if (list.keys) return pagesTogether(list, given, operation);
    const query = queryOf(list);
    const isOfInstant = (request: PageRequest) => instantIn(list, query, request) !== null;
    const together = given.filter(isOfInstant);
    if (together.length < 2) {
      return Promise.all(given.map((request) => settled(page(list, request, operation))));
    }
    const apart = given.filter((request) => !isOfInstant(request));
    const [ofInstants, ...others] = await Promise.all([
      pagesTogether(list, together, operation),
      ...apart.map((request) => settled(page(list, request, operation))),
    ]);
    return given.map((request) =>
      isOfInstant(request)
        ? (ofInstants[together.indexOf(request)] ?? null)
        : (others[apart.indexOf(request)] ?? null),
    );
  }

  /** What requests come to in SQL: their keys and conditions, and which of them can be asked at all. */
  async function prepared<T>(list: List<T>, given: readonly PageRequest[], operation: Operation) {
    const query = await indexes.served(queryOf(list), given, operation);
    const requests = await Promise.all(
      given.map((request) => settled(references.resolved(list, request, operation))),
    );
    const asked = given.map(({ key = '' }) => key);
    const { key: own } = query;
    const keys: readonly Settled<readonly Key[] | null>[] = own
      ? asked.map((key) => [own(key)].flat())
      : await tuplesOf(list, asked, operation);
    const isSound = (ordinal: number) =>
      Array.isArray(keys[ordinal]) &&
      requests[ordinal] !== null &&
      !(requests[ordinal] instanceof LedgerError);
    const found = [...keys.keys()].filter(isSound);
    const keyed = { requests: requests as PageRequest[], keys: keys as Key[][], found };
    const statement = (select = query.select) => lateral(list, { ...query, select }, keyed, clock);
    return { query, requests, keys, found, statement };
  }

  /** Pages as one statement. */
  async function pagesTogether<T>(
    list: List<T>,
    given: readonly PageRequest[],
    operation: Operation,
  ): Promise<readonly Settled<Page<T> | null>[]> {
    const { query, requests, keys, found, statement } = await prepared(list, given, operation);
    const reads = readsOf(list, queryOf(list), given);
    const [only] = requests;
    if (given.length === 1 && found.length === 1 && !query.keyIn && !query.known) {
      const request = only as PageRequest;
      const own = below(query, request, keys[0] as Key[], clock);
      return [toPage(list, query, request, await rowsBy(query, own, operation, reads))];
    }
    const rows = found.length > 0 ? await rowsBy(query, statement(), operation, reads) : [];
    const byRequest = group(rows, requests.length);
    return requests.map((request, ordinal) => {
      const key = keys[ordinal];
      if (key instanceof LedgerError) return key;
      if (request === null || request instanceof LedgerError) return request;
      const own = byRequest[ordinal] as Row[];
      if (own.length === 0) return list.keyMustExist ? null : noItems;
      return toPage(
        list,
        query,
        request,
        own.filter((row) => row['present']),
      );
    });
  }

  /** Counts as one statement, where each list is one that an index counts. */
  async function counts<T>(
    list: List<T>,
    given: readonly CountRequest[],
    operation: Operation,
  ): Promise<readonly Settled<number | null>[]> {
    const counting = given.map((one) => ({ ...one, order: list.order, limit: mostCounted + 1 }));
    const isNow = given.every(({ filters }) => !isPast(list, filters));
    const isCounted = queryOf(list).isCounted && isNow;
    if (!isCounted || isLong(readsOf(list, queryOf(list), counting))) return given.map(() => null);
    const { query, requests, keys, found, statement } = await prepared(list, counting, operation);
    const { counted } = query;
    const isItem = counted ? sql`counted.is_one` : sql`present`;
    const rows =
      found.length > 0
        ? await run(
            sql`select ordinal, count(present)::int as looked, count(*) filter (where ${isItem})::int as total
              from (${statement(counted)}) as counted group by ordinal`,
            operation,
          )
        : [];
    const byRequest = group(rows, requests.length);
    return requests.map((request, ordinal) => {
      const key = keys[ordinal];
      if (key instanceof LedgerError) return key;
      if (request instanceof LedgerError) return request;
      const { looked = 0, total = 0 } = byRequest[ordinal]?.[0] ?? {};
      return looked > mostCounted ? null : total;
    });
  }

  async function many<T>(
    resource: Lookup<T> | List<T>,
    keys: readonly string[],
    request: ItemRequest,
    operation: Operation,
  ): Promise<readonly Settled<T | null>[]> {
    if (resource.is === 'list') return rowsOf(resource, keys, request, operation);
    const query = lookupOf(resource);
    const { key: own, columns = [] } = query;
    const ids: readonly Settled<readonly Key[] | null>[] = own
      ? keys.map((key) => [own(key)].flat())
      : await tuplesOf(resource, keys, operation);
    const isFound = (id: Settled<readonly Key[] | null>): id is Key[] => Array.isArray(id);
    const found = [...ids.keys()].filter((ordinal) => isFound(ids[ordinal] ?? null));
    const parts = columns.length || (resource.keys?.length ?? 0);
    const select = query.select(askedColumns(parts), request, clock);
    const asked = () => askedKeys(ids.filter(isFound), found, columns);
    const statement = () =>
      sql`select asked.ordinal, item.* from ${asked()} cross join lateral (${select}) as item
        order by asked.ordinal`;
    const reads = request.filters.length === 0 ? 'index' : undefined;
    const rows = found.length > 0 ? await rowsBy(query, statement(), operation, reads) : [];
    return group(rows, keys.length).map((itsRows, ordinal) => {
      const id = ids[ordinal];
      if (id instanceof LedgerError) return id;
      return itsRows.length > 0 ? madeOf(() => itemOf(query, itsRows)) : null;
    });
  }

  /** Encoded keys, part by part: null where a part names nothing, or the error of its look-up. */
  async function tuplesOf(
    { keys: rules = [], ...resource }: List | Lookup,
    keys: readonly string[],
    operation: Operation,
  ): Promise<readonly Settled<Key[] | null>[]> {
    const texts = keys.map((key) => keyParts({ ...resource, keys: rules }, key));
    const parts = await Promise.all(
      rules.map(({ kind }, part) => {
        const own = texts.map((text) => text[part] as string);
        return references.idsOf(kind, own, operation);
      }),
    );
    return keys.map((_key, ordinal) => {
      const tuple = parts.map((ids) => ids[ordinal] ?? null);
      const error = tuple.find((id) => id instanceof LedgerError);
      if (error) return error;
      return tuple.includes(null) ? null : (tuple as Key[]);
    });
  }

  async function rowsOf<T>(
    list: List<T>,
    keys: readonly string[],
    request: ItemRequest,
    operation: Operation,
  ): Promise<(T | null)[]> {
    const parameter = list.batch as string;
    const own = keys.map((value) => equals(parameter, value));
    const filters = [...request.filters, ...own];
    const wanted = { ...request, filters, order: list.order, limit: keys.length };
    const found = await page(list, wanted, operation);
    const items = new Map(found?.items.map((item) => [positionOf(list, item)[0], item]));
    return keys.map((key) => items.get(key) ?? null);
  }

  async function one<T>(
    lookup: Lookup<T>,
    key: string,
    request: ItemRequest,
    operation: Operation,
  ): Promise<T | null> {
    const [item] = await many(lookup, [key], request, operation);
    if (item instanceof LedgerError) throw item;
    return item ?? null;
  }

  return {
    description: database.description,
    kind: 'sql',
    batching: { keys: any, parents: any, counts: any, named: 1 },
    one,
    many,
    page,
    pages,
    counts,
    async ready(operation) {
      await run(sql`select 1 from entity limit 1`, operation);
    },
    inspect: (operation) => inspectDatabase(database, operation),
    close: () => database.close(),
  };
}

function queryOf<T>(list: List<T>): ListQuery<T> {
  mustAnswer(list, 'sql');
  return listQueries[list.name as keyof ListItems] as ListQuery<unknown> as ListQuery<T>;
}

function lookupOf<T>(lookup: Lookup<T>): LookupQuery<T> {
  mustAnswer(lookup, 'sql');
  return lookupQueries[lookup.name as keyof LookupItems] as LookupQuery<unknown> as LookupQuery<T>;
}
