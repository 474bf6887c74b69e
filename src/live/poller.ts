// Asks the ledger again and again while anyone wants to know, however many they are.
import { LedgerError } from '../errors.js';
import { type Operation, settled } from '../ledger.js';
import type { RunningOperation } from '../operation.js';

export interface PollerOptions {
  /** Milliseconds from one poll to the next. */
  readonly interval: number;
  /** Starts the operation of one poll, which is the server's own. */
  begin(): RunningOperation;
  /** Told how each poll went: `ok`, or the code of its error. */
  polled(outcome: string): void;
}

export interface Topic {
  /**
   * One round of questions. `isDue` is false for a round between two polls, which is only about
   * what is not known at all yet.
   * @throws the error of a ledger that does not answer
   */
  round(operation: Operation, isDue: boolean): Promise<void>;
  /** Told after each round what went wrong, or null. */
  failed(error: LedgerError | null): void;
}

/** A ledger that fails is asked less often, down to once in this many milliseconds. */
const slowest = 30_000;
/** Milliseconds by which a timer may be early. */
const slack = 5;
/** Milliseconds in which those who come together are asked for together. */
const gathering = 20;

export class Poller {
  readonly #options: PollerOptions;
  readonly #topic: Topic;
  #members = 0;
  #timer: NodeJS.Timeout | undefined;
  #operation: RunningOperation | undefined;
  #isAskedFor = false;
  #isGivenUp = false;
  #due = 0;
  #failures = 0;

  constructor(topic: Topic, options: PollerOptions) {
    this.#topic = topic;
    this.#options = options;
  }

  /** One more wants to know; the first of them starts the polls. */
  join(): void {
    this.#members += 1;
    if (this.#members > 1) return;
    this.#due = 0;
    this.#failures = 0;
    this.soon();
  }

  /** One of them has left; polls end with the last one, and what is under way is given up. */
  leave(): void {
    this.#members -= 1;
    if (this.#members > 0) return;
    clearTimeout(this.#timer);
    this.#isGivenUp = true;
    this.#operation?.end();
  }

  /** Asks for a round before the next poll is due; not of a ledger that fails. */
  soon(): void {
    if (this.#failures > 0) return;
    this.#isAskedFor = true;
    if (!this.#operation) this.#plan(gathering);
  }

  #plan(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#poll(), delay);
  }

  async #poll(): Promise<void> {
    const { interval, begin, polled } = this.#options;
    // Timers come early by a part of a millisecond, and a poll must not be taken for a round in between.
    const isDue = performance.now() >= this.#due - slack;
    if (isDue) this.#due = performance.now() + interval;
    this.#isAskedFor = false;
    this.#isGivenUp = false;
    const operation = begin();
    this.#operation = operation;
    const failure = await settled(this.#topic.round(operation, isDue));
    operation.end();
    this.#operation = undefined;
    if (!this.#isGivenUp) {
      const error = failure instanceof LedgerError ? failure : null;
      this.#slowDown(error !== null);
      this.#topic.failed(error);
      polled(error?.code ?? 'ok');
    }
    if (this.#members === 0) return;
    this.#plan(this.#isAskedFor ? gathering : Math.max(0, this.#due - performance.now()));
  }

  #slowDown(hasFailed: boolean): void {
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    if (!hasFailed) return;
    const { interval } = this.#options;
    const delay = Math.min(interval * 2 ** this.#failures, Math.max(slowest, interval));
    this.#due = performance.now() + delay;
  }
}
