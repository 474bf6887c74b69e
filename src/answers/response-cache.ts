// Answers to identical operations: kept for as long as the contract allows, and made only once at a time.
import { LRUCache } from 'lru-cache';
import { clientLeft } from '../errors.js';
import type { Report } from './report.js';

export interface Answer {
  /** Name of the operation that it is of; null without one. */
  readonly name: string | null;
  readonly body: string;
  readonly contentType: string;
  /** Milliseconds since the epoch at which it was made. */
  readonly made: number;
  /** Seconds from then for which it may be given. */
  readonly maxAge: number;
}

/** Where answers are kept. A store that fails answers null, and never throws. */
export interface AnswerStore {
  /** What is at hand, without asking anybody. */
  near(key: string): Answer | null;
  get(key: string): Promise<Answer | null> | Answer | null;
  set(key: string, answer: Answer): void;
}

/** Seconds for which an answer that needed no read is kept, such as an introspection. */
const unreadAge = 60;

/** Characters from which an answer may leave packed: what the first ten segments of a connection hold comes as soon unpacked. */
export const packedFrom = 14_000;

/** A store in this process, bounded by the characters in it, those of packed copies included; what is too old stays until others need the room. */
export function memoryStore(size: number): AnswerStore {
  const kept = new LRUCache<string, Answer>({
    maxSize: size,
    maxEntrySize: Math.ceil(size / 10),
    sizeCalculation: ({ body: { length } }, key) =>
      (length < packedFrom ? length : 2 * length) + key.length + 200,
  });
  const near = (key: string) => kept.get(key) ?? null;
  return {
    near,
    get: near,
    set(key, answer) {
      // Whoever takes it out looks at its age, and room is made for what is asked for: no clock is needed here.
      kept.set(key, answer);
    },
  };
}

/** What a client has sent, as it has sent it. */
interface Sent {
  readonly method: string;
  readonly accept: string | undefined;
  /** The body of a POST, the query string of all others. */
  readonly text: string;
}

/**
 * One key for all requests that must get the same bytes; `served` names the ledger and how it is
 * served, since a store may be shared with servers of other ledgers. Other words for the same
 * question are asked anew: to see that two mean the same would cost each request more than a few of
 * them gain.
 */
export const keyOf = (served: string, { method, accept = '', text }: Sent): string =>
  `${served} ${method === 'POST' ? 'body' : 'search'} ${accept.length} ${accept} ${text}`;

/** An answer as it is kept, for the age that the reads behind it allow; `age` counts from the ledger. */
export function answerOf(
  { name, maxAge }: Pick<Report, 'name' | 'maxAge'>,
  body: string,
  contentType: string,
  age: number,
): Answer {
  const made = Date.now() - age * 1000;
  const seconds = Number.isFinite(maxAge) ? maxAge : unreadAge;
  return { name, body, contentType, made, maxAge: seconds };
}

/**
 * Milliseconds for which an answer may still be given; not positive when it may not, as when the clock
 * was set back since: by it, nobody can tell how old an answer of a time to come is.
 */
export function timeLeft({ made, maxAge }: Answer): number {
  const age = Date.now() - made;
  return age < 0 ? 0 : maxAge * 1000 - age;
}

/** An answer and how it was found; null is for one request only, which has made it. */
export interface Found {
  readonly answer: Answer | null;
  readonly how: 'hit' | 'miss' | 'shared';
}

export class ResponseCache {
  readonly #store: AnswerStore;
  readonly #underWay = new Map<string, Promise<Found>>();

  constructor(store: AnswerStore) {
    this.#store = store;
  }

  /** A kept answer that is at hand; null also where it has to be asked for. */
  near(key: string): Answer | null {
    const kept = this.#store.near(key);
    return isGood(kept) ? kept : null;
  }

  /**
   * A kept answer, or one that `make` gives; requests with the same key meanwhile wait for it. Where
   * `make` throws that its client has left, one of them makes it for the others.
   */
  answer(key: string, make: () => Promise<Answer | null>): Promise<Found> {
    const waiting = this.#underWay.get(key);
    if (waiting) return this.#shared(waiting, key, make);
    const flight = this.#made(key, this.#store.get(key), make).finally(() =>
      this.#underWay.delete(key),
    );
    this.#underWay.set(key, flight);
    return flight;
  }

  async #shared(
    waiting: Promise<Found>,
    key: string,
    make: () => Promise<Answer | null>,
  ): Promise<Found> {
    const found = await waiting.catch((error: unknown) => ({ error, answer: null }));
    // The next one makes it for all who still wait.
    if ('error' in found && found.error === clientLeft) return this.answer(key, make);
    if (found.answer) return { ...found, how: 'shared' };
    // What went wrong for another client need not go wrong for this one.
    return this.#made(key, this.#store.get(key), make);
  }

  async #made(
    key: string,
    found: Promise<Answer | null> | Answer | null,
    make: () => Promise<Answer | null>,
  ): Promise<Found> {
    // A store that fails has nothing; it must not take the answer along.
    const kept = await Promise.resolve(found).catch(() => null);
    if (isGood(kept)) return { answer: kept, how: 'hit' };
    const answer = await make();
    if (isGood(answer)) this.#store.set(key, answer);
    return { answer, how: 'miss' };
  }
}

const isGood = (answer: Answer | null): answer is Answer => answer !== null && timeLeft(answer) > 0;
