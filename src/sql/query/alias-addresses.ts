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

/** Finds accounts by the address of their ECDSA alias; asked only after a miss in `evm_address`. */
export function derivedAddresses(database: Database, clock: Clock) {
  let read: Promise<ReadonlyMap<string, string>> | undefined;
  let readAt = 0;

  /** Aliases in hex, by the address that each gives. */
  async function aliases(): Promise<ReadonlyMap<string, string>> {
    const operation = startOperation(own);
    try {
      const rows = await database.query(
        sql`select distinct encode(alias, 'hex') as alias from (
            select alias, evm_address, deleted from entity
            where alias >= decode('3a21', 'hex') and alias < decode('3a22', 'hex')
            order by alias ${atMost(most)}) as named
          where length(alias) = 35 and evm_address is null and deleted <> true`,
        operation,
      );
      const found = new Map<string, string>();
      for (const { alias } of rows) {
        const address = ecdsaAliasAddress(alias);
        if (address) found.set(address, alias);
      }
      return found;
    } finally {
      operation.end();
    }
  }

  /** The account with an alias, by the rules of those with a stored address. */
  async function byAlias(hex: string, operation: Operation): Promise<bigint | null> {
    operation.spend(1);
    const [row] = await database.query(
      sql`select (select id from entity where deleted <> true and evm_address is null
        and alias = decode(${hex}, 'hex') limit 2) as id`,
      operation,
      'index',
    );
    return row && row['id'] !== null ? BigInt(row['id']) : null;
  }

  return {
    /** Encoded id of the account whose alias is this address, as hollow accounts have it, or gives it; or null. */
    async find(reference: string, operation: Operation): Promise<bigint | null> {
      if (referenceForm(reference) !== 'evm') return null;
      const owner = await byAlias(reference.slice(2), operation);
      if (owner !== null) return owner;
      const now = clock.now();
      if (!read || now - readAt > lifetime) {
        operation.spend(1);
        readAt = now;
        read = aliases();
        read.catch(() => {
          read = undefined;
        });
      }
      const alias = (await within(operation, read)).get(reference);
      return alias === undefined ? null : byAlias(alias, operation);
    },
  };
}
