// One call to one mirror node: sent through the cache and its gate, ended when it takes too long.
import { LedgerError, overFor } from '../errors.js';
import type { Body } from './body.js';
import type { Exchange } from './dispatcher.js';
import { callError } from './failure.js';
import { withContext } from './interceptor.js';
import type { RequestTarget } from './request-target.js';
import { ResponseHandler } from './response-handler.js';
import type { Answered, SharedCall } from './shared-calls.js';
import { pathAt, type Upstream } from './upstreams.js';

export type Call = (
  at: Upstream,
  asked: RequestTarget,
  shared: SharedCall<Body | null>,
  isRetry: boolean,
) => Promise<Answered<Body | null>>;

/** Calls through an exchange, of which each must be answered in full within `timeout` milliseconds. */
export function callsThrough(exchange: Exchange, timeout: number): Call {
  const { dispatcher, uncached, forget } = exchange;
  // Looked for once: what interceptors are composed to is a proxy.
  const throughCache = dispatcher.dispatch.bind(dispatcher);
  const pastCache = uncached.dispatch.bind(uncached);
  return (at, asked, shared, isRetry) =>
    new Promise((resolve, reject) => {
      if (shared.left !== undefined) return reject(overFor(shared.left));
      const { path, search, isFresh } = asked;
      const whole = pathAt(at, path, search);
      const handler = new ResponseHandler(at, asked, shared, isRetry, timeout, (outcome) => {
        if (!(outcome instanceof LedgerError)) return resolve(outcome);
        if (outcome.code === 'UPSTREAM_BAD_RESPONSE') forget(at.origin, whole);
        reject(outcome);
      });
      // The cache costs a quarter of a call; of a route that has nothing for it there is nothing in it.
      const dispatch = at.keepable.get(asked.route) === false ? pastCache : throughCache;
      const headers = isFresh ? { ...at.headers, 'cache-control': 'no-cache' } : at.headers;
      try {
        const request = { origin: at.origin, path: whole, method: 'GET', headers } as const;
        dispatch(withContext(request, handler), handler);
      } catch (error) {
        handler.onResponseError(null, callError(error));
      }
    });
}
