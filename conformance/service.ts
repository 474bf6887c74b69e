// The product as the runner starts it: one server on a free port, its options changed per case.
import { Agent, request } from 'node:http';
import pino from 'pino';
import { configOf } from '../src/config.js';
import { defaultLimits, type Limits, type List, type Lookup } from '../src/contract/resource.js';
import { causeOf } from '../src/errors.js';
import { defaultQueryLimits } from '../src/graphql/running/limits.js';
import type { Ledger } from '../src/ledger.js';
import { toItem, toPage } from '../src/remote/answer.js';
import type { Body } from '../src/remote/body.js';
import { remoteLedger } from '../src/remote/remote.js';
import type { User } from '../src/rest/users.js';
import { boundsOf } from '../src/serve.js';
import { type ServerOptions, startServer } from '../src/server.js';
import type { Database } from '../src/sql/engines/database.js';
import { sqlLedger } from '../src/sql/sql.js';
import type { Settings } from './cases.js';
import { type Answer, type Difference, type Expected, firstDifference } from './compare.js';
import { isOf } from './routes.js';

export interface Service {
  /** Sets options and clock for what follows, and forgets what was learnt of the ledger before. */
  reset(options: Options): void;
  /**
   * How its answer differs from the expected one, or what the ledger over HTTP has against that one
   * as a mirror node's answer.
   */
  differenceFrom(
    expected: Expected,
    url: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<Difference | undefined>;
  close(): Promise<void>;
}

export interface Options {
  readonly limits: Limits;
  readonly delegation: boolean;
  readonly users: readonly User[];
  /** Milliseconds since the epoch. */
  now(): number;
}

export const defaultOptions: Options = {
  limits: defaultLimits,
  delegation: false,
  users: [],
  now: Date.now,
};

/**
 * Starts the service on a database, or over HTTP on such a service; it is ready, with the
 * reference's default configuration.
 */
export async function startService(
  database: Database,
  logLevel: string,
  isOverHttp: boolean,
): Promise<Service> {
  let settings = defaultOptions;
  let ledger: Ledger;
  /** What the last request has read: how the ledger over HTTP would take a mirror node's answer to it. */
  const taken: [List | Lookup, (body: Body) => unknown][] = [];
  const reset = (wanted: Options) => {
    settings = wanted;
    // A new ledger for each case: it may keep what it has read, such as derived addresses.
    ledger = sqlLedger(database, settings);
  };
  reset(settings);
  const current: Ledger = {
    description: database.description,
    kind: 'sql',
    get batching() {
      return ledger.batching;
    },
    one(lookup, key, request, operation) {
      taken.push([lookup, (body) => toItem(lookup, key, body, request.filters)]);
      return ledger.one(lookup, key, request, operation);
    },
    many: (...asked) => ledger.many(...asked),
    page(list, request, operation) {
      taken.push([list, (body) => toPage(list, request, body)]);
      return ledger.page(list, request, operation);
    },
    pages: (...asked) => ledger.pages(...asked),
    ready: (operation) => ledger.ready(operation),
    close: async () => {},
  };
  const options: ServerOptions = {
    host: '127.0.0.1',
    port: 0,
    operation: { timeout: 30_000, calls: 1000 },
    rest: {
      get limits() {
        return settings.limits;
      },
      get delegation() {
        return settings.delegation;
      },
      get users() {
        return settings.users;
      },
      now: () => settings.now(),
    },
    graphql: { title: 'rows of a case', graphiql: false, maxPage: 100, limits: defaultQueryLimits },
    ...boundsOf(configOf({}, {})),
    bodyLimit: 1_000_000,
    log: pino({ level: logLevel }, pino.destination(2)),
  };
  const below = await startServer(current, options);
  const upstream = isOverHttp ? remoteLedger({ upstream: below.url, cache: 0 }) : null;
  const server = upstream ? await startServer(upstream, options) : below;
  function complaintOf(url: string, { status, body }: Expected): Difference | undefined {
    if (status !== 200) return undefined;
    try {
      for (const [of, take] of taken) if (isOf(of, url)) take(body as Body);
      return undefined;
    } catch (error) {
      return { path: 'over HTTP', expected: 'an answer that is believed', got: causeOf(error) };
    }
  }
  const agent = new Agent({ keepAlive: true });
  return {
    reset,
    async differenceFrom(expected, url, headers) {
      taken.length = 0;
      const answer = await get(server.url, url, headers, agent);
      return firstDifference(expected, answer) ?? complaintOf(url, expected);
    },
    async close() {
      agent.destroy();
      await server.close();
      await upstream?.close();
      if (upstream) await below.close();
    },
  };
}

/** Sends the path as it is: `fetch` would mend spellings that the cases are about. */
function get(base: string, url: string, headers: Readonly<Record<string, string>>, agent: Agent) {
  const path = url.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent);
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(base, { path, headers, agent }, async (response) => {
      try {
        const chunks = await response.toArray();
        const text = Buffer.concat(chunks).toString();
        const got = response.headers as Record<string, string | undefined>;
        resolve({ status: response.statusCode as number, headers: got, text });
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject).end();
  });
}

/** Case files whose answers a second server can not give, with the reason. */
const onlyBelow: readonly (readonly [RegExp, string])[] = [
  [/^authentication\//, 'a limit of a user is that of the server that the user asks'],
  [
    /allowances\/tokens\/spender-id-range\.json$/,
    'a page of two ranges may have more rows than its limit, which a page that is asked for has not',
  ],
];
export const notOverHttp = (file: string): string | undefined =>
  onlyBelow.find(([files]) => files.test(file))?.[1];

/** Options of the reference's test setup, with a case's own settings over them (contract D.3). */
export function optionsOf(config: Settings, fakeTime: string | number | undefined): Options {
  const { limit = {}, enableDelegationAddress: delegation = true } = (config['response'] ??
    {}) as ResponseSettings;
  return {
    limits: {
      page: limit.default ?? defaultLimits.page,
      maxPage: limit.max ?? defaultLimits.maxPage,
      tokensPerRow: limit.tokenBalance?.multipleAccounts ?? defaultLimits.tokensPerRow,
      tokensPerAccount: limit.tokenBalance?.singleAccount ?? defaultLimits.tokensPerAccount,
      repeats: 8,
    },
    delegation,
    users: (config['users'] ?? []) as User[],
    now: clockFrom(fakeTime),
  };
}

interface ResponseSettings {
  readonly limit?: LimitSettings;
  readonly enableDelegationAddress?: boolean;
}

interface LimitSettings {
  readonly default?: number;
  readonly max?: number;
  readonly tokenBalance?: { readonly singleAccount?: number; readonly multipleAccounts?: number };
}

/** A clock that goes on from an instant: ISO text or seconds since the epoch. */
function clockFrom(fakeTime: string | number | undefined): () => number {
  if (fakeTime === undefined) return Date.now;
  const start = typeof fakeTime === 'number' ? fakeTime * 1000 : Date.parse(fakeTime);
  const began = Date.now();
  return () => start + Date.now() - began;
}
