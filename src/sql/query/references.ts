// The account that an EVM address or an alias names: one way for keys and for conditions.
import DataLoader from 'dataloader';
import sql, { type Sql } from 'sql-template-tag';
import { type Compared, comparedOf } from '../../contract/compared.js';
import { aliasBytes, referenceForm } from '../../contract/entity.js';
import type { Filter, List } from '../../contract/resource.js';
import type { Kind } from '../../contract/values.js';
import { LedgerError } from '../../errors.js';
import { type Operation, type PageRequest, type Settled, settled } from '../../ledger.js';
import type { Database } from '../engines/database.js';
import { derivedAddresses, type Id } from './alias-addresses.js';
import type { Clock } from './query.js';

/** An address or an alias, and whether an account of which nothing says that it is deleted is one. */
interface Asked {
  readonly reference: string;
  readonly isAlive: boolean;
}

/**
 * The encoded ids by stored addresses and aliases, among entities that are not deleted. What has no
 * address may be a hollow account, whose alias is one, or have the alias from which the address follows:
 * that is in `known`, as far as it is.
 */
function storedIds(asked: readonly Asked[], known: readonly (string | undefined)[]): Sql {
  const isAddress = asked.map(({ reference }) => referenceForm(reference) === 'evm');
  const isAlive = asked.map((one) => one.isAlive);
  const bytes = asked.map(({ reference }, at) =>
    isAddress[at] ? reference.slice(2) : Buffer.from(aliasBytes(reference)).toString('hex'),
  );
  const aliases = bytes.map((own, at) => known[at] ?? own);
  const [own, alias] = [sql`decode(asked.bytes, 'hex')`, sql`decode(asked.alias, 'hex')`];
  return sql`select found.ids
    from unnest(${bytes}::text[], ${aliases}::text[], ${isAddress}::boolean[], ${isAlive}::boolean[])
      with ordinality as asked(bytes, alias, is_address, is_alive, ordinal)
    cross join lateral (select case when asked.is_address then coalesce(
        nullif(array(select id from entity where deleted <> true and evm_address = ${own} limit 2), '{}'),
        array(select id from entity where deleted <> true and evm_address is null
          and alias in (${own}, ${alias}) limit 2))
      else array(select id from entity where alias = ${own}
        and (deleted = false or deleted is null and not asked.is_alive) limit 2) end as ids) as found
    order by asked.ordinal`;
}

/** Looks references up; plain ids and long-zero addresses need no statement. */
export function accountReferences(database: Database, clock: Clock) {
  const derived = derivedAddresses(database, clock);
  /** What operations look up: one statement for all of a turn, and none for what is known. */
  const finders = new WeakMap<Operation, DataLoader<Asked, bigint | null, string>>();

  const finderFor = (operation: Operation) =>
    new DataLoader<Asked, bigint | null, string>((asked) => lookUp(asked, operation), {
      cacheKeyFn: ({ reference, isAlive }) => `${isAlive} ${reference}`,
    });

  /** @throws LedgerError where several have one address or alias (contract A.4) */
  function find(reference: string, operation: Operation, kind: Kind): Promise<bigint | null> {
    const finder = finders.get(operation) ?? finderFor(operation);
    finders.set(operation, finder);
    return finder.load({ reference, isAlive: kind.isReference === 'alive' });
  }

  async function lookUp(
    asked: readonly Asked[],
    operation: Operation,
  ): Promise<Settled<bigint | null>[]> {
    operation.spend(1);
    const known = asked.map(({ reference }) => derived.known(reference));
    const rows = await database.query(storedIds(asked, known), operation, 'index');
    const idsOf = ({ reference }: Asked, at: number): Promise<readonly Id[]> | readonly Id[] => {
      const ids: readonly Id[] = rows[at]?.['ids'] ?? [];
      const isOver = ids.length > 0 || known[at] !== undefined;
      return isOver ? ids : derived.find(reference, operation);
    };
    return Promise.all(asked.map((one, at) => settled(soleOf(idsOf(one, at)))));
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
      return Promise.all(
        ids.map((id, at) => id ?? settled(find(keys[at] as string, operation, kind))),
      );
    },

    resolved,
  };
}

/** The only id, or null for none. @throws LedgerError for several */
async function soleOf(ids: Promise<readonly Id[]> | readonly Id[]): Promise<bigint | null> {
  const [id, other] = await ids;
  if (other !== undefined) {
    const cause = new Error('several accounts have one address or alias');
    throw new LedgerError('INTERNAL', undefined, {}, cause);
  }
  return id === undefined ? null : BigInt(id);
}
