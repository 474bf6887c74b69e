// The mirror nodes of one network: calls that are shared, and made again or elsewhere where that helps.
import { setTimeout as sleep } from 'node:timers/promises';
import { LedgerError } from '../errors.js';
import type { Operation } from '../ledger.js';
import type { Body } from './body.js';
import { type Asked, callsThrough, type Pairs, searchOf } from './call.js';
import { type DispatcherOptions, openExchange } from './dispatcher.js';
import { isUpstreamFault, mayPass } from './failure.js';
import { type Flight, type Landed, sharedFlights } from './flights.js';
import type { GateOptions } from './gate.js';
import { choose, openUpstreams, type Upstream } from './upstreams.js';

export interface HttpOptions extends DispatcherOptions, GateOptions {
  /** Base addresses of mirror nodes of one network; the first that takes calls is asked. */
  readonly upstream: string | readonly string[];
  /** Headers of every call, beside our own. */
  readonly headers: Readonly<Record<string, string>>;
  /** How often a call is made again at the most, where that may help. */
  readonly retries: number;
}

export interface Http {
  /** Hosts of the upstreams, without anything that could be secret. */
  readonly host: string;
  /**
   * The body that a path answers; null for a 404.
   * @throws LedgerError for everything else that is not a JSON object.
   */
  get(path: string, query: Pairs, operation: Operation): Promise<Body | null>;
  close(): Promise<void>;
}

/** Milliseconds before the first retry; doubled for each further one. */
const backoff = 100;

export function httpClient(options: HttpOptions): Http {
  const { upstream, headers, retries, timeout } = options;
  const upstreams = openUpstreams([upstream].flat(), headers, options);
  const exchange = openExchange(options);
  const call = callsThrough(exchange, timeout);
  const ride = sharedFlights<Body | null>();

  /** Calls until there is an answer, or until there will be none in time. */
  async function fly(asked: Asked, flight: Flight<Body | null>): Promise<Landed<Body | null>> {
    let failed: { readonly error: LedgerError; readonly at: Upstream } | undefined;
    for (let retry = 0; ; retry += 1) {
      const at = choose(upstreams, failed?.at);
      try {
        return await call(at, asked, flight, retry > 0);
      } catch (error) {
        if (!(error instanceof LedgerError) || flight.left !== undefined) throw error;
        // A retry that nobody can pay for is none; what failed first is what there is to say.
        if (failed && error.code === 'COST_LIMIT') throw failed.error;
        failed = { error, at };
      }
      const wait = waitBefore(retry, failed);
      if (wait === null || Date.now() + wait >= flight.deadline()) throw failed.error;
      // The gate itself holds back what its host has asked to wait.
      if (wait > 0 && failed.error.detail.retryAfter === undefined) {
        await sleep(wait);
      }
    }
  }

  /** Milliseconds before a call is made again; null where it has failed for good. */
  function waitBefore(
    retry: number,
    { error, at }: { readonly error: LedgerError; readonly at: Upstream },
  ): number | null {
    const other = choose(upstreams, at);
    const isElsewhere = other !== at && other.gate.isOpen() && isUpstreamFault(error);
    if (isElsewhere && retry < Math.max(retries, upstreams.length - 1)) return 0;
    if (retry >= retries || !mayPass(error)) return null;
    const { retryAfter } = error.detail;
    return retryAfter === undefined
      ? backoff * 2 ** retry * (0.5 + Math.random())
      : retryAfter * 1000;
  }

  return {
    host: upstreams.map(({ host }) => host).join(', '),
    get(path, query, operation) {
      const asked: Asked = { path, search: searchOf(query), isFresh: operation.fresh };
      return ride(`${path}?${asked.search}`, operation, (flight) => fly(asked, flight));
    },
    close: exchange.close,
  };
}
