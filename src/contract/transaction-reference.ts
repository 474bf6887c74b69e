// How one transaction is named: by its id, by its hash, by its consensus time, or by the hash of Ethereum.
import { encodeEntityId, NoSuchEntityId, readEntityId } from './entity.js';
import type { Int64 } from './json.js';
import {
  type Kind,
  maxInt64,
  nanoseconds as nanosecondsOf,
  plainEntityId,
  printTimestamp,
  readOrNull,
} from './values.js';

/** Start of validity in seconds and nanoseconds, of which the contract takes any number of digits up to these. */
const idForm = /^(\d+\.\d+\.\d+)-(\d{1,19})-(\d{1,9})$/;
const hexForm = /^(?:0x)?([0-9A-Fa-f]{96})$/;
const ethereumForm = /^(?:0x)?([0-9A-Fa-f]{64})$/;
const base64Form = /^[0-9A-Za-z+/_-]{64}$/;

/** Id of a transaction as the contract prints it. Where nobody pays it begins with 0.0.0: it is text, in which an id is never null. */
export const printTransactionId = (payer: Int64, validStart: Int64): string =>
  `${plainEntityId.fromInt64?.(payer)}-${printTimestamp(validStart)?.replace('.', '-')}`;

/** Canonical id of a payer and a start of validity; null where no ledger can hold it. */
function printId(payer: string, seconds: string, nanoseconds: string): string | null {
  const start = BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds);
  if (start > maxInt64) return null;
  return `${payer}-${BigInt(seconds)}-${nanoseconds.padStart(9, '0')}`;
}

/** @throws NoSuchEntityId for a payer that no ledger can have, of however many digits */
function readId(text: string): string | null {
  const [, entity, seconds = '', nanoseconds = ''] = idForm.exec(text) ?? [];
  if (entity === undefined) return null;
  const payer = readEntityId(entity);
  if (payer === null) throw new NoSuchEntityId(entity);
  return printId(payer, seconds, nanoseconds);
}

/** Canonical hash, `0x` and 96 digits, of 48 bytes in hex or in base64 of either alphabet. */
function readTransactionHash(text: string): string | null {
  const hex = hexForm.exec(text)?.[1];
  if (hex) return `0x${hex.toLowerCase()}`;
  return base64Form.test(text) ? `0x${Buffer.from(text, 'base64').toString('hex')}` : null;
}

/** Id or hash of a transaction, as the contract takes them in a path. */
export const transactionIdOrHash: Kind = {
  name: 'transaction id or hash',
  rule: 'a transaction id such as 0.0.1234-1234567890-000000001, or a hash of 48 bytes in hex or base64',
  pattern: String.raw`(\d+\.\d+\.\d+-\d{1,19}-\d{1,9}|(0x)?[0-9A-Fa-f]{96}|[0-9A-Za-z+/_-]{64})`,
  read: (text) => readTransactionHash(text) ?? readId(text),
};

/** Message of the reference for text that is neither. */
export const notTransactionId =
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds';

/** What a canonical key names a transaction by. */
export type TransactionNamed =
  | { readonly by: 'hash'; readonly hex: string }
  | { readonly by: 'time'; readonly at: bigint }
  | { readonly by: 'id'; readonly payer: bigint; readonly validStart: bigint };

/**
 * The parts of a canonical key. A consensus time, which a path does not take, names the one
 * transaction that has it.
 */
export function namedBy(key: string): TransactionNamed {
  if (key.startsWith('0x')) return { by: 'hash', hex: key.slice(2) };
  const [, payer, seconds, nanoseconds] = idForm.exec(key) ?? [];
  // A time before the epoch has a dash, too.
  if (payer === undefined) return { by: 'time', at: nanosecondsOf(key) };
  return { by: 'id', payer: encodeEntityId(payer), validStart: BigInt(`${seconds}${nanoseconds}`) };
}

/** What people paste: `@` and a point as in software kits, or dashes, and what is meant behind it. */
const pasted = /^(\d+\.\d+\.\d+)(?:@(\d{1,19})\.(\d{1,9})|-(\d{1,19})-(\d{1,9}))([/?].*)?$/;
/** As software kits write it, and as the path of a mirror node has it: in either order. */
const scheduledForm = /[?&]scheduled(?:=(true|false))?(?=[/?&]|$)/;
const nonceForm = /(?:\/|[?&]nonce=)(\d{1,10})(?=[/?&]|$)/;
const maxNonce = 2 ** 31 - 1;

export const transactionReferenceRule =
  'a transaction id such as 0.0.2@1234567890.000000001 or 0.0.2-1234567890-000000001, with ?scheduled and /nonce where they are meant, a hash of 48 bytes in hex or base64, an Ethereum hash of 64 hex digits, or a consensus time';

/** The 32 bytes by which Ethereum names a transaction, `0x` and 64 digits; null for other text. */
export function readEthereumHash(text: string): string | null {
  const hex = ethereumForm.exec(text)?.[1];
  return hex ? `0x${hex.toLowerCase()}` : null;
}

/** Whether a canonical reference is a hash of Ethereum, which no path of a transaction takes. */
export const isEthereumHash = (reference: string): boolean => ethereumForm.test(reference);

/** Canonical text of an id or hash, with `?scheduled` and `/nonce` where they are said; null for other text. */
export function readTransactionReference(given: string): string | null {
  const text = given.trim();
  const parts = pasted.exec(text);
  // 64 hex digits are base64 too, of 48 bytes that nobody has ever seen.
  if (!parts) return readEthereumHash(text) ?? readTransactionHash(text);
  const [, entity = '', atSeconds, atNanos, seconds, nanoseconds, said = ''] = parts;
  const [schedule, isScheduled = 'true'] = scheduledForm.exec(said) ?? [''];
  const [place, nonce] = nonceForm.exec(said.replace(schedule, '')) ?? [''];
  if (schedule.length + place.length !== said.length || Number(nonce) > maxNonce) return null;
  const payer = readOrNull({ read: readEntityId }, entity);
  const id = payer && printId(payer, atSeconds ?? seconds ?? '', atNanos ?? nanoseconds ?? '');
  if (!id) return null;
  const way = schedule === '' ? '' : `?scheduled=${isScheduled}`;
  return `${id}${way}${nonce === undefined ? '' : `/${Number(nonce)}`}`;
}

/** What a reference goes by: of an id also whether it means what a schedule has executed, or else one of its transactions. */
export type Way = 'ethereum' | 'hash' | 'scheduled' | 'one of id' | 'id';

/** What a reference says of its way to a transaction; undefined for a time, and for any other text. */
export function wayOf(text: string): Way | undefined {
  // Asked of each text that a client gives, most of which can be none: an id has one of these, a hash 64 digits.
  if (text.length < 64 && !text.includes('-') && !text.includes('@')) return undefined;
  const reference = readTransactionReference(text);
  if (reference === null) return undefined;
  if (isEthereumHash(reference)) return 'ethereum';
  if (reference.startsWith('0x')) return 'hash';
  const { key, scheduled } = transactionMeant(reference);
  if (scheduled) return 'scheduled';
  return key === reference ? 'id' : 'one of id';
}

/** Which transaction a canonical reference means: the key of the look-up, and what is said beside it. */
export interface TransactionMeant {
  readonly key: string;
  readonly scheduled: boolean | undefined;
  readonly nonce: number | undefined;
}

export function transactionMeant(reference: string): TransactionMeant {
  const [rest = '', nonce] = reference.split('/');
  const [key = '', said] = rest.split('?scheduled=');
  return {
    key,
    scheduled: said === undefined ? undefined : said === 'true',
    nonce: nonce === undefined ? undefined : Number(nonce),
  };
}

/** The account in front of a transaction's canonical id, which pays for it. */
export const payerOf = (id: string): string => id.slice(0, id.indexOf('-'));
