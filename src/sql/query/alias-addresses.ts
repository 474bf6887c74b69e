// EVM addresses that follow from an ECDSA alias, where the database does not hold them itself.
import sql from 'sql-template-tag';
import { ecdsaAliasAddress } from '../../contract/address.js';
import { decodeEntityId, referenceForm } from '../../contract/entity.js';
import type { Operation } from '../../ledger.js';
import { startOperation } from '../../operation.js';
import { type Database, within } from '../engines/database.js';
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

  async function addresses(): Promise<ReadonlyMap<string, string>> {
    const operation = startOperation(own);
    try {
      const rows = await database.query(
        sql`select id, encode(alias, 'hex') as alias from (
            select id, alias, evm_address, deleted from entity
            where alias >= '\\x3a21'::bytea and alias < '\\x3a22'::bytea
            order by alias ${atMost(most)}) as named
          where length(alias) = 35 and evm_address is null and deleted is not true
          order by id`,
        operation,
      );
      const found = new Map<string, string>();
      for (const row of rows) {
        const address = ecdsaAliasAddress(row['alias']);
        if (address) found.set(address, decodeEntityId(row['id']) as string);
      }
      return found;
    } finally {
      operation.end();
    }
  }

  /** The account that has the address itself as its alias, as hollow accounts do. */
  async function byAlias(address: string, operation: Operation): Promise<string | null> {
    operation.spend(1);
    const [row] = await database.query(
      sql`select id from entity where alias = decode(${address.slice(2)}, 'hex')
        and evm_address is null and deleted is not true`,
      operation,
    );
    return row ? decodeEntityId(row['id']) : null;
  }

  return {
    /** Entity id of the account whose alias is or gives this address, or null. */
    async find(reference: string, operation: Operation): Promise<string | null> {
      if (referenceForm(reference) !== 'evm') return null;
      const owner = await byAlias(reference, operation);
      if (owner !== null) return owner;
      const now = clock.now();
      if (!read || now - readAt > lifetime) {
        operation.spend(1);
        readAt = now;
        read = addresses();
        read.catch(() => {
          read = undefined;
        });
      }
      return (await within(operation, read)).get(reference) ?? null;
    },
  };
}
