// Which transactions of the window create accounts, carry schedules and so on; the rest is free.
import { type Birth, known } from './ids.js';
import type { Random } from './random.js';

export type Task =
  | { do: 'create account'; num: number; hollow: boolean }
  | {
      do: 'create schedule' | 'sign schedule' | 'execute schedule' | 'delete schedule';
      num: number;
    }
  | { do: 'delete account'; num: number }
  | { do: 'update account' }
  | { do: 'associate' | 'dissociate' }
  | { do: 'anything' };

export interface Plan {
  /** One task for each slot. */
  tasks: Task[];
  births: Birth[];
}

const accountBirths = 190;
const scheduleBirths = 100;

/** `times` are the consensus times of the slots, in order. */
export function planWindow(random: Random, times: readonly bigint[]): Plan {
  const tasks = new Map<number, Task>();
  const last = times.length - 1;
  const take = (from: number, task: Task | null): number => {
    let slot = Math.min(from, last);
    while (tasks.has(slot)) slot = slot === last ? 0 : slot + 1;
    tasks.set(slot, task ?? { do: 'anything' });
    return slot;
  };

  // The known schedules come first, so that they get the first numbers.
  const slots: { slot: number; kind: 'account' | 'schedule' }[] = [40, 41, 42].map((slot) => {
    return { slot: take(slot, null), kind: 'schedule' };
  });
  for (let index = 3; index < scheduleBirths; index++) {
    slots.push({ slot: take(random.between(50, last - 200), null), kind: 'schedule' });
  }
  for (let index = 0; index < accountBirths; index++) {
    slots.push({ slot: take(random.between(50, last - 20), null), kind: 'account' });
  }
  slots.sort((a, b) => a.slot - b.slot);

  const births: Birth[] = [];
  let num: number = known.pendingSchedule - 1;
  for (const { slot, kind } of slots) {
    num += num < known.deletedSchedule ? 1 : random.between(1, 40);
    births.push({ kind, num, created: times[slot] as bigint });
    if (kind === 'account') {
      tasks.set(slot, { do: 'create account', num, hollow: random.chance(0.25) });
      continue;
    }
    tasks.set(slot, { do: 'create schedule', num });
    let after = slot;
    const signers = num === known.executedSchedule ? 3 : random.below(4);
    for (let index = 0; index < signers; index++) {
      after = take(after + random.between(1, 40), { do: 'sign schedule', num });
    }
    const end = random.fraction();
    // A wrapped-around slot would lie before the creation; such a schedule just stays pending.
    if (after < slot || after > last - 60 || num === known.pendingSchedule) continue;
    if (num === known.executedSchedule || (num !== known.deletedSchedule && end < 0.45)) {
      take(after + 1, { do: 'execute schedule', num });
    } else if (num === known.deletedSchedule || end < 0.6) {
      take(after + random.between(1, 30), { do: 'delete schedule', num });
    }
  }

  // 11:37, between the second and the third snapshot: its balance is in the former only.
  take(Math.floor(last * 0.77), { do: 'delete account', num: known.deleted });
  for (let index = 0; index < 60; index++) take(random.below(last), { do: 'update account' });
  for (let index = 0; index < 80; index++) {
    take(random.below(last), { do: random.chance(0.75) ? 'associate' : 'dissociate' });
  }
  return { tasks: times.map((_, slot) => tasks.get(slot) ?? { do: 'anything' }), births };
}
