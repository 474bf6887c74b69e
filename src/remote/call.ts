// One call to one mirror node: sent through the cache and its gate, ended when it takes too long.
import { LedgerError } from '../errors.js';
import type { Asked } from './asked.js';
import type { Body } from './body.js';
import type { Exchange } from './dispatcher.js';
import { callError, timedOut } from './failure.js';
import type { Flight, Landed } from './flights.js';
import { withTicket } from './passage.js';
import { Reception } from './reception.js';
import type { Upstream } from './upstreams.js';

export type Call = (
  at: Upstream,
  asked: Asked,
  flight: Flight<Body | null>,
  isRetry: boolean,
) => Promise<Landed<Body | null>>;

/** Calls through an exchange, of which each must be answered in full within `timeout` milliseconds. */
export function callsThrough({ dispatcher, forget }: Exchange, timeout: number): Call {
  return (at, asked, flight, isRetry) =>
    new Promise((resolve, reject) => {
      if (flight.left !== undefined) return reject(timedOut(flight.left));
      const { path, search, isFresh } = asked;
      const whole = `${at.path}${path}${question(at.query, search)}`;
      const reception = new Reception(at.gate, asked, flight, isRetry, timeout, (outcome) => {
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

function question(own: string, search: string): string {
  if (own === '') return search === '' ? '' : `?${search}`;
  return search === '' ? `?${own}` : `?${own}&${search}`;
}
