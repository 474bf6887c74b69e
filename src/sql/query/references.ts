// The account that an EVM address or an alias names: one way for keys and for conditions.
import sql, { type Sql } from 'sql-template-tag';
import { type Compared, comparedOf } from '../../contract/compared.js';
import { aliasBytes, encodeEntityId, referenceForm } from '../../contract/entity.js';
import type { List } from '../../contract/resource.js';
import type { Kind } from '../../contract/values.js';
import { LedgerError } from '../../errors.js';
import type { Operation, PageRequest, Settled } from '../../ledger.js';
import type { Database } from '../engines/database.js';
import { derivedAddresses } from './derived.js';
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

  async function find(
    reference: string,
    operation: Operation,
    { isReference }: Kind,
  ): Promise<bigint | null> {
    operation.spend(1);
    const statement = sql`select ${storedId(reference, isReference === 'alive')} as id`;
    const [row] = await database.query(statement, operation, 'index');
    if (row && row['id'] !== null) return BigInt(row['id']);
    const id = await derived.find(reference, operation);
    return id === null ? null : encodeEntityId(id);
  }

  async function settledId(reference: string, operation: Operation, kind: Kind) {
    try {
      return await find(reference, operation, kind);
    } catch (error) {
      if (error instanceof LedgerError) return error;
      throw error;
    }
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

    /** The request with ids in its conditions; a reference to nothing stays, and equals nothing. */
    async resolved(list: List, request: PageRequest, operation: Operation): Promise<PageRequest> {
      const isOpen = (parameter: string, value: string) => {
        const kind = list.parameters[parameter]?.kind;
        return kind?.isReference !== undefined && kind.toInt64?.(value) == null;
      };
      if (!request.filters.some((f) => isOpen(f.parameter, f.value))) return request;
      const filters = request.filters.map(async (filter) => {
        if (!isOpen(filter.parameter, filter.value)) return filter;
        const kind = list.parameters[filter.parameter]?.kind as Kind;
        const id = await find(filter.value, operation, kind);
        return id === null ? filter : { ...filter, value: kind.fromInt64?.(id) as string };
      });
      return { ...request, filters: await Promise.all(filters) };
    },
  };
}
