// One subscriber's stream: values are taken when the client can take them, so nothing queues up for it.
import type { LedgerError } from '../errors.js';
import { ledgerError, type Settled } from '../ledger.js';

/**
 * Values for one subscriber. It holds no values itself: `take` gives the next one, or undefined
 * while there is none, and is asked again after `wake`. An error among the values is told and does
 * not end the stream; the error of `end` is its last value.
 */
export class Stream<T> implements AsyncIterableIterator<Settled<T>> {
  readonly #take: (stream: Stream<T>) => Awaitable<Settled<T> | undefined>;
  readonly #listeners: (() => void)[] = [];
  #wake = () => {};
  #isOver = false;
  #last: LedgerError | undefined;

  constructor(take: (stream: Stream<T>) => Awaitable<Settled<T> | undefined>) {
    this.#take = take;
  }

  async next(): Promise<IteratorResult<Settled<T>>> {
    while (!this.#isOver) {
      // Listens before it looks: news that come while it looks are not missed.
      const news = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const value = await this.#taken();
      if (value !== undefined) return { done: false, value };
      if (!this.#isOver) await news;
    }
    const value = this.#last;
    this.#last = undefined;
    return value ? { done: false, value } : { done: true, value: undefined };
  }

  /** An error that is thrown ends the stream: it would be thrown again, as often as there is a reader. */
  async #taken(): Promise<Settled<T> | undefined> {
    try {
      return await this.#take(this);
    } catch (error) {
      this.end(ledgerError(error));
      return undefined;
    }
  }

  /** There may be something to take. */
  wake(): void {
    this.#wake();
  }

  /** Ends the stream, for a reason that its reader is told, or without one. */
  end(reason?: LedgerError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#last = reason;
    this.#wake();
    for (const listener of this.#listeners) listener();
  }

  /** Calls when the stream is over, whoever ended it. */
  whenOver(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The reader has left. */
  async return(): Promise<IteratorResult<Settled<T>>> {
    this.#last = undefined;
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

type Awaitable<T> = T | Promise<T>;
