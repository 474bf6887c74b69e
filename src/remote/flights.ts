// Calls that are under way: whoever wants the same answer waits for it, and whoever leaves only leaves.
import { setMaxListeners } from 'node:events';
import type { Operation } from '../ledger.js';
import { timedOut } from './failure.js';

/** An answer, and where it came from. */
export interface Landed<T> {
  readonly value: T;
  readonly isCached: boolean;
  /** Seconds since the upstream gave it. */
  readonly age: number;
}

/** All operations that wait for one answer. */
export interface Riders {
  /** Ends when the last of them has left. */
  readonly signal: AbortSignal;
  /** The latest of their deadlines. */
  deadline(): number;
  /**
   * Takes one call from the budget of one of them; `isRetry` is noted there.
   * @throws LedgerError COST_LIMIT where none has a call left.
   */
  pay(isRetry: boolean): void;
}

interface Flight<T> {
  readonly riders: Set<Operation>;
  readonly controller: AbortController;
  readonly landing: Promise<Landed<T>>;
}

type Start<T> = (riders: Riders) => Promise<Landed<T>>;

/**
 * Answers by key: those that want one at the same time share a call. undici's own deduplication
 * gives all of them the error of the first when that one leaves, which is why it is not used.
 */
export function sharedFlights<T>() {
  const flights = new Map<string, Flight<T>>();

  function open(key: string, operation: Operation, start: Start<T>): Flight<T> {
    const riders = new Set([operation]);
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    const landing = start({
      signal: controller.signal,
      deadline: () => Math.max(...[...riders].map(({ deadline }) => deadline)),
      pay: (isRetry) => pay(riders, isRetry),
    });
    const flight = { riders, controller, landing };
    // What must be fresh may not be an answer that was asked for before.
    if (!operation.fresh) {
      flights.set(key, flight);
      const land = () => flights.get(key) === flight && flights.delete(key);
      landing.then(land, land);
    }
    return flight;
  }

  /** The answer for an operation; an error of its own when it is over before the answer is there. */
  return function ride(key: string, operation: Operation, start: Start<T>): Promise<T> {
    const { signal } = operation;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(timedOut(signal.reason));
      let flight = operation.fresh ? undefined : flights.get(key);
      if (flight) {
        operation.note({ shared: 1 });
        flight.riders.add(operation);
      } else {
        flight = open(key, operation, start);
      }
      const { riders, controller, landing } = flight;
      const leave = () => {
        riders.delete(operation);
        if (riders.size === 0) {
          if (flights.get(key) === flight) flights.delete(key);
          controller.abort(signal.reason);
        }
        reject(timedOut(signal.reason));
      };
      // Many calls of one operation are no leak, which is what Node.js warns of from 11 on.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', leave, { once: true });
      landing
        .then(({ value, isCached, age }) => {
          operation.note({ age, cached: isCached ? 1 : 0 });
          resolve(value);
        }, reject)
        .finally(() => signal.removeEventListener('abort', leave));
    });
  };
}

function pay(riders: ReadonlySet<Operation>, isRetry: boolean): void {
  let refusal: unknown = timedOut(new Error('nobody waits for the answer'));
  for (const operation of riders) {
    try {
      operation.spend(1);
    } catch (error) {
      refusal = error;
      continue;
    }
    if (isRetry) operation.note({ retries: 1 });
    return;
  }
  throw refusal;
}
