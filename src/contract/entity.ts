// Entity ids, EVM addresses and aliases: the spellings that the contract accepts, made canonical.
import { base32 } from 'rfc4648';

/**
 * Shard and realm that complete short ids and long-zero addresses; public networks have only 0.0.
 * They hold for the whole process, whose ledgers are of one network (`open.ts` sees to that):
 * GraphQL's scalars and the kinds of values read text before there is any request or ledger that
 * could say them.
 */
let systemShard = 0n;
let systemRealm = 0n;

/** Sets shard and realm of the network, once at the start. */
export function setSystemRealm(shard: number | bigint, realm: number | bigint): void {
  systemShard = BigInt(shard);
  systemRealm = BigInt(realm);
}

/** Encoded id of an entity that every network has under the same num, such as its treasury. */
export const systemEntity = (num: bigint): bigint =>
  encodeEntityId(`${systemShard}.${systemRealm}.${num}`);

// The encoded form packs shard (10 bits), realm (16) and num (38) into one signed int64.
const maxShard = (1n << 10n) - 1n;
const maxRealm = (1n << 16n) - 1n;
const maxNum = (1n << 38n) - 1n;

const dotted = /^(?:(?:(\d{1,4})\.)?(\d{1,5})\.)?(\d{1,12})$/;
/** What nearly all ids are: in the system's realm, spelled canonically, and in range. */
const usual = /^0\.0\.[1-9]\d{0,10}$/;
const bareNumber = /^-?\d{1,19}$/;
const evmAddress = /^(0x)?[0-9A-Fa-f]{40}$/;
const longZero = `0x${'0'.repeat(24)}`;
const evmInRealm = /^(?:(?:(\d{1,4})\.)?(\d{1,5})\.)?([0-9A-Fa-f]{40})$/;
const aliasText = /^(?:(?:(\d{1,5})\.)?(\d{1,5})\.)?([A-Z2-7]+)$/;

/** A value that has the shape of an entity id but names none, such as a num above 2^38-1. */
export class NoSuchEntityId extends Error {
  constructor(readonly completed: string) {
    super(`Invalid entity ID "${completed}"`);
  }
}

/** The signed int64 that the database holds for a canonical `shard.realm.num`. */
export function encodeEntityId(text: string): bigint {
  if (text.startsWith('0.0.')) return BigInt(text.slice(4));
  const [shard, realm, num] = text.split('.').map(BigInt) as [bigint, bigint, bigint];
  return BigInt.asIntN(64, (shard << 54n) | (realm << 38n) | num);
}

/** `shard.realm.num` of an encoded id; null for a num of 0, which stands for "none". */
export function decodeEntityId(encoded: bigint | number | null): string | null {
  if (encoded === null) return null;
  if (typeof encoded === 'number' && encoded > 0 && encoded <= 0x3fffffffff)
    return `0.0.${encoded}`;
  const bits = BigInt.asUintN(64, BigInt(encoded));
  const num = bits & maxNum;
  return num === 0n ? null : `${bits >> 54n}.${(bits >> 38n) & maxRealm}.${num}`;
}

/**
 * Canonical `shard.realm.num` of `num`, `realm.num` or `shard.realm.num`; null for other text.
 * @throws NoSuchEntityId where a part is out of range (contract A.2).
 */
export function readEntityId(text: string): string | null {
  if (usual.test(text)) return text;
  const parts = dotted.exec(text);
  if (!parts) {
    if (bareNumber.test(text)) throw new NoSuchEntityId(`${systemShard}.${systemRealm}.${text}`);
    return null;
  }
  const shard = parts[1] === undefined ? systemShard : BigInt(parts[1]);
  const realm = parts[2] === undefined ? systemRealm : BigInt(parts[2]);
  const num = BigInt(parts[3] as string);
  const completed = `${shard}.${realm}.${num}`;
  if (shard > maxShard || realm > maxRealm || num > maxNum) throw new NoSuchEntityId(completed);
  return completed;
}

/**
 * Canonical form of an EVM address: `0x` and 40 lower-case digits. Null for other text.
 * @throws NoSuchEntityId where a shard or realm before it is not the system's (contract A.2).
 */
export function readEvmAddress(text: string): string | null {
  if (evmAddress.test(text)) return `0x${text.slice(-40).toLowerCase()}`;
  const parts = evmInRealm.exec(text);
  if (!parts) return null;
  const [, shard = systemShard, realm = systemRealm, digits = ''] = parts;
  if (!inSystemRealm(parts[1], parts[2]))
    throw new NoSuchEntityId(`${BigInt(shard)}.${BigInt(realm)}.${digits}`);
  return `0x${digits.toLowerCase()}`;
}

/** The same of an address that stands for an id; null for any other, whatever is before it. */
export function readLongZeroAddress(text: string): string | null {
  const digits = /[0-9A-Fa-f]{40}$/.exec(text)?.[0];
  return digits === undefined || longZeroNum(`0x${digits}`) === null ? null : readEvmAddress(text);
}

/** Num of the entity that a canonical address is the long-zero form of, else null. A number holds all nums. */
function longZeroNum(canonical: string): number | null {
  if (!canonical.startsWith(longZero)) return null;
  const num = Number(`0x${canonical.slice(longZero.length)}`);
  return num <= maxNum ? num : null;
}

/** The entity id that a canonical reference says without a look-up; null for others. */
export function entityIdOf(canonical: string): string | null {
  if (canonical.includes('.')) return canonical;
  const num = longZeroNum(canonical);
  return num === null ? null : `${systemShard}.${systemRealm}.${num}`;
}

/**
 * Whether an id has the num of a canonical long-zero address; its shard and realm are not in it. A
 * mirror node may have told anything in the place of the id.
 */
export function isLongZeroOf(canonical: string, id: unknown): boolean {
  const num = longZeroNum(canonical);
  return num !== null && String(id).endsWith(`.${num}`);
}

/** Canonical base32 of an alias, with or without shard and realm; null unless it decodes exactly. */
export function readAlias(text: string): string | null {
  const parts = aliasText.exec(text);
  if (!parts || !inSystemRealm(parts[1], parts[2])) return null;
  const bare = parts[3] as string;
  // Digits alone are always a number (contract A.4).
  if (/^\d{1,19}$/.test(bare)) return null;
  try {
    return base32.parse(bare, { loose: true }).length > 0 ? bare : null;
  } catch {
    return null;
  }
}

function inSystemRealm(shard: string | undefined, realm: string | undefined): boolean {
  return (
    (shard === undefined || BigInt(shard) === systemShard) &&
    (realm === undefined || BigInt(realm) === systemRealm)
  );
}

/** Base32 without padding, as the contract prints aliases. */
export function printAlias(bytes: Uint8Array): string {
  return base32.stringify(bytes, { pad: false });
}

export function aliasBytes(alias: string): Uint8Array {
  return base32.parse(alias, { loose: true });
}

/** What a canonical account reference is: an entity id, an EVM address, or an alias. */
export function referenceForm(canonical: string): 'id' | 'evm' | 'alias' {
  if (canonical.includes('.')) return 'id';
  return canonical.startsWith('0x') ? 'evm' : 'alias';
}

/** The long-zero EVM address of an id: `0x` and 40 hex digits of num (shard and realm left out). */
export function longZeroAddress(encoded: bigint | number): string | null {
  const num = BigInt(encoded) & maxNum;
  return num === 0n ? null : `0x${num.toString(16).padStart(40, '0')}`;
}
