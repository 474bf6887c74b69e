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
   * One round of questions, about what no other round is still asking; answers whether there were any.
   * `isDue` is false for a round between two polls, which is only about what is not known yet.
   * @throws the error of a ledger that does not answer
   */
  round(operation: Operation, isDue: boolean): Promise<boolean>;
  /** Told after each round what went wrong, or null. */
  failed?(error: LedgerError | null): void;
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
  readonly #running = new Set<RunningOperation>();
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
    for (const operation of this.#running) operation.end();
    this.#running.clear();
  }

  /** Asks for a round before the next poll is due; not of a ledger that fails. */
  soon(): void {
    if (this.#failures === 0 && this.#members > 0) this.#plan(gathering);
  }

  #plan(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#poll(), delay);
  }

  async #poll(): Promise<void> {
    const { interval, begin, polled } = this.#options;
    const now = performance.now();
    // Timers come early by a part of a millisecond, and a poll must not be taken for a round in between.
    const isDue = now >= this.#due - slack;
    if (isDue) this.#due = now + interval;
    // Whatever this round takes: what is slow holds up nothing else.
    this.#plan(this.#due - now);
    const operation = begin();
    this.#running.add(operation);
    const outcome = await settled(this.#topic.round(operation, isDue));
    operation.end();
    const isGivenUp = !this.#running.delete(operation);
    if (isGivenUp || outcome === false) return;
    const error = outcome instanceof LedgerError ? outcome : null;
    this.#slowDown(error !== null);
    this.#topic.failed?.(error);
    polled(error?.code ?? 'ok');
  }

  #slowDown(hasFailed: boolean): void {
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    if (!hasFailed) return;
    const { interval } = this.#options;
    const delay = Math.min(interval * 2 ** this.#failures, Math.max(slowest, interval));
    this.#due = performance.now() + delay;
    this.#plan(delay);
  }
}
