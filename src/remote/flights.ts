// Calls that are under way: whoever wants the same answer waits for it, and whoever leaves only leaves.
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
  /** Why the last of them has left; undefined while one is there. */
  readonly reason: unknown;
  /** Calls when the last of them leaves; the answer takes the call back. */
  whenLeft(listener: () => void): () => void;
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
  readonly landing: Promise<Landed<T>>;
  /** Gives up what nobody waits for. */
  abandon(reason: unknown): void;
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
    // Not an abort signal, which costs more than all else that a call needs here.
    const listeners = new Set<() => void>();
    let left: unknown;
    const landing = start({
      get reason() {
        return left;
      },
      whenLeft(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      deadline: () => Math.max(...[...riders].map(({ deadline }) => deadline)),
      pay: (isRetry) => pay(riders, isRetry),
    });
    const abandon = (reason: unknown) => {
      left = reason;
      for (const listener of listeners) listener();
    };
    const flight = { riders, landing, abandon };
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
      const { riders, landing, abandon } = flight;
      const leave = () => {
        riders.delete(operation);
        if (riders.size === 0) {
          if (flights.get(key) === flight) flights.delete(key);
          abandon(signal.reason);
        }
        reject(timedOut(signal.reason));
      };
      signal.addEventListener('abort', leave, { once: true });
      const stay = () => signal.removeEventListener('abort', leave);
      landing.then(
        ({ value, isCached, age }) => {
          stay();
          operation.note({ age, cached: isCached ? 1 : 0 });
          resolve(value);
        },
        (error) => {
          stay();
          reject(error);
        },
      );
    });
  };
}

function pay(riders: ReadonlySet<Operation>, isRetry: boolean): void {
  let refusal: unknown;
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
  throw refusal ?? timedOut(new Error('nobody waits for the answer'));
}
