// Whether an item is the one that was asked for, by whatever reference it was.
import type { AccountRow } from '../contract/accounts.js';
import { ecdsaAliasAddress } from '../contract/address.js';
import type { BlockRow } from '../contract/blocks.js';
import {
  aliasBytes,
  encodeEntityId,
  isLongZeroOf,
  longZeroAddress,
  readAlias,
  readEntityId,
  referenceForm,
} from '../contract/entity.js';
import type { Lookup } from '../contract/resource.js';
import type { TokenRow } from '../contract/tokens.js';

/** Whether an item has the hash, address or alias of its key; keys that are ids are not read here. */
export function hasKey(lookup: Lookup, key: string, item: unknown): boolean {
  if (lookup.name === 'block') return hasHash(key, item as BlockRow);
  if (lookup.name === 'token') return isLongZeroOf(key, (item as TokenRow).token_id);
  if (lookup.name !== 'account') return true;
  const form = referenceForm(key);
  if (form === 'evm') return hasAddress(key, item as AccountRow);
  return form !== 'alias' || hasAlias(key, item as AccountRow);
}

/** A hash may be asked for by its first 64 digits. */
function hasHash(key: string, { hash }: BlockRow): boolean {
  return !key.startsWith('0x') || lower(hash).startsWith(key.slice(2));
}

function hasAlias(key: string, { alias }: AccountRow): boolean {
  return typeof alias === 'string' && readAlias(alias) === key;
}

/** An account goes by its address, by the one that its id stands for, and by that of its alias. */
function hasAddress(key: string, { account, alias, evm_address }: AccountRow): boolean {
  if (lower(evm_address) === key.slice(2)) return true;
  const id = readEntityId(account);
  if (id && longZeroAddress(encodeEntityId(id)) === key) return true;
  const bytes = typeof alias === 'string' && readAlias(alias);
  if (!bytes) return false;
  const hex = Buffer.from(aliasBytes(bytes)).toString('hex');
  // An alias of 20 bytes is an address itself.
  return `0x${hex}` === key || ecdsaAliasAddress(hex) === key;
}

/** Hex digits in lower case, without `0x`. */
const lower = (hex: unknown) =>
  typeof hex === 'string' ? hex.toLowerCase().replace(/^0x/, '') : '';
