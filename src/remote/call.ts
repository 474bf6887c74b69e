// One call to one mirror node: sent through the cache and its gate, ended when it takes too long.
import { LedgerError } from '../errors.js';
import type { Body } from './body.js';
import type { Exchange } from './dispatcher.js';
import { callError, timedOut } from './failure.js';
import type { Flight, Landed } from './flights.js';
import { withTicket } from './passage.js';
import { Reception } from './reception.js';
import type { Upstream } from './upstreams.js';

/** Names and values of a query string, in order. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** What is asked for, of whichever mirror node. */
export interface Asked {
  readonly path: string;
  /** Query string, without a question mark; empty for none. */
  readonly search: string;
  /** Whether a kept answer must be asked for anew. */
  readonly isFresh: boolean;
}

export type Call = (
  at: Upstream,
  asked: Asked,
  flight: Flight<Body | null>,
  isRetry: boolean,
) => Promise<Landed<Body | null>>;

/** Calls through an exchange, of which each must be answered in full within `timeout` milliseconds. */
export function callsThrough({ dispatcher, forget }: Exchange, timeout: number): Call {
  return (at, { path, search, isFresh }, flight, isRetry) =>
    new Promise((resolve, reject) => {
      if (flight.left !== undefined) return reject(timedOut(flight.left));
      const whole = `${at.path}${path}${question(at.query, search)}`;
      const reception = new Reception(at.gate, flight, isRetry, timeout, (outcome) => {
        if (!(outcome instanceof LedgerError)) return resolve(outcome);
        if (outcome.code === 'UPSTREAM_BAD_RESPONSE') forget(at.origin, whole);
        reject(outcome);
      });
      const headers = isFresh ? { ...at.headers, 'cache-control': 'no-cache' } : at.headers;
      try {
        const request = { origin: at.origin, path: whole, method: 'GET', headers } as const;
        dispatcher.dispatch(withTicket(request, reception), reception);
      } catch (error) {
        reception.onResponseError(null, callError(error));
      }
    });
}

/** The text of a query string. Colons stay, since the contract's operators are written with them. */
export function searchOf(pairs: Pairs): string {
  let text = '';
  for (const [name, value] of pairs) {
    if (text !== '') text += '&';
    text += `${encode(name)}=${encode(value)}`;
  }
  return text;
}

const plain = /^[\w.:-]*$/;
const encode = (text: string) =>
  plain.test(text) ? text : encodeURIComponent(text).replaceAll('%3A', ':');

function question(own: string, search: string): string {
  if (own === '') return search === '' ? '' : `?${search}`;
  return search === '' ? `?${own}` : `?${own}&${search}`;
}
