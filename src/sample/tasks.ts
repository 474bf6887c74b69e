// What the planned transactions of the window do: births, deaths, changes and schedules.
import { typeNumbers } from '../contract/transaction-types.js';
import { closeVersion, createParty, type Party } from './accounts.js';
import { associate, type Holding } from './holdings.js';
import { known } from './ids.js';
import type { KeyRing } from './keys.js';
import type { Task } from './plan.js';
import { post, type World } from './posting.js';
import { createSchedule, type Schedule, sign } from './schedules.js';
import { memo } from './words.js';

/** The valid start of each schedule's creation: its execution carries the same transaction id. */
const starts = new WeakMap<Schedule, bigint>();

/** False when the task finds nothing to do; the slot is then free for something else. */
export function perform(world: World, keys: KeyRing, task: Task, at: bigint): boolean {
  const { random, people } = world;
  const payer = random.pick(world.payers);
  switch (task.do) {
    case 'create account':
      createAccount(world, keys, task, { payer, at });
      return true;
    case 'delete account': {
      const party = people.get(task.num) as Party;
      const heir = people.get(known.manyTokens) as Party;
      closeVersion(party, at);
      party.deleted = true;
      party.obtainer = heir.num;
      const left = party.balance;
      post(world, {
        at,
        type: typeNumbers.CRYPTODELETE,
        payer: heir,
        entity: party.num,
        transfers: [
          [party, -left],
          [heir, left],
        ],
      });
      return true;
    }
    case 'update account':
      closeVersion(payer, at);
      payer.memo = memo(random);
      post(world, { at, type: typeNumbers.CRYPTOUPDATEACCOUNT, payer, entity: payer.num });
      return true;
    case 'associate': {
      const token = random.pick([...world.tokens.values()]);
      const own = world.holdings.byAccount.get(payer.num) ?? [];
      if (own.some((holding) => holding.token === token.num) || token.deleted) return false;
      world.changedHoldings.add(
        associate(world.holdings, random, { account: payer.num, token, at }),
      );
      post(world, { at, type: typeNumbers.TOKENASSOCIATE, payer, entity: payer.num });
      return true;
    }
    case 'dissociate': {
      const own = world.holdings.byAccount.get(payer.num) ?? [];
      const empty = (each: Holding): boolean =>
        each.associated &&
        each.balance === 0n &&
        world.tokens.get(each.token)?.treasury !== payer.num;
      const holding = own.find(empty);
      if (!holding) return false;
      holding.associated = false;
      holding.modified = at;
      post(world, { at, type: typeNumbers.TOKENDISSOCIATE, payer, entity: payer.num });
      return true;
    }
    case 'create schedule': {
      const schedule = createSchedule(random, keys, { num: task.num, created: at }, world.payers);
      const creator = people.get(schedule.creator) as Party;
      const created = post(world, {
        at,
        type: typeNumbers.SCHEDULECREATE,
        payer: creator,
        entity: schedule.num,
        memo: schedule.memo,
      });
      starts.set(schedule, created.validStart);
      world.schedules.push(schedule);
      return true;
    }
    case 'anything':
      return false;
    default:
      return performOnSchedule(world, task.do, task.num, { payer, at });
  }
}

/** Who pays for what is done, and when that is. */
interface Act {
  readonly payer: Party;
  readonly at: bigint;
}

function createAccount(
  world: World,
  keys: KeyRing,
  { num, hollow }: { readonly num: number; readonly hollow: boolean },
  { payer, at }: Act,
): void {
  const { random } = world;
  const amount = random.amount(8, 10);
  // A hollow account is made by sending hbar to its address: the creation is a child transaction
  // that comes one nanosecond before its parent.
  const created = hollow ? at - 1n : at;
  const party = createParty(random, keys, { kind: 'account', num, created }, hollow);
  party.deleted = false;
  world.people.set(num, party);
  const transfers = [
    [payer, -amount],
    [party, amount],
  ] as const;
  if (!hollow) {
    post(world, {
      at,
      type: typeNumbers.CRYPTOCREATEACCOUNT,
      payer,
      entity: num,
      initialBalance: amount,
      transfers: [...transfers],
    });
    return;
  }
  const parent = post(world, {
    at,
    type: typeNumbers.CRYPTOTRANSFER,
    payer,
    transfers: [...transfers],
  });
  post(world, {
    at: created,
    type: typeNumbers.CRYPTOCREATEACCOUNT,
    payer,
    entity: num,
    childOf: parent,
  });
}

type ScheduleTask = 'sign schedule' | 'execute schedule' | 'delete schedule';

function performOnSchedule(
  world: World,
  task: ScheduleTask,
  num: number,
  { payer, at }: Act,
): boolean {
  const schedule = world.schedules.find((each) => each.num === num);
  if (!schedule) return false;
  const creator = world.people.get(schedule.creator) as Party;
  if (task === 'sign schedule') {
    sign(world.random, schedule, payer, at);
    post(world, { at, type: typeNumbers.SCHEDULESIGN, payer, entity: num });
  } else if (task === 'delete schedule') {
    schedule.deletedAt = at;
    post(world, { at, type: typeNumbers.SCHEDULEDELETE, payer: creator, entity: num });
  } else {
    schedule.executed = at;
    schedule.waitForExpiry = false;
    const receiver = world.people.get(schedule.receiver) as Party;
    post(world, {
      at,
      type: typeNumbers.CRYPTOTRANSFER,
      payer: creator,
      feePayer: world.people.get(schedule.payer) as Party,
      scheduledFrom: starts.get(schedule) as bigint,
      memo: schedule.memo,
      transfers: [
        [creator, -schedule.amount],
        [receiver, schedule.amount],
      ],
    });
  }
  return true;
}
