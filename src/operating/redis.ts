// Answers that several servers share, in Redis. It only ever helps: a failure is a miss.
import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type Answer, type AnswerStore, timeLeft } from '../answers/response-cache.js';
import { causeOf } from '../errors.js';

export interface SharedStore extends AnswerStore {
  /** The client, for others that count there too. */
  readonly client: Redis;
  close(): void;
}

/** Milliseconds after which the answer is made anew instead of waiting for Redis. */
const patience = 200;
/**
 * Milliseconds without a word after which the connection is given up: until then all that is told to
 * Redis is held, and what is asked waits in vain.
 */
const silence = 2000;
/** Milliseconds from one word about what it refuses to the next: each request has some of it. */
const pause = 60_000;
/** Keys hold whole questions; there a digest of them names an answer. */
const nameOf = (key: string) =>
  `mirrorql:answer:${createHash('sha256').update(key).digest('base64url')}`;
/** Bytes of an answer that is shared, at the most. */
const largest = 5_000_000;
/** Milliseconds by which the clocks of servers may differ. */
const clockSkew = 60_000;
/** Seconds for which an answer is kept at the most. */
const longest = 3600;

const isIn = (value: unknown, low: number, high: number): boolean =>
  typeof value === 'number' && value >= low && value <= high;

/** An answer as it was written; null for anything else that may stand in its place. */
function readAnswer(text: string): Answer | null {
  try {
    const { name, body, contentType, made, maxAge } = JSON.parse(text) as Answer;
    const isAnswer =
      (name === null || (typeof name === 'string' && /^\w*$/.test(name))) &&
      typeof contentType === 'string' &&
      /^application\/[\w+-]*json(; charset=utf-8)?$/.test(contentType) &&
      isIn(made, 0, Date.now() + clockSkew) &&
      isIn(maxAge, 0, longest) &&
      typeof body === 'string' &&
      isObject(JSON.parse(body));
    // Of a server whose clock is ahead it would be given for longer by as much.
    return isAnswer ? { name, body, contentType, made: Math.min(made, Date.now()), maxAge } : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A store at a `redis://` address. It connects in the background and comes back by itself. */
export function redisStore(url: string, log: Logger): SharedStore {
  const client = new Redis(url, {
    commandTimeout: patience,
    connectTimeout: silence,
    socketTimeout: silence,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(tries * 200, 5000),
    reconnectOnError({ message }) {
      tellRefusal(message);
      // One that has become a replica takes no more: its address may lead to another one by now.
      return message.includes('READONLY');
    },
  });
  let isSaid = false;
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** What it says while it is there: such as that it is full, a replica, or that a user may not. */
  function tellRefusal(cause: string): void {
    // Of a script that it does not know yet it is told at once; what the start meets has its own word.
    const isPlain = client.status === 'ready' && !cause.includes('NOSCRIPT');
    if (!isPlain || performance.now() - refusedAt < pause) return;
    refusedAt = performance.now();
    log.warn({ cause }, 'Redis refuses what it is asked; answers and rates are not shared');
  }
  client.on('error', (error) => {
    // The error itself holds the command that failed, which may be the password.
    if (!isSaid) log.warn({ cause: causeOf(error) }, 'Redis does not answer; going on without it');
    isSaid = true;
  });
  client.on('ready', () => {
    isSaid = false;
  });
  return {
    client,
    near: () => null,
    async get(key) {
      // Whatever stands there, no more of it is read than an answer may have.
      const text = await client.getrange(nameOf(key), 0, largest).catch(() => '');
      return text.length <= largest ? readAnswer(text) : null;
    },
    set(key, answer) {
      const left = Math.ceil(timeLeft(answer));
      const text = JSON.stringify(answer);
      if (left <= 0 || Buffer.byteLength(text) > largest) return;
      client.set(nameOf(key), text, 'PX', left).catch(() => {});
    },
    close: () => client.disconnect(),
  };
}

/** Looks near first, then far; what is found far is kept near. */
export function layered(near: AnswerStore, far: AnswerStore): AnswerStore {
  return {
    near: (key) => near.near(key),
    async get(key) {
      const own = await near.get(key);
      if (own) return own;
      const shared = await far.get(key);
      if (shared) near.set(key, shared);
      return shared;
    },
    set(key, answer) {
      near.set(key, answer);
      far.set(key, answer);
    },
  };
}
