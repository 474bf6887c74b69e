// One call to one mirror node: sent through the cache and its gate, ended when it takes too long.
import type { Dispatcher } from 'undici';
import { type Body, readBody } from './body.js';
import type { Exchange } from './dispatcher.js';
import { callError, timedOut } from './failure.js';
import type { Landed, Riders } from './flights.js';
import type { Ticketed } from './passage.js';
import type { Upstream } from './upstreams.js';

/** Names and values of a query string, in order. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** What is asked for, of whichever mirror node. */
export interface Asked {
  readonly path: string;
  readonly query: Pairs;
  /** Whether a kept answer must be asked for anew. */
  readonly isFresh: boolean;
}

export type Call = (
  at: Upstream,
  asked: Asked,
  riders: Riders,
  isRetry: boolean,
) => Promise<Landed<Body | null>>;

/** Calls through an exchange, of which each must be answered in full within `timeout` milliseconds. */
export function callsThrough({ dispatcher, forget }: Exchange, timeout: number): Call {
  return async function call(at, { path, query, isFresh }, riders, isRetry) {
    if (riders.reason !== undefined) throw timedOut(riders.reason);
    const left = new AbortController();
    const stay = riders.whenLeft(() => left.abort(riders.reason));
    let timer: NodeJS.Timeout | undefined;
    let isSlow = false;
    // The agent's timeouts are about silence; this one ends an answer that comes in drips too.
    const slow = () => {
      isSlow = true;
      left.abort(new Error(`no whole answer within ${timeout} ms`));
    };
    let status: number | null = null;
    const request: Ticketed<Dispatcher.RequestOptions> = {
      origin: at.origin,
      path: `${at.path}${path}${search(at.query, query)}`,
      method: 'GET',
      headers: { ...at.headers, ...(isFresh && { 'cache-control': 'no-cache' }) },
      signal: left.signal,
      ticket: {
        gate: at.gate,
        signal: left.signal,
        deadline: riders.deadline,
        pay: () => riders.pay(isRetry),
        sent() {
          timer = setTimeout(slow, timeout);
        },
        answered(code) {
          status = code;
        },
        isSlow: () => isSlow,
      },
    };
    try {
      const response = await dispatcher.request(request);
      const isCached = status === null;
      // What has just been found unchanged is as good as new.
      const age = status === 304 ? 0 : Number(response.headers['age'] ?? 0) || 0;
      return { value: await readBody(response), isCached, age };
    } catch (error) {
      if (left.signal.aborted) throw timedOut(left.signal.reason);
      const known = callError(error);
      if (known.code === 'UPSTREAM_BAD_RESPONSE') forget(at.origin, request.path);
      throw known;
    } finally {
      clearTimeout(timer);
      stay();
    }
  };
}

/** Path and query by which the same question is known. */
export const textOf = ({ path, query }: Asked): string => `${path}${search('', query)}`;

/** Colons stay as they are, since the contract's operators are written with them. */
const encode = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':');

function search(own: string, query: Pairs): string {
  const pairs = query.map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const all = [...(own ? [own] : []), ...pairs];
  return all.length > 0 ? `?${all.join('&')}` : '';
}
