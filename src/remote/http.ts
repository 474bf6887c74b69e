// The mirror nodes of one network: calls that are shared, and made again or elsewhere where that helps.
import { setTimeout as sleep } from 'node:timers/promises';
import { LedgerError } from '../errors.js';
import type { Operation } from '../ledger.js';
import type { Body } from './body.js';
import { callsThrough } from './call.js';
import { type DispatcherOptions, openExchange } from './dispatcher.js';
import { asksForPause, isUpstreamFault, mayPass } from './failure.js';
import type { GateOptions } from './gate.js';
import { passesThrough } from './passing.js';
import { mistakeIn, type Typed } from './refusal.js';
import { type Pairs, type RequestTarget, searchOf } from './request-target.js';
import { type Answered, type SharedCall, sharedCalls } from './shared-calls.js';
import { choose, openUpstreams, pathAt, type Upstream } from './upstreams.js';

export interface HttpOptions extends DispatcherOptions, GateOptions {
  /** Base addresses of mirror nodes of one network; the first that takes calls is asked. */
  readonly upstream: string | readonly string[];
  /** Headers of every call, beside our own. */
  readonly headers: Readonly<Record<string, string>>;
  /** How often a call is made again at the most, where that may help. */
  readonly retries: number;
}

/** What is asked for. */
interface Target {
  /** The path of the resource, with `{id}` in the place of a key. */
  readonly route: string;
  readonly path: string;
  readonly query: Pairs;
}

export interface Http {
  /** Hosts of the upstreams, without anything that could be secret. */
  readonly host: string;
  /**
   * The body that a path answers; null where it says that there is nothing. `typed` is what of the
   * call may be wrong by the client's own doing.
   * @throws LedgerError for everything else that is not a JSON object.
   */
  get(target: Target, operation: Operation, typed: () => Typed): Promise<Body | null>;
  /** Keeps a body no longer, since it can not be believed. */
  forget(body: Body): void;
  /** Passes a request on as it is. */
  readonly pass: ReturnType<typeof passesThrough>;
  close(): Promise<void>;
}

/** Milliseconds before the first retry; doubled for each further one. */
const backoff = 100;

export function httpClient(options: HttpOptions): Http {
  const { upstream, headers, retries, timeout } = options;
  const upstreams = openUpstreams([upstream].flat(), headers, options);
  const exchange = openExchange(options);
  const call = callsThrough(exchange, timeout);
  const share = sharedCalls<Body | null>();

  /** Calls until there is an answer, or until there will be none in time. */
  async function callUntilAnswered(
    asked: RequestTarget,
    typed: () => Typed,
    shared: SharedCall<Body | null>,
  ): Promise<Answered<Body | null>> {
    let failed: { readonly error: LedgerError; readonly at: Upstream } | undefined;
    for (let retry = 0; ; retry += 1) {
      const at = choose(upstreams, asked.route, failed?.at);
      try {
        return await call(at, asked, shared, retry > 0);
      } catch (error) {
        if (!(error instanceof LedgerError) || shared.left !== undefined) throw error;
        // What the client has to correct is not asked anywhere else.
        if (mistakeIn(error, typed)) throw error;
        // A retry that nobody can pay for is none; what failed first is what there is to say.
        if (failed && error.code === 'COST_LIMIT') throw failed.error;
        failed = { error, at };
      }
      const wait = waitBefore(retry, asked.route, failed);
      if (wait === null || performance.now() + wait >= shared.deadline()) throw failed.error;
      // The gate itself holds back what its host has asked to wait.
      const { retryAfter, upstreamStatus } = failed.error.detail;
      const isHeldBack = retryAfter !== undefined && asksForPause(upstreamStatus);
      if (wait > 0 && !isHeldBack) await sleep(wait);
    }
  }

  /** Milliseconds before a call is made again; null where it has failed for good. */
  function waitBefore(
    retry: number,
    route: string,
    { error, at }: { readonly error: LedgerError; readonly at: Upstream },
  ): number | null {
    const other = choose(upstreams, route, at);
    const isElsewhere = other !== at && other.gate.allows(route) && isUpstreamFault(error);
    if (isElsewhere && retry < Math.max(retries, upstreams.length - 1)) return 0;
    if (retry >= retries || !mayPass(error)) return null;
    const { retryAfter } = error.detail;
    return retryAfter === undefined
      ? backoff * 2 ** retry * (0.5 + Math.random())
      : retryAfter * 1000;
  }

  /** What was asked for each body that may be kept: one that carries a list was asked for by two. */
  const sources = new WeakMap<Body, RequestTarget>();

  return {
    host: upstreams.map(({ host }) => host).join(', '),
    async get({ route, path, query }, operation, typed) {
      const search = searchOf(query);
      const asked: RequestTarget = { route, path, search, isFresh: operation.fresh };
      try {
        const body = await share(`${path}?${search}`, operation, (shared) =>
          callUntilAnswered(asked, typed, shared),
        );
        const isKept = upstreams.some(({ keepable }) => keepable.get(route) !== false);
        if (body && isKept) sources.set(body, asked);
        return body;
      } catch (error) {
        throw mistakeIn(error, typed) ?? error;
      }
    },
    forget(body) {
      const asked = sources.get(body);
      if (!asked) return;
      for (const at of upstreams) exchange.forget(at.origin, pathAt(at, asked.path, asked.search));
    },
    pass: passesThrough(upstreams, exchange.uncached, timeout),
    close: exchange.close,
  };
}
