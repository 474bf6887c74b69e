// Calls that are under way: whoever wants the same answer waits for it, and whoever leaves only leaves.
import { overFor } from '../errors.js';
import type { Operation } from '../ledger.js';

/** An answer, and where it came from. */
export interface Answered<T> {
  readonly value: T;
  readonly isCached: boolean;
  /** Seconds since the upstream gave it. */
  readonly age: number;
}

/** One answer that is on its way, and all operations that wait for it. */
export class SharedCall<T> {
  /** Why the last of them has left; undefined while one is there. */
  left: unknown;
  /** The call that is under way, which is given up when the last of them leaves. */
  call: { giveUp(reason: unknown): void } | null = null;
  answer: Promise<Answered<T>> | null = null;
  readonly #operations = new Set<Operation>();
  /** Bytes that have come so far. */
  #bytes = 0;

  join(operation: Operation): void {
    this.#operations.add(operation);
    operation.read(this.#bytes);
  }

  /** The first of them, whose turn the call takes; the call itself where nobody is left. */
  first(): object {
    const [operation] = this.#operations;
    return operation ?? this;
  }

  /** Whether nobody is left. */
  leave(operation: Operation, reason: unknown): boolean {
    this.#operations.delete(operation);
    if (this.#operations.size > 0) return false;
    this.left = reason;
    this.call?.giveUp(reason);
    return true;
  }

  /** The latest deadline of those that wait. */
  deadline(): number {
    let latest = 0;
    for (const { deadline } of this.#operations) latest = Math.max(latest, deadline);
    return latest;
  }

  /** All that share the call have waited for its turn. */
  noteWait(waited: number): void {
    for (const operation of this.#operations) operation.note({ waited });
  }

  /** Each of them holds what has come, and makes an answer of its own of it, whoever has asked first. */
  read(bytes: number): void {
    this.#bytes += bytes;
    // One that holds too much is over by that, and leaves.
    for (const operation of [...this.#operations]) operation.read(bytes);
  }

  /**
   * Takes one call from the budget of one of them; `isRetry` is noted there.
   * @throws LedgerError COST_LIMIT where none has a call left.
   */
  pay(isRetry: boolean): void {
    let refusal: unknown;
    for (const operation of this.#operations) {
      try {
        operation.spend(1);
      } catch (error) {
        refusal = error;
        continue;
      }
      if (isRetry) operation.note({ retries: 1 });
      return;
    }
    throw refusal ?? overFor(new Error('nobody waits for the answer'));
  }
}

/**
 * Answers by key: those that want one at the same time share a call. undici's own deduplication
 * gives all of them the error of the first when that one leaves, which is why it is not used.
 */
export function sharedCalls<T>() {
  const calls = new Map<string, SharedCall<T>>();

  /** The answer for an operation; an error of its own when it is over before the answer is there. */
  return function share(
    key: string,
    operation: Operation,
    start: (shared: SharedCall<T>) => Promise<Answered<T>>,
  ): Promise<T> {
    if (operation.over !== undefined) return Promise.reject(overFor(operation.over));
    let shared = operation.fresh ? undefined : calls.get(key);
    if (shared) {
      operation.note({ shared: 1 });
      shared.join(operation);
    } else {
      shared = new SharedCall<T>();
      shared.join(operation);
      // What must be fresh may not be an answer that was asked for before.
      if (!operation.fresh) calls.set(key, shared);
      shared.answer = start(shared);
    }
    return answerOf(shared, operation, () => {
      if (calls.get(key) === shared) calls.delete(key);
    });
  };
}

/** Waits for the answer, or for the operation to be over; `close` keeps others from joining. */
function answerOf<T>(shared: SharedCall<T>, operation: Operation, close: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const stay = operation.whenOver((reason) => {
      if (shared.leave(operation, reason)) close();
      reject(overFor(reason));
    });
    (shared.answer as Promise<Answered<T>>).then(
      ({ value, isCached, age }) => {
        close();
        stay();
        shared.answer = null;
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
