// Turns of events: so many in one turn of the event loop, so that thousands of them hold up nobody else.
import { openFairQueue } from '../fair-queue.js';

/** Events that are begun in one turn of the event loop; each of them takes about 0.2 ms. */
const most = 50;

interface Waiter {
  readonly client: string;
  start(): void;
}

/** Resolves when it is the turn of an event of a client; clients take turns, however many streams they have. */
export function eventTurns(): (client: string) => Promise<void> {
  const queue = openFairQueue<string, Waiter>(({ client }) => client);
  let left = most;
  let isPlanned = false;

  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      left = most;
      while (left > 0 && queue.size > 0) {
        left -= 1;
        queue.take(() => true)?.start();
      }
      if (queue.size > 0) plan();
    });
  }

  return async (client) => {
    plan();
    if (left === 0) return new Promise((start) => queue.add({ client, start }));
    left -= 1;
  };
}
