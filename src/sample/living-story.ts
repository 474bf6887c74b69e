// What happens when the sample lives, a block at a time: the same seed and number give the same block.
import { blockTables } from './blocks.js';
import type { Carried } from './call-rows.js';
import { blockLength, now } from './clock.js';
import { coinCalls } from './coin-calls.js';
import { callTables, carry } from './contract-calls.js';
import type { Holding } from './holdings.js';
import { known } from './ids.js';
import type { Actor, Cast } from './living-cast.js';
import { planSchedules, type ScheduleChange } from './living-schedules.js';
import { type Books, emptyRows, post } from './posting.js';
import { createRandom } from './random.js';
import { type SampleTable, sampleTable } from './table.js';
import { numbering } from './topic-messages.js';
import { memo } from './words.js';

const seed = 20_261_140;

/** Tinybars under which nobody sends anything: the treasury helps out. */
const poor = 200_000_000n;
const help = 5_000_000_000n;

/** Numbers of the transaction types, and of results. */
const type = { transfer: 14, message: 27 } as const;
const refused = [28, 7, 4] as const;

/** One in so many blocks has a call of the coin. */
const callsEvery = 5;

/** One block: its rows, and what is another now. */
export interface Tick {
  readonly number: number;
  /** When its time is over. */
  readonly end: bigint;
  readonly tables: readonly SampleTable[];
  readonly people: readonly Pick<Actor, 'num' | 'balance' | 'balanceAt'>[];
  readonly holdings: readonly Holding[];
  readonly schedules: readonly ScheduleChange[];
}

export interface Story {
  /** Blocks since the end of the sample. */
  readonly number: number;
  next(): Tick;
}

/** Goes on from where the cast is. */
export function tellStory(cast: Cast): Story {
  const { guests, people, topic } = cast;
  let { number, hash } = cast;
  const sequences = new Map([[topic, cast.sequence]]);
  const schedules = planSchedules(cast);
  const asked = coinCalls(people);
  let calls = cast.calls + Math.floor((number + 2) / callsEvery);
  for (let done = 0; done < calls; done++) asked.next();
  const treasury = people.get(known.treasury) as Actor;

  function traffic(books: Books, at: bigint): void {
    const { random } = books;
    const payer = random.pick(guests);
    const others = guests.filter((one) => one !== payer);
    if (payer.balance < poor) {
      const transfers = [[treasury, -help] as const, [payer, help] as const];
      post(books, { at, type: type.transfer, payer: treasury, memo: 'a little help', transfers });
      return;
    }
    const kind = random.fraction();
    if (kind < 0.05) {
      // Too little money, a wrong signature, a late arrival: only the fee is charged.
      post(books, { at, type: type.transfer, payer, result: random.pick(refused) });
    } else if (kind < 0.6) {
      const amount = payer.balance / BigInt(random.between(20, 2_000));
      const transfers = [[payer, -amount] as const, [random.pick(others), amount] as const];
      post(books, { at, type: type.transfer, payer, memo: memo(random), transfers });
    } else {
      const holders = random.pick(cast.holdings);
      const from = random.pick(holders.filter(({ balance }) => balance > 0n));
      const to = random.pick(holders.filter((one) => one !== from));
      const amount = 1n + random.bigBelow(from.balance) / 20n;
      const tokenTransfers = [[from, -amount] as const, [to, amount] as const];
      const sender = people.get(from.account) as Actor;
      post(books, { at, type: type.transfer, payer: sender, tokenTransfers });
    }
  }

  return {
    get number() {
      return number;
    },
    next() {
      number += 1;
      const random = createRandom(seed + number);
      const books: Books = {
        random,
        people,
        changedPeople: new Set(),
        changedHoldings: new Set(),
        transactions: [],
        rows: emptyRows(),
      };
      const carried: Carried[] = [];
      const acts: ((at: bigint) => void)[] = [(at) => traffic(books, at)];
      if (number % 2 === 0) {
        const fee = random.amount(5, 6);
        const payer = random.pick(guests.filter(({ balance }) => balance > fee));
        acts.push((at) => post(books, { at, type: type.message, payer, entity: topic, fee }));
      }
      if (number % callsEvery === 3) {
        const { value: call } = asked.next();
        acts.push((at) => carried.push(carry(books, { call, payer: treasury, at })));
      }
      acts.push(...schedules.actsOf(number, books));
      while (acts.length < 2 || random.chance(0.3)) acts.push((at) => traffic(books, at));

      const start = now + BigInt(number - 1) * blockLength;
      const share = blockLength / BigInt(acts.length);
      acts.forEach((act, index) => {
        act(start + BigInt(index) * share + 1_000n + random.bigBelow(share - 2_000n));
      });
      const { transactions, rows } = books;
      const write = numbering(random, sequences);
      const messages = transactions
        .filter((one) => one.type === type.message)
        .map(({ at, payer }) => write(topic, at, payer, said(number, memo(random))));
      const blocks = blockTables(random, transactions, hash);
      hash = hashOf(blocks);
      const planned = schedules.changes();
      const tables = [
        ...blocks,
        ...callTables(carried, transactions, calls),
        ...planned.tables,
        sampleTable('topic_message', messages),
        sampleTable('crypto_transfer', rows.cryptoTransfers),
        sampleTable('token_transfer', rows.tokenTransfers),
        sampleTable('entity_transaction', rows.entityTransactions),
      ];
      calls += carried.length;
      return {
        number,
        end: start + blockLength,
        tables: tables.filter((table) => table.rows.length > 0),
        people: [...books.changedPeople],
        holdings: [...books.changedHoldings],
        schedules: planned.executed,
      };
    },
  };
}

const said = (number: number, text: string): Buffer => Buffer.from(`${number}: ${text || 'ahoy'}`);

/** Hash of the one block of these tables. */
function hashOf(tables: readonly SampleTable[]): string {
  const file = tables.find(({ table }) => table === 'record_file') as SampleTable;
  return file.rows[0]?.[file.columns.indexOf('hash')] as string;
}
