// Answers that several servers share, in Redis. It only ever helps: a failure is a miss.
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type Answer, type AnswerStore, timeLeft } from '../graphql/response-cache.js';

export interface SharedStore extends AnswerStore {
  /** The client, for others that count there too. */
  readonly client: Redis;
  close(): void;
}

/** Milliseconds after which the answer is made anew instead of waiting for Redis. */
const patience = 200;
const prefix = 'mirrorql:answer:';

/** A store at a `redis://` address. It connects in the background and comes back by itself. */
export function redisStore(url: string, log: Logger): SharedStore {
  const client = new Redis(url, {
    commandTimeout: patience,
    connectTimeout: 2000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(tries * 200, 5000),
  });
  let isSaid = false;
  client.on('error', (error) => {
    if (!isSaid) log.warn({ err: error }, 'Redis does not answer; going on without it');
    isSaid = true;
  });
  client.on('ready', () => {
    isSaid = false;
  });
  return {
    client,
    async get(key) {
      const text = await client.get(prefix + key).catch(() => null);
      return text === null ? null : (JSON.parse(text) as Answer);
    },
    set(key, answer) {
      const left = Math.ceil(timeLeft(answer));
      if (left <= 0) return;
      client.set(prefix + key, JSON.stringify(answer), 'PX', left).catch(() => {});
    },
    close: () => client.disconnect(),
  };
}

/** Looks near first, then far; what is found far is kept near. */
export function layered(near: AnswerStore, far: AnswerStore): AnswerStore {
  return {
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
