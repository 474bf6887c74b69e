// The messages of the sample ledger: those of the stories with their transactions, those of the window's traffic, and a long topic's.
import { success } from '../contract/transaction-results.js';
import { typeNumbers } from '../contract/transaction-types.js';
import type { MirrorRow } from '../sql/tables/schema.js';
import type { Party } from './accounts.js';
import { blockLength, minute, second, windowStart } from './clock.js';
import { known } from './ids.js';
import { post, type Transaction, type World } from './posting.js';
import { delimited, hexVarint } from './protobuf.js';
import { createRandom, type Random } from './random.js';
import { type SampleTable, sampleTable } from './table.js';
import { type Said, stories } from './topic-stories.js';
import { memo } from './words.js';

type Message = MirrorRow<'topic_message'>;

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_131;

/** Messages of the topic that is long. */
const readings = 10_000;

const hashBytes = 48;

/** Numbers the messages of each topic, in the order in which they come; `last` is where topics stand. */
export function numbering(random: Random, last = new Map<number, bigint>()) {
  return (topic: number, at: bigint, payer: number, content: Buffer): Message => {
    const number = (last.get(topic) ?? 0n) + 1n;
    last.set(topic, number);
    return {
      topic_id: topic,
      sequence_number: number,
      consensus_timestamp: at,
      payer_account_id: payer,
      message: `\\x${content.toString('hex')}`,
      running_hash: `\\x${random.hex(hashBytes)}`,
      running_hash_version: 3,
      chunk_num: null,
      chunk_total: null,
      valid_start_timestamp: null,
      initial_transaction_id: null,
    };
  };
}

/** Instants between two transactions of one block, where one more changes neither of its ends. */
function freeTimes(times: readonly bigint[]): bigint[] {
  const blockOf = (at: bigint) => (at - windowStart) / blockLength;
  return times
    .filter((at, index) => {
      const next = times[index + 1];
      return next !== undefined && blockOf(next) === blockOf(at);
    })
    .map((at) => at + 4_000n);
}

/** A protobuf `TransactionID`: valid start 1 of seconds and nanoseconds, account 2. */
function transactionId({ validStart, payer }: Transaction): string {
  const nanoseconds = validStart % second;
  const start = `08${hexVarint(validStart / second)}${nanoseconds === 0n ? '' : `10${hexVarint(nanoseconds)}`}`;
  return delimited(1, start) + delimited(2, `18${hexVarint(BigInt(payer))}`);
}

/** Sends what the stories say, at instants that nothing else has taken. */
function tell(world: World, times: readonly bigint[], random: Random): Map<bigint, Said> {
  const said = new Map<bigint, Said>();
  const free = freeTimes(times);
  const told = stories(random);
  const starts = new Map<number, bigint>();
  const senders = world.payers.filter(({ num }) => num > known.deletedTopic).slice(0, 12);
  told.forEach((one, index) => {
    const at = free[Math.floor((index * free.length) / told.length)] as bigint;
    const { part } = one;
    const sender = part ? senders[part.letter % senders.length] : random.pick(senders);
    const sent = post(
      // Fees would change balances that others know by heart.
      { ...world, random },
      {
        at,
        type: typeNumbers.CONSENSUSSUBMITMESSAGE,
        payer: sender as Party,
        entity: known[one.topic],
        fee: 0n,
      },
    );
    if (part) {
      // As clients do it: the ids of the parts differ by a nanosecond from one to the next.
      const start = starts.get(part.letter) ?? sent.validStart;
      starts.set(part.letter, start);
      sent.validStart = start + BigInt(part.number - 1);
    }
    said.set(at, one);
  });
  return said;
}

/** The window's messages; transactions must be there, in any order. */
function sentInWindow(world: World, said: ReadonlyMap<bigint, Said>, random: Random): Message[] {
  const number = numbering(random);
  const starts = new Map<number, Transaction>();
  const sent = world.transactions
    .filter(({ type, result }) => type === typeNumbers.CONSENSUSSUBMITMESSAGE && result === success)
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  for (const one of sent) {
    const part = said.get(one.at)?.part;
    const first = part && starts.get(part.letter);
    if (part && (!first || one.validStart < first.validStart)) starts.set(part.letter, one);
  }
  return sent.map((one) => {
    const story = said.get(one.at);
    const content = story?.bytes ?? Buffer.from(memo(random));
    const row = number(one.entity as number, one.at, one.payer, content);
    if (!story?.part) return row;
    const { letter, number: chunk_num, total: chunk_total } = story.part;
    const first = starts.get(letter) as Transaction;
    return {
      ...row,
      chunk_num,
      chunk_total,
      valid_start_timestamp: first.validStart,
      initial_transaction_id: story.isOld ? null : `\\x${transactionId(first)}`,
    };
  });
}

/** A reading a minute up to the window; their transactions are pruned, the messages are not. */
function longTopic(random: Random): Message[] {
  const number = numbering(random);
  let level = 2_000;
  return Array.from({ length: readings }, (_, index) => {
    level += random.between(-9, 9);
    const at = windowStart - BigInt(readings - index) * minute + random.bigBelow(second);
    return number(known.longTopic, at, known.issuer, Buffer.from(`${index + 1};${level} mm`));
  });
}

/** Posts the stories' transactions, and gives the messages of all topics. */
export function messageTables(world: World, times: readonly bigint[]): SampleTable[] {
  const random = createRandom(seed);
  const said = tell(world, times, random);
  const rows = [...longTopic(random), ...sentInWindow(world, said, random)];
  return [sampleTable('topic_message', rows)];
}
