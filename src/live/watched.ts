// Things that are watched by their key: one poll asks for all of them, and only what has changed is told.
import type { LedgerError } from '../errors.js';
import { ledgerError, type Operation, type Settled } from '../ledger.js';
import { Poller, type PollerOptions } from './poller.js';
import { Stream } from './stream.js';

/** How things of one sort are read, and compared. */
export interface Watching<T> {
  /** What is behind each key, in the order of the keys; null where there is nothing. */
  read(keys: readonly string[], operation: Operation): Promise<readonly Settled<T | null>[]>;
  /** Equal for values between which nothing has changed. */
  text(value: T): string;
  /**
   * Whether a value, or that there is none, was read of a ledger that lags behind the one that gave
   * the value before: several may stand behind one address, each as old as it happens to be.
   */
  isOlder(value: T | null, before: T): boolean;
  /** Whether a value can change no more; its streams end with it. */
  isFinal?(value: T): boolean;
}

interface Watched<T> {
  /** Text of the value, or why it is not known; undefined before the first answer. */
  state: string | LedgerError | undefined;
  value: T | null;
  isFinal: boolean;
  /** Whether an answer is under way. */
  isAsked: boolean;
  readonly streams: Set<Stream<T | null>>;
}

export class WatchedTopic<T> {
  readonly #watching: Watching<T>;
  readonly #poller: Poller;
  readonly #watched = new Map<string, Watched<T>>();
  #failure: LedgerError | undefined;

  constructor(watching: Watching<T>, options: PollerOptions) {
    this.#watching = watching;
    const topic = {
      round: (operation: Operation, isDue: boolean) => this.#round(operation, isDue),
      failed: (error: LedgerError | null) => {
        this.#failure = error ?? undefined;
      },
    };
    this.#poller = new Poller(topic, options);
  }

  /** Keys that are watched, whatever the number of subscribers. */
  get size(): number {
    return this.#watched.size;
  }

  has(key: string): boolean {
    return this.#watched.has(key);
  }

  /** The value as it is, and again whenever it is another one; only the latest of several. */
  open(key: string): Stream<T | null> {
    const known = this.#watched.get(key);
    const one = known ?? {
      state: this.#failure,
      value: null,
      isFinal: false,
      isAsked: false,
      streams: new Set(),
    };
    let told: string | LedgerError | undefined;
    const stream = new Stream<T | null>(() => {
      const { state, value, isFinal } = one;
      if (state === told) {
        if (isFinal) stream.end();
        return undefined;
      }
      told = state;
      return typeof state === 'string' ? value : state;
    });
    one.streams.add(stream);
    this.#watched.set(key, one);
    stream.whenOver(() => {
      one.streams.delete(stream);
      if (one.streams.size === 0) this.#watched.delete(key);
      if (this.#watched.size === 0) this.#failure = undefined;
      this.#poller.leave();
    });
    this.#poller.join();
    if (!known) this.#poller.soon();
    return stream;
  }

  /** Asks for all, or between two polls for those that are new. */
  async #round(operation: Operation, isDue: boolean): Promise<boolean> {
    const asked = [...this.#watched].filter(
      ([, { state, isFinal, isAsked }]) => !isAsked && (isDue ? !isFinal : state === undefined),
    );
    if (asked.length === 0) return false;
    for (const [, one] of asked) one.isAsked = true;
    const keys = asked.map(([key]) => key);
    const found = await this.#watching.read(keys, operation).catch(ledgerError);
    for (const [, one] of asked) one.isAsked = false;
    const states = asked.map(([, one], index) => {
      const value = found instanceof Error ? found : (found[index] ?? null);
      return this.#note(one, value);
    });
    const failed = states.find((value) => value instanceof Error);
    // One that fails alone is told of; when all of them do, it is the ledger.
    if (failed && states.every((value) => value instanceof Error)) throw failed;
    return true;
  }

  /** Answers what it is now: the text of a value, or why there is none. */
  #note(one: Watched<T>, value: Settled<T | null>): string | LedgerError {
    const before = one.state;
    const found = value instanceof Error ? value : this.#newest(one.value, value);
    if (found instanceof Error) {
      // The first error stands for all that follow, so that a failure is told once.
      if (!(before instanceof Error)) one.state = found;
    } else {
      one.state = found.text;
      one.value = found.value;
      one.isFinal = found.value !== null && (this.#watching.isFinal?.(found.value) ?? false);
    }
    if (one.state !== before) for (const stream of one.streams) stream.wake();
    return found instanceof Error ? found : found.text;
  }

  /** What has been read or was known before, and its text; of which a member is wrong has none: it is an error as a whole. */
  #newest(known: T | null, read: T | null): { value: T | null; text: string } | LedgerError {
    const { text, isOlder } = this.#watching;
    try {
      const textOf = (value: T | null) => (value === null ? 'null' : text(value));
      // Of a wrong one nobody knows how old it is.
      const own = textOf(read);
      const isNews = known === null || !isOlder(read, known);
      return isNews ? { value: read, text: own } : { value: known, text: textOf(known) };
    } catch (error) {
      return ledgerError(error);
    }
  }
}
