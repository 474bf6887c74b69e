// How one transaction is named: by its id, by its hash, or by its consensus time.
import { encodeEntityId, readEntityId } from './entity.js';
import { type Kind, timestamp } from './values.js';

/** Start of validity in seconds and nanoseconds, of which the contract takes any number of digits up to these. */
const idForm = /^(\d+\.\d+\.\d+)-(\d{1,19})-(\d{1,9})$/;
const hexForm = /^(?:0x)?([0-9A-Fa-f]{96})$/;
const base64Form = /^[0-9A-Za-z+/_-]{64}$/;
const maxInt64 = (1n << 63n) - 1n;

/** Canonical id of a payer and a start of validity; null where no ledger can hold it. */
function printId(payer: string, seconds: string, nanoseconds: string): string | null {
  const start = BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds);
  if (start > maxInt64) return null;
  return `${payer}-${BigInt(seconds)}-${nanoseconds.padStart(9, '0')}`;
}

function readId(text: string): string | null {
  const [, entity = '', seconds = '', nanoseconds = ''] = idForm.exec(text) ?? [];
  const payer = entity === '' ? null : readEntityId(entity);
  return payer && printId(payer, seconds, nanoseconds);
}

/** Canonical hash, `0x` and 96 digits, of 48 bytes in hex or in base64 of either alphabet. */
export function readTransactionHash(text: string): string | null {
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
  const [payer = '', seconds, nanoseconds] = key.split('-');
  if (seconds === undefined) return { by: 'time', at: timestamp.toInt64?.(key) as bigint };
  return { by: 'id', payer: encodeEntityId(payer), validStart: BigInt(`${seconds}${nanoseconds}`) };
}
