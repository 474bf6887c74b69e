// From the options to a running server: what each option means to the parts that it is about.
import type { Logger } from 'pino';
import { type AnswerStore, memoryStore } from './answers/response-cache.js';
import { type Config, OptionError } from './config.js';
import { defaultLimits } from './contract/resource.js';
import { causeOf } from './errors.js';
import { defaultQueryLimits } from './graphql/running/limits.js';
import { answerOptions, fingerprint, readVersion } from './identity.js';
import type { Ledger } from './ledger.js';
import { readTrust } from './operating/client.js';
import { readOrigins } from './operating/cors.js';
import { lostLines } from './operating/log.js';
import { makeMetrics } from './operating/metrics.js';
import type { SharedStore } from './operating/redis.js';
import { namesIn } from './operating/trusted.js';
import { options } from './options.js';
import { type Server, startServer } from './server.js';

/** A ledger with what the server must know about it. */
export interface Opened {
  readonly ledger: Ledger;
  /** What visitors may know of it, as `GraphqlOptions` has it. */
  readonly title: string;
  /** The time by which the ledger chooses snapshots. */
  readonly clock: { now(): number };
  /** Names the ledger, without credentials, to servers that share a Redis. */
  readonly identity: string;
  /** What was made at this start and is kept for the next one: null once it is, or why it can not be. */
  readonly kept?: Promise<unknown>;
  /** Lets a made-up ledger go on until the answer is called; `failed` is told of what went wrong. */
  readonly begin?: (failed: (error: unknown) => void) => () => void;
}

async function openRedis(config: Config, log: Logger): Promise<SharedStore | null> {
  const url = config.text('redis');
  return url === undefined ? null : (await import('./operating/redis.js')).redisStore(url, log);
}

async function cacheOf(config: Config, shared: SharedStore | null): Promise<AnswerStore | null> {
  if (config.isSet('no-cache')) return null;
  const size = config.number('cache-size');
  if (size === 0) return shared;
  const own = memoryStore(size);
  return shared ? (await import('./operating/redis.js')).layered(own, shared) : own;
}

/** What is served, so that no server gives the answers of another ledger, schema or limit. */
async function servedBy(config: Config, identity: string, documents: ReadonlyMap<string, string>) {
  const { printedSchema } = await import('./graphql/printed.js');
  const trusted = [...documents].sort();
  return fingerprint(readVersion(), printedSchema(), identity, answerOptions(config), trusted);
}

/** What the options bound by numbers alone, so that their defaults are those of tests, too. */
export const boundsOf = (config: Config) => ({
  bodyLimit: config.number('max-body'),
  patience: config.number('max-wait'),
  readyWithin: config.number('ready-timeout'),
  closeWithin: config.number('shutdown-timeout'),
  live: {
    interval: config.number('poll'),
    streams: config.number('max-streams'),
    streamsPerClient: config.number('max-streams-per-client'),
    watched: config.number('max-watched'),
    life: config.number('stream-life'),
  },
});

/** All that the options say by numbers, in the places of the server's settings. */
export function settingsOf(config: Config) {
  const rows = config.number('max-cost-rows');
  const values = config.number('max-cost-values');
  return {
    port: config.number('port'),
    ...boundsOf(config),
    connections: config.number('max-connections'),
    connectionMemory: { bytes: config.number('max-held') },
    operation: {
      timeout: config.number('timeout'),
      calls: config.number('max-calls'),
      rows,
      values,
    },
    slow: config.number('slow'),
    graphql: {
      maxPage: config.number('max-page'),
      limits: {
        ...defaultQueryLimits,
        depth: config.number('max-depth'),
        aliases: config.number('max-aliases'),
        tokens: config.number('max-tokens'),
        answer: config.number('max-answer'),
        cost: { ...defaultQueryLimits.cost, calls: config.number('max-cost-calls'), rows, values },
      },
    },
  };
}

/** Serves an open ledger as the options say. */
export async function serve(
  config: Config,
  documents: ReadonlyMap<string, string>,
  { ledger, title, clock, identity, kept, begin }: Opened,
  log: Logger,
): Promise<Server> {
  const proxies = config.text('trust-proxy') ?? 'false';
  if (readTrust(proxies) === null) {
    const { rule } = options['trust-proxy'];
    throw new OptionError(`--trust-proxy must be ${rule}, but is ${JSON.stringify(proxies)}`);
  }
  const shared = await openRedis(config, log);
  const cache = await cacheOf(config, shared);
  const settings = settingsOf(config);
  const perMinute = config.number('rate-limit');
  const metrics = config.isSet('no-metrics')
    ? null
    : makeMetrics(namesIn(documents.values()), () => lostLines(log));
  const server = await startServer(ledger, {
    host: config.text('host') as string,
    ...settings,
    log,
    origins: readOrigins(config.text('cors-origin') as string),
    trustProxy: proxies,
    ...(config.isSet('rate-limit') && {
      rateLimit: {
        perMinute,
        service: fingerprint(identity),
        ...(shared && { redis: shared.client }),
      },
    }),
    ...(metrics && { metrics }),
    rest: {
      limits: defaultLimits,
      delegation: false,
      now: () => clock.now(),
      users: [],
      isKept: !config.isSet('no-cache'),
    },
    graphql: {
      ...settings.graphql,
      title,
      graphiql: !config.isSet('no-graphiql'),
      introspection: !config.isSet('no-introspection'),
      federation: config.isSet('federation'),
      trace: config.isSet('trace'),
      persisted: { documents, only: config.isSet('only-persisted') },
      ...(cache && { cache }),
      ...(shared && { served: await servedBy(config, identity, documents) }),
    },
  }).catch((error: unknown) => {
    shared?.close();
    throw error;
  });
  let isClosing = false;
  void kept?.then((failure) => {
    if (failure === null || isClosing) return;
    const cause = causeOf(failure);
    log.warn({ cause }, 'the sample could not be kept, so that each start makes it anew');
  });
  const end = begin?.((error) =>
    log.warn({ cause: causeOf(error) }, 'the sample has missed a block'),
  );
  return {
    url: server.url,
    async close() {
      isClosing = true;
      end?.();
      await server.close();
      shared?.close();
    },
  };
}
