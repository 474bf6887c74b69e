// A message that was sent in parts, put together: all of it, or an error that says what lacks.
import { sound, WrongMember } from '../../contract/check.js';
import { defaultLimits, type Filter, type Operator, type Order } from '../../contract/resource.js';
import {
  type ChunkInfo,
  type MessageRow,
  messages,
} from '../../contract/resources/topic-messages.js';
import { readOrNull, timestamp } from '../../contract/values.js';
import { LedgerError } from '../../errors.js';
import type { Context } from '../reading/context.js';

export interface WholeMessage {
  readonly bytes: string;
  readonly parts: number;
}

/** Parts, and bytes of all parts, of what is put together at the most. */
export const mostParts = 64;
export const mostBytes = 1_048_576;
/** Reads that may follow that of where its parts lie next to each other: before, after, and since it was sent. */
export const furtherReads = 3;

const greatestNumber = 2n ** 63n - 1n;

type Parts = Map<number, MessageRow>;

/** What an operation has of messages and of wholes. */
interface Known {
  /** By topic and number those of which the whole is asked: all of a page, in one turn. */
  readonly rows: Map<string, MessageRow>;
  /** Those that are being put together: their parts ask for the same one. */
  readonly wholes: Map<string, Promise<WholeMessage | null>>;
}

const known = new WeakMap<Context, Known>();

/**
 * The whole of which a message is a part, or the message itself; null where it has no bytes.
 * @throws LedgerError MESSAGE_TOO_LARGE, MESSAGE_INCOMPLETE
 */
export function wholeMessage(row: MessageRow, context: Context): Promise<WholeMessage | null> {
  const { rows, wholes } = known.get(context) ?? { rows: new Map(), wholes: new Map() };
  known.set(context, { rows, wholes });
  rows.set(placeOf(row.topic_id, row.sequence_number), row);
  const chunk = sound(row.chunk_info);
  if (chunk === null || sound(chunk.total) === 1) return Promise.resolve(joined([row]));
  const refusal = refusalOf(chunk);
  if (refusal) return Promise.reject(refusal);
  const key = `${sound(row.topic_id)} ${identityOf(row, chunk)}`;
  const asked = wholes.get(key) ?? read(row, chunk, rows, context);
  wholes.set(key, asked);
  return asked;
}

const placeOf = (topic: unknown, number: unknown) => `${topic} ${number}`;

/**
 * Equal for the parts of one message: all of them name the transaction of the first, and have come
 * from whoever paid for it. Where nobody knows when that was, they have to lie next to each other:
 * whoever sends several messages of as many parts names the same in all of them.
 */
function identityOf(row: MessageRow, { initial_transaction_id, number, total }: ChunkInfo): string {
  const { account_id, nonce, scheduled, transaction_valid_start } = sound(initial_transaction_id);
  const transaction = [account_id, transaction_valid_start, nonce, scheduled];
  const first = BigInt(sound(row.sequence_number)) - BigInt(sound(number));
  const place = sound(transaction_valid_start) === null ? [first.toString()] : [];
  return [row.payer_account_id, ...transaction, total, ...place].map(sound).join(' ');
}

/** Why a part belongs to no message that is put together, whatever else there is; such a one spoils no other. */
function refusalOf({ number, total: given }: ChunkInfo): LedgerError | null {
  const total = sound(given) ?? 0;
  if (total > mostParts) return tooLarge(`${total} parts, of which ${mostParts} are put together`);
  if (total >= 1 && sound(number) >= 1 && number <= total) return null;
  return incomplete(`part ${number} of ${total}: no message has such parts`);
}

/** Which part of a message another one is, or null; what can not be read of others spoils none. */
function partOf(row: MessageRow, identity: string): ChunkInfo | null {
  try {
    const info = sound(row.chunk_info);
    return info && identityOf(row, info) === identity && !refusalOf(info) ? info : null;
  } catch (error) {
    if (error instanceof WrongMember) return null;
    throw error;
  }
}

async function read(
  row: MessageRow,
  chunk: ChunkInfo,
  known: ReadonlyMap<string, MessageRow>,
  context: Context,
): Promise<WholeMessage | null> {
  const { number } = chunk;
  const total = sound(chunk.total) as number;
  const identity = identityOf(row, chunk);
  const topic = sound(row.topic_id);
  const at = BigInt(sound(row.sequence_number));
  const parts: Parts = new Map([[number, row]]);
  const first = at - BigInt(number) + 1n;
  const last = at + BigInt(total - number);

  const find = (limit: number, order: Order, ...range: [Operator, bigint][]) =>
    findBy(
      limit,
      order,
      range.map(([operator, value]) => {
        return { parameter: 'sequencenumber', operator, value: String(value) };
      }),
    );

  async function findBy(limit: number, order: Order, filters: readonly Filter[]): Promise<void> {
    const page = await context.loaders.pages(messages).load({ key: topic, filters, order, limit });
    take(page?.items ?? []);
  }

  function take(rows: readonly MessageRow[]): void {
    for (const one of rows) {
      const info = partOf(one, identity);
      if (info === null) continue;
      const other = parts.get(sound(info.number));
      // Of two with one number the one that came first counts, as it did for who read along.
      const isEarlier =
        !other || BigInt(sound(one.sequence_number)) < BigInt(other.sequence_number);
      if (isEarlier) parts.set(info.number, one);
    }
  }
  const isWhole = () => parts.size >= total;

  // No message has a number below 1 or above that of an int64, and no range ends there.
  const lowest = first < 1n ? 1n : first;
  const highest = last > greatestNumber ? greatestNumber : last;
  // All messages of its page are known when the turn is over.
  await undefined;
  const count = Number(highest - lowest) + 1;
  const near = Array.from({ length: count }, (_, at) =>
    known.get(placeOf(topic, lowest + BigInt(at))),
  );
  if (near.every((one) => one !== undefined)) take(near);
  else await find(total, 'asc', ['gte', lowest], ['lte', highest]);
  const sent = sound(sound(chunk.initial_transaction_id).transaction_valid_start);
  const hasName = sent !== null;
  if (!isWhole() && hasName) {
    const { maxPage } = defaultLimits;
    // Whoever sends a part says when the first was sent, and may say what is no time of a ledger.
    const since = readOrNull(timestamp, sent);
    await Promise.all([
      // Others have written in between, or a later part has come first.
      ...(lowest > 1n ? [find(maxPage, 'desc', ['lt', lowest])] : []),
      ...(highest < greatestNumber ? [find(maxPage, 'asc', ['gt', highest])] : []),
      // A part that was sent again comes long after the others: these have come since the first was
      // sent, and so has the one that counts in its place.
      ...(since === null
        ? []
        : [findBy(maxPage, 'asc', [{ parameter: 'timestamp', operator: 'gte', value: since }])]),
    ]);
  }
  const numbers = Array.from({ length: total }, (_, index) => index + 1);
  const missing = numbers.filter((one) => !parts.has(one));
  if (missing.length > 0) {
    const reach = hasName ? BigInt(defaultLimits.maxPage) : 0n;
    const from = lowest > reach ? lowest - reach : 1n;
    const sinceThen = hasName
      ? `, nor among the first ${reach} since it was sent`
      : ' at its place, and nobody knows when it was sent';
    throw incomplete(
      `part ${missing.join(', ')} of ${total} is not among the messages ${from} to ${highest + reach} of ${topic}${sinceThen}`,
    );
  }
  return joined(numbers.map((one) => parts.get(one) as MessageRow));
}

function joined(rows: readonly MessageRow[]): WholeMessage | null {
  const bytes: Buffer[] = [];
  let length = 0;
  for (const row of rows) {
    const message = sound(row.message);
    if (message === null) return null;
    const part = Buffer.from(message, 'base64');
    length += part.length;
    if (length > mostBytes)
      throw tooLarge(`more bytes than the ${mostBytes} that are put together`);
    bytes.push(part);
  }
  return { bytes: Buffer.concat(bytes).toString('base64'), parts: rows.length };
}

const tooLarge = (what: string) =>
  new LedgerError('MESSAGE_TOO_LARGE', `The message has ${what} at the most; read its parts`);
const incomplete = (what: string) =>
  new LedgerError('MESSAGE_INCOMPLETE', `The message is not whole: ${what}`);
