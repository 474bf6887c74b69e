// The account that an EVM address or an alias names: one way for keys and for conditions.
import sql, { type Sql } from 'sql-template-tag';
import { type Compared, comparedOf } from '../../contract/compared.js';
import { aliasBytes, referenceForm } from '../../contract/entity.js';
import type { Filter, List } from '../../contract/resource.js';
import type { Kind } from '../../contract/values.js';
import { LedgerError } from '../../errors.js';
import type { Operation, PageRequest, Settled } from '../../ledger.js';
import type { Database } from '../engines/database.js';
import { derivedAddresses } from './alias-addresses.js';
import type { Clock } from './query.js';

/**
 * The encoded id by a stored address or alias, among entities that are not deleted; several with
 * one address or alias are an error (contract A.4).
 */
function storedId(reference: string, isAlive: boolean): Sql {
  if (referenceForm(reference) === 'evm') {
    const hex = reference.slice(2);
    return sql`(select id from entity where deleted <> true and evm_address = decode(${hex}, 'hex')
      limit 2)`;
  }
  const hex = Buffer.from(aliasBytes(reference)).toString('hex');
  return sql`(select id from entity
    where ${isAlive ? sql`deleted = false` : sql`coalesce(deleted, false) <> true`} and alias = decode(${hex}, 'hex') limit 2)`;
}

/** Looks references up; plain ids and long-zero addresses need no statement. */
export function accountReferences(database: Database, clock: Clock) {
  const derived = derivedAddresses(database, clock);
  /** What an operation is looking up: pages that are read together often have one condition. */
  const underWay = new WeakMap<Operation, Map<string, Promise<bigint | null>>>();

  function find(reference: string, operation: Operation, kind: Kind): Promise<bigint | null> {
    const own = underWay.get(operation) ?? new Map<string, Promise<bigint | null>>();
    underWay.set(operation, own);
    const name = `${kind.isReference} ${reference}`;
    const found = own.get(name) ?? lookUp(reference, operation, kind);
    own.set(name, found);
    const forget = () => own.delete(name);
    found.then(forget, forget);
    return found;
  }

  async function lookUp(
    reference: string,
    operation: Operation,
    { isReference }: Kind,
  ): Promise<bigint | null> {
    operation.spend(1);
    const statement = sql`select ${storedId(reference, isReference === 'alive')} as id`;
    const [row] = await database.query(statement, operation, 'index');
    if (row && row['id'] !== null) return BigInt(row['id']);
    return derived.find(reference, operation);
  }

  async function settledId(reference: string, operation: Operation, kind: Kind) {
    try {
      return await find(reference, operation, kind);
    } catch (error) {
      if (error instanceof LedgerError) return error;
      throw error;
    }
  }

  /**
   * The request with ids in its conditions; a reference to nothing stays, and equals nothing. Null
   * where the contract finds nothing at all then.
   */
  async function resolved(
    list: List,
    request: PageRequest,
    operation: Operation,
  ): Promise<PageRequest | null> {
    const kindOf = (parameter: string) => list.parameters[parameter]?.kind as Kind;
    const isOpen = ({ parameter, value }: Filter) =>
      kindOf(parameter)?.isReference !== undefined && kindOf(parameter).toInt64?.(value) == null;
    if (!request.filters.some(isOpen)) return request;
    let isMissing = false;
    const filters = request.filters.map(async (filter) => {
      if (!isOpen(filter)) return filter;
      const kind = kindOf(filter.parameter);
      const id = await find(filter.value, operation, kind);
      if (id !== null) return { ...filter, value: kind.fromInt64?.(id) as string };
      isMissing ||= list.parameters[filter.parameter]?.mustExist === true;
      return filter;
    });
    const known = await Promise.all(filters);
    return isMissing ? null : { ...request, filters: known };
  }

  return {
    /** What the database has of canonical keys: null where one names nothing, or the error of its look-up. */
    async idsOf(
      kind: Kind,
      keys: readonly string[],
      operation: Operation,
    ): Promise<readonly Settled<Compared | null>[]> {
      const ids = keys.map((key) => comparedOf(kind, key));
      if (!kind.isReference || !ids.includes(null)) return ids;
      return Promise.all(ids.map((id, at) => id ?? settledId(keys[at] as string, operation, kind)));
    },

    /** The same; one whose look-up fails is an error in its place. */
    async settledRequest(
      list: List,
      request: PageRequest,
      operation: Operation,
    ): Promise<Settled<PageRequest | null>> {
      try {
        return await resolved(list, request, operation);
      } catch (error) {
        if (error instanceof LedgerError) return error;
        throw error;
      }
    },

    resolved,
  };
}
