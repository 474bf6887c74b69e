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

/** One answer that is on its way, and all operations that wait for it. */
export class Flight<T> {
  /** Why the last of them has left; undefined while one is there. */
  left: unknown;
  /** Gives up the call that is under way when the last of them leaves. */
  giveUp: ((reason: unknown) => void) | null = null;
  landing: Promise<Landed<T>> | null = null;
  readonly #riders = new Set<Operation>();

  board(operation: Operation): void {
    this.#riders.add(operation);
  }

  /** The first of them, whose turn the call takes; the flight itself where nobody is left. */
  first(): object {
    const [operation] = this.#riders;
    return operation ?? this;
  }

  /** Whether nobody is left. */
  leave(operation: Operation, reason: unknown): boolean {
    this.#riders.delete(operation);
    if (this.#riders.size > 0) return false;
    this.left = reason;
    this.giveUp?.(reason);
    return true;
  }

  /** The latest deadline of those that wait. */
  deadline(): number {
    let latest = 0;
    for (const { deadline } of this.#riders) latest = Math.max(latest, deadline);
    return latest;
  }

  /**
   * Takes one call from the budget of one of them; `isRetry` is noted there.
   * @throws LedgerError COST_LIMIT where none has a call left.
   */
  pay(isRetry: boolean): void {
    let refusal: unknown;
    for (const operation of this.#riders) {
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
}

/**
 * Answers by key: those that want one at the same time share a call. undici's own deduplication
 * gives all of them the error of the first when that one leaves, which is why it is not used.
 */
export function sharedFlights<T>() {
  const flights = new Map<string, Flight<T>>();

  /** The answer for an operation; an error of its own when it is over before the answer is there. */
  return function ride(
    key: string,
    operation: Operation,
    start: (flight: Flight<T>) => Promise<Landed<T>>,
  ): Promise<T> {
    if (operation.over !== undefined) return Promise.reject(timedOut(operation.over));
    let flight = operation.fresh ? undefined : flights.get(key);
    if (flight) {
      operation.note({ shared: 1 });
      flight.board(operation);
    } else {
      flight = new Flight<T>();
      flight.board(operation);
      // What must be fresh may not be an answer that was asked for before.
      if (!operation.fresh) flights.set(key, flight);
      flight.landing = start(flight);
    }
    return landed(flight, operation, () => {
      if (flights.get(key) === flight) flights.delete(key);
    });
  };
}

/** Waits for a flight to land, or for the operation to be over; `close` keeps others from boarding. */
function landed<T>(flight: Flight<T>, operation: Operation, close: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const stay = operation.whenOver((reason) => {
      if (flight.leave(operation, reason)) close();
      reject(timedOut(reason));
    });
    (flight.landing as Promise<Landed<T>>).then(
      ({ value, isCached, age }) => {
        close();
        stay();
        operation.note({ age, cached: isCached ? 1 : 0 });
        resolve(value);
      },
      (error) => {
        close();
        stay();
        reject(error);
      },
    );
  });
}
