// Transactions of the sample that belong together: batches, duplicates, and what a contract's call has caused.
import { typeNumbers } from '../contract/transaction-types.js';
import type { Party } from './accounts.js';
import { known } from './ids.js';
import { post, type Transaction, type World } from './posting.js';
import { createRandom } from './random.js';

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_130;

/** Nanoseconds behind a slot's own transaction, where nothing else is. */
const behind = 251n;
/** One in so many slots begins a batch, and some slots later a duplicate comes in. */
const spacing = 300;

/** DUPLICATE_TRANSACTION of the protobuf ResponseCodeEnum. */
const duplicate = 11;

interface Families {
  /** Told of each slot, of the time of its own transaction, and of the last call of a contract. */
  next(slot: number, at: bigint, call: Transaction | undefined): void;
}

/** None of them costs a fee: nobody's balance depends on them. */
export function createFamilies(world: World): Families {
  const own = { ...world, random: createRandom(seed) };
  const party = (num: number) => world.people.get(num) as Party;
  const [issuer, writer, keeper] = [known.issuer, known.digitsMemo, known.jsonMemo].map(party) as [
    Party,
    Party,
    Party,
  ];
  const free = { fee: 0n } as const;

  /** A batch of three; the last has caused a transaction of its own. */
  function postBatch(at: bigint): void {
    const outer = post(own, {
      ...free,
      at,
      type: typeNumbers.ATOMICBATCH,
      payer: issuer,
      memo: 'all or nothing',
    });
    const entity = own.random.pick(world.topics);
    const inside = [
      post(own, {
        ...free,
        at: at + 1n,
        type: typeNumbers.CONSENSUSSUBMITMESSAGE,
        payer: writer,
        entity,
        insideOf: outer,
      }),
      post(own, {
        ...free,
        at: at + 2n,
        type: typeNumbers.CRYPTOUPDATEACCOUNT,
        payer: keeper,
        entity: keeper.num,
        insideOf: outer,
      }),
    ];
    const third = {
      ...free,
      at: at + 4n,
      type: typeNumbers.CRYPTOTRANSFER,
      payer: writer,
      insideOf: outer,
    };
    const last = post(own, third);
    outer.inner = [...inside, last].flatMap((one) => [BigInt(one.payer), one.validStart]);
    post(own, {
      at: at + 3n,
      type: typeNumbers.CRYPTOCREATEACCOUNT,
      payer: writer,
      childOf: last,
      insideOf: outer,
    });
  }

  /** The same transaction, sent to two nodes: one of them is late. */
  function postDuplicate(at: bigint): void {
    const first = post(own, {
      ...free,
      at,
      type: typeNumbers.CRYPTOTRANSFER,
      payer: keeper,
      memo: 'once is enough',
    });
    const { validStart } = first;
    const second = {
      at: at + 3n,
      type: typeNumbers.CRYPTOTRANSFER,
      payer: keeper,
      memo: first.memo,
      validStart,
    };
    post(own, { ...free, ...second, result: duplicate });
  }

  return {
    next(slot, at, call) {
      if (slot % spacing === 11) postBatch(at + behind);
      if (slot % spacing === 111) postDuplicate(at + behind);
      // Of some calls: what the contract had the network do.
      if (call && slot % 160 === 5) {
        const payer = party(call.payer);
        post(own, { at: call.at + 1n, type: typeNumbers.CRYPTOTRANSFER, payer, childOf: call });
      }
    },
  };
}
