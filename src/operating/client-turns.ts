// Turns of clients: where more operations are there than run well together, each client gets its share.
import { busy } from '../errors.js';
import { openFairQueue, Places } from '../fair-queue.js';
import type { Operation } from '../ledger.js';

/**
 * Operations that run at once. No client holds more of them than it leaves free, so that one alone
 * may have half: as many as a ledger takes calls at once by default, so that nobody is slowed down
 * who would not wait there.
 */
const mostRunning = 128;

interface Waiter {
  readonly client: string;
  start(): void;
}

/** Runs work for a client when it is its turn. */
export type ClientTurns = <T>(
  client: string,
  operation: Operation,
  work: () => Promise<T>,
) => Promise<T>;

export function clientTurns(most = mostRunning): ClientTurns {
  const queue = openFairQueue<string, Waiter>(({ client }) => client);
  const places = new Places<string>(most);

  function pump(): void {
    while (!places.isFull) {
      const next = queue.take(places.mayHold);
      if (!next) return;
      places.hold(next.client, 1);
      next.start();
    }
  }

  /** Resolves when the place is taken; who is over by then has none, and leaves the line. */
  function place(client: string, operation: Operation): Promise<void> {
    return new Promise((resolve, reject) => {
      let stay = () => {};
      const since = performance.now();
      const waited = () => operation.note({ waited: performance.now() - since });
      const start = () => {
        stay();
        waited();
        resolve();
      };
      const waiter = { client, start };
      queue.add(waiter);
      stay = operation.whenOver((reason) => {
        queue.delete(waiter);
        waited();
        reject(busy(reason));
      });
    });
  }

  return async (client, operation, work) => {
    if (places.mayHold(client)) places.hold(client, 1);
    else await place(client, operation);
    try {
      return await work();
    } finally {
      places.hold(client, -1);
      // What has come in meanwhile is read first: it may be of a client that has nothing running.
      if (queue.size > 0) setImmediate(pump);
    }
  };
}
