// Answers to identical operations: kept for as long as the contract allows, and made only once at a time.
import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { FastifyRequest } from 'fastify';
import type { GraphQLParams } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
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
  get(key: string): Promise<Answer | null> | Answer | null;
  set(key: string, answer: Answer): void;
}

/** Seconds for which an answer that needed no read is kept, such as an introspection. */
const unreadAge = 60;

/** A store in this process, bounded by the characters in it. */
export function memoryStore(size: number): AnswerStore {
  const kept = new LRUCache<string, Answer>({
    maxSize: size,
    maxEntrySize: Math.ceil(size / 10),
    sizeCalculation: ({ body }) => body.length + 200,
  });
  return {
    get: (key) => kept.get(key) ?? null,
    set(key, answer) {
      const ttl = Math.ceil(timeLeft(answer));
      if (ttl > 0) kept.set(key, answer, { ttl });
    },
  };
}

/**
 * One key for all requests that must get the same bytes, of well-formed parameters; `served` names
 * the ledger and how it is served, since a store may be shared with servers of other ledgers. The
 * order of names counts: to see that two orders mean the same would cost each request more than a
 * few of them gain.
 */
export function keyOf(served: string, request: FastifyRequest, parameters: GraphQLParams): string {
  const asked = [served, request.headers.accept ?? '', parameters];
  const exact = isExactInJson(parameters) ? JSON.stringify(asked) : serialize(asked);
  return createHash('sha256').update(exact).digest('base64url');
}

/** JSON makes `null` of a number beyond all numbers, and `0` of `-0`. */
function isExactInJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExactInJson);
}

/** An answer as it is kept, for the age that the reads behind it allow; `age` counts from the ledger. */
export function answerOf(
  { name, maxAge }: Pick<Report, 'name' | 'maxAge'>,
  body: string,
  contentType: string,
  age: number,
): Answer {
  const made = Date.now() - age * 1000;
  const seconds = Math.min(maxAge, unreadAge);
  return { name, body, contentType, made, maxAge: seconds };
}

/** Milliseconds for which an answer may still be given; not positive when it may not. */
export const timeLeft = ({ made, maxAge }: Answer): number => made + maxAge * 1000 - Date.now();

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

  /** A kept answer, or one that `make` gives; requests with the same key meanwhile wait for it. */
  async answer(key: string, make: () => Promise<Answer | null>): Promise<Found> {
    const waiting = this.#underWay.get(key);
    if (!waiting) {
      const flight = this.#findOrMake(key, make).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, flight);
      return flight;
    }
    const found = await waiting.catch(() => null);
    // What went wrong for another client, such as its leaving, need not go wrong for this one.
    return found?.answer ? { ...found, how: 'shared' } : this.#findOrMake(key, make);
  }

  /** A store that fails has nothing; it must not take the answer along. */
  async #find(key: string): Promise<Answer | null> {
    try {
      return await this.#store.get(key);
    } catch {
      return null;
    }
  }

  async #findOrMake(key: string, make: () => Promise<Answer | null>): Promise<Found> {
    const kept = await this.#find(key);
    if (kept && timeLeft(kept) > 0) return { answer: kept, how: 'hit' };
    const answer = await make();
    if (answer && timeLeft(answer) > 0) this.#store.set(key, answer);
    return { answer, how: 'miss' };
  }
}
