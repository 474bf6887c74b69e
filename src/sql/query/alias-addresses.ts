// EVM addresses that follow from an ECDSA alias, where the database does not hold them itself.
import sql from 'sql-template-tag';
import { ecdsaAliasAddress } from '../../contract/address.js';
import { referenceForm } from '../../contract/entity.js';
import { type Operation, within } from '../../ledger.js';
import { startOperation } from '../../operation.js';
import type { Database } from '../engines/database.js';
import type { Clock } from './query.js';
import { atMost } from './seek.js';

// PostgreSQL can not compute keccak, so the few accounts without a stored address are read and
// kept. A database of a current importer has none, which no index tells: what is bounded is how many
// aliases are looked at, in the order of theirs, and how often. All of them would be a walk through
// the accounts of a whole ledger, for a look-up of an address that there is none of.
const lifetime = 10 * 60_000;
const most = 10_000;
/** All wait for the same read, so it is no one's: it has its own time, and goes on when one leaves. */
const own = { timeout: 10_000, calls: 1 };

/** An encoded id as it comes. */
export type Id = bigint | number;

/** An alias in hex, and the accounts that have it. */
interface Named {
  readonly alias: string;
  readonly ids: Id[];
}

/** Aliases by the address that each gives. */
type Derived = ReadonlyMap<string, Named>;

/** Finds accounts by the address of their ECDSA alias; asked only after a miss in `evm_address`. */
export function derivedAddresses(database: Database, clock: Clock) {
  let last: Derived = new Map();
  let read: Promise<Derived> | undefined;
  let readAt = 0;

  async function all(): Promise<Derived> {
    const operation = startOperation(own);
    try {
      const rows = await database.query(
        sql`select id, encode(alias, 'hex') as alias from (
            select id, alias, evm_address, deleted from entity
            where alias >= decode('3a21', 'hex') and alias < decode('3a22', 'hex')
            order by alias ${atMost(most)}) as named
          where length(alias) = 35 and evm_address is null and deleted <> true`,
        operation,
      );
      const found = new Map<string, Named>();
      for (const { id, alias } of rows) {
        const address = ecdsaAliasAddress(alias);
        if (!address) continue;
        const named: Named = found.get(address) ?? { alias, ids: [] };
        named.ids.push(id);
        found.set(address, named);
      }
      last = found;
      return found;
    } finally {
      operation.end();
    }
  }

  return {
    /** The alias in hex that gives an address, as far as that has been read. */
    known: (address: string): string | undefined => last.get(address)?.alias,

    /**
     * Encoded ids of the accounts whose alias gives an address that was not `known`. Who is the first
     * to need what is read for all pays for it.
     */
    async find(reference: string, operation: Operation): Promise<readonly Id[]> {
      if (referenceForm(reference) !== 'evm') return [];
      const now = clock.now();
      if (!read || now - readAt > lifetime) {
        operation.spend(1);
        readAt = now;
        read = all();
        read.catch(() => {
          read = undefined;
        });
      }
      return (await within(operation, read)).get(reference)?.ids ?? [];
    },
  };
}
