// Whether an item goes by a key that is not its id: a hash, an address or an alias.
import { ecdsaAliasAddress } from './address.js';
import { aliasBytes, isLongZeroOf, readAlias, readEntityId, referenceForm } from './entity.js';

/** What accounts are known by, and contracts, which have no alias. */
interface Named {
  readonly account: string;
  readonly alias: string | null;
  readonly evm_address: string | null;
}

/** Whether an account has the address or the alias of a canonical reference. */
export function hasReference(key: string, account: Named): boolean {
  const form = referenceForm(key);
  if (form === 'evm') return hasAddress(key, account);
  return form !== 'alias' || hasAlias(key, account);
}

/** Whether an account has nothing of a reference's form; versions of the past may not have it yet. */
export function lacksReference(key: string, { account, alias, evm_address }: Named): boolean {
  // Left out where it is null by some.
  if ((alias ?? null) !== null) return false;
  const address = lower(evm_address);
  return referenceForm(key) === 'alias' || address === '' || isLongZeroOf(`0x${address}`, account);
}

/** A hash may be asked for by its first 64 digits. */
export function hasHash(key: string, { hash }: { readonly hash: string }): boolean {
  return !key.startsWith('0x') || lower(hash).startsWith(key.slice(2));
}

function hasAlias(key: string, { alias }: Named): boolean {
  return typeof alias === 'string' && readAlias(alias) === key;
}

/** An account goes by its address, by the one that its id stands for, and by that of its alias. */
function hasAddress(key: string, { account, alias, evm_address }: Named): boolean {
  if (lower(evm_address) === key.slice(2)) return true;
  const id = readEntityId(account);
  if (id && isLongZeroOf(key, id)) return true;
  const bytes = typeof alias === 'string' && readAlias(alias);
  if (!bytes) return false;
  const hex = Buffer.from(aliasBytes(bytes)).toString('hex');
  // An alias of 20 bytes is an address itself.
  return `0x${hex}` === key || ecdsaAliasAddress(hex) === key;
}

/** Hex digits in lower case, without `0x`. */
const lower = (hex: unknown) =>
  typeof hex === 'string' ? hex.toLowerCase().replace(/^0x/, '') : '';
