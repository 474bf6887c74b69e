// Schedules of the living sample: one after the other is created, signed and executed.
import { scheduleEntity } from './entities.js';
import { createKeyRing } from './keys.js';
import type { Actor, Cast } from './living-cast.js';
import { type Books, post } from './posting.js';
import { createSchedule, type Schedule, sign } from './schedules.js';
import { type SampleTable, sampleTable } from './table.js';
import { scheduleTables, signatureRow } from './token-rows.js';

/** Blocks from one schedule to the next, and the blocks of its life. */
const every = 15;
const life = { created: 1, signed: [5, 9], executed: 12 } as const;

/** Above all entities of the sample. */
const firstNumber = 9_200_000;

const type = { transfer: 14, create: 42, sign: 44 } as const;

export interface ScheduleChange {
  readonly num: number;
  readonly executed: bigint;
}

type Act = (at: bigint) => void;

export function planSchedules({ guests, people }: Pick<Cast, 'guests' | 'people'>) {
  let schedule: Schedule | null = null;
  /** The valid start of its creation: its execution carries the same transaction id. */
  let validStart = 0n;
  let tables: SampleTable[] = [];
  let executed: ScheduleChange[] = [];
  const actor = (num: number) => people.get(num) as Actor;

  const create = (number: number, books: Books, at: bigint): void => {
    const { random } = books;
    const ring = createKeyRing(random);
    const able = guests.filter(({ balance }) => balance > 100_000_000n);
    const keys = { ...ring, any: ring.ed25519 };
    const own = createSchedule(random, keys, { num: firstNumber + number, created: at }, able);
    const { num: entity, memo } = own;
    // It waits for signatures, and for nothing else.
    schedule = { ...own, expiration: null, waitForExpiry: false, payer: own.creator };
    const payer = actor(own.creator);
    validStart = post(books, { at, type: type.create, payer, entity, memo }).validStart;
    tables.push(
      ...scheduleTables({ random, schedules: [schedule] }),
      sampleTable('entity', [scheduleEntity(schedule)]),
    );
  };

  const addSignature = ({ num }: Schedule, own: Schedule, books: Books, at: bigint): void => {
    const payer = books.random.pick(guests.filter(({ balance }) => balance > 100_000_000n));
    sign(books.random, own, payer, at);
    const signature = own.signatures.at(-1) as Schedule['signatures'][number];
    post(books, { at, type: type.sign, payer, entity: num });
    tables.push(sampleTable('transaction_signature', [signatureRow(books.random, num, signature)]));
  };

  const execute = (own: Schedule, books: Books, at: bigint): void => {
    const creator = actor(own.creator);
    // Who can not pay any more lets it wait for ever.
    if (creator.balance < own.amount * 2n + 100_000_000n) {
      post(books, { at, type: type.sign, payer: creator, entity: own.num, result: 10 });
      return;
    }
    post(books, {
      at,
      type: type.transfer,
      payer: creator,
      scheduledFrom: validStart,
      memo: own.memo,
      transfers: [
        [creator, -own.amount],
        [actor(own.receiver), own.amount],
      ],
    });
    executed.push({ num: own.num, executed: at });
  };

  return {
    /** What happens to schedules in a block. */
    actsOf(number: number, books: Books): Act[] {
      const day = number % every;
      if (day === life.created) return [(at) => create(number, books, at)];
      const own = schedule;
      if (own === null) return [];
      if (day === life.executed) {
        schedule = null;
        return [(at) => execute(own, books, at)];
      }
      const isSigned = (life.signed as readonly number[]).includes(day);
      return isSigned ? [(at) => addSignature(own, own, books, at)] : [];
    },
    /** Rows and executions since it was last asked. */
    changes() {
      const found = { tables, executed };
      tables = [];
      executed = [];
      return found;
    },
  };
}
