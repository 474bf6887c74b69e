// The pressure on one host: how many calls a second and at once, whose turn it is, and when it wants none.
import type { LedgerError } from '../errors.js';
import { openFairQueue, Places } from '../fair-queue.js';
import { CircuitBreaker, type Outcome } from './circuit-breaker.js';
import { downFor, tooManyFor } from './failure.js';
import { openRateLimiter } from './rate-limiter.js';

export interface GateOptions {
  /** Calls under way at the most; further ones wait. */
  readonly concurrency: number;
  /** Calls in any second at the most; 0 for any number. */
  readonly rate: number;
}

/** A call that wants to be sent. */
export interface Waiter {
  /** The operation whose turn it takes: of several that share the call, the first. */
  readonly operation: object;
  /** Path of the resource, without keys: what fails there need not fail elsewhere. */
  readonly route: string;
  /** What exactly is asked. */
  readonly question: string;
  /** When its answer is of no more use, in milliseconds of `performance.now()`. */
  deadline(): number;
  /** Sends the call, and must call `leave` at its end; false where it is not sent after all. */
  start(leave: (outcome: Outcome) => void): boolean;
  refuse(error: LedgerError): void;
}

export interface Gate {
  /** Whether a call of a route that comes now can go without waiting for it to come back. */
  allows(route: string): boolean;
  enter(waiter: Waiter): void;
  /** Takes a call out of the queue. */
  leaveQueue(waiter: Waiter): void;
  /** The host wants no calls for some time; where a route is named, none of that. */
  pause(milliseconds: number, route?: string): void;
}

/** No header of a host keeps us away for longer; after that it is asked again. */
const longestPause = 300_000;

/**
 * A host, or a route of it, that is down lets calls fail at once; a host that is busy lets them
 * wait. Operations take turns, and none holds more calls than it leaves free: the first may take
 * half of them, and there is room for the next one whatever it does.
 */
export function openGate({ concurrency, rate }: GateOptions): Gate {
  const queue = openFairQueue<object, Waiter>(({ operation }) => operation);
  const limiter = openRateLimiter(rate);
  const host = new CircuitBreaker(review);
  const routes = new Map<string, CircuitBreaker>();
  /** Calls under way. */
  const places = new Places<object>(concurrency);
  let timer: NodeJS.Timeout | undefined;

  function routeOf(route: string): CircuitBreaker {
    const known = routes.get(route) ?? new CircuitBreaker(review);
    routes.set(route, known);
    return known;
  }

  /** Whether failures of a route are the host's too: not where others answer, and it never has or does no more. */
  function speaksForHost(route: string): boolean {
    const isAnswering = [...routes.values()].some((one) => one.isAnswering);
    return !isAnswering || routeOf(route).isAnswering;
  }

  /** What is said to a call whose host or route is down. */
  function down(route: string, now: number): LedgerError | null {
    if (host.isDown(now, route)) return downFor(host.left(now, route));
    const own = routeOf(route);
    return own.isDown(now) ? downFor(own.left(now)) : null;
  }

  function refusal(waiter: Waiter, ahead: number): LedgerError | null {
    const now = performance.now();
    const error = down(waiter.route, now);
    if (error) return error;
    const pause = Math.max(host.left(now), routeOf(waiter.route).left(now));
    const wait = Math.max(pause, limiter.wait(now, ahead));
    return now + wait > waiter.deadline() ? tooManyFor(wait) : null;
  }

  /** A breaker has tripped or was reset: refuses what can not wait for it, and sends what can go. */
  function review() {
    for (const waiter of queue) {
      const error = refusal(waiter, 0);
      if (!error) continue;
      queue.delete(waiter);
      waiter.refuse(error);
    }
    pump();
  }

  /** The first of a line that need not wait for its route, be it since it is refused; tells of pauses on the way. */
  function firstOpen(line: Iterable<Waiter>, now: number, tellPause: (left: number) => void) {
    for (const waiter of line) {
      const route = routeOf(waiter.route);
      if (route.allows(now) || route.isDown(now)) return waiter;
      // None is left of a pause that is over, and whose first call comes back here at its end.
      if (!route.isProbing) tellPause(route.left(now));
    }
    return undefined;
  }

  function pump() {
    clearTimeout(timer);
    // Without anybody who waits there is nothing to come back for.
    while (queue.size > 0 && !places.isFull && !host.isProbing) {
      const now = performance.now();
      const wait = Math.max(host.left(now), limiter.wait(now, 0));
      if (wait > 0) {
        timer = setTimeout(pump, wait);
        return;
      }
      // Of those alone that may be taken: whose operation has its share comes back with the end of a call.
      let pause = Number.POSITIVE_INFINITY;
      const tellPause = (left: number) => {
        pause = Math.min(pause, left);
      };
      const waiter = queue.take(places.mayHold, (line) => firstOpen(line, now, tellPause));
      if (!waiter) {
        if (pause < Number.POSITIVE_INFINITY) timer = setTimeout(pump, pause);
        return;
      }
      // The call before it may be the one that tries its route.
      const error = down(waiter.route, now);
      if (error) waiter.refuse(error);
      else send(waiter, now);
    }
  }

  function send(waiter: Waiter, now: number) {
    const { operation, route, question } = waiter;
    const ofHost = host.send(route);
    const ofRoute = routeOf(route).send();
    places.hold(operation, 1);
    limiter.sent(now);
    let isOver = false;
    const leave = (outcome: Outcome) => {
      if (isOver) return;
      isOver = true;
      places.hold(operation, -1);
      // No connection is the host's fault, and says nothing of one route.
      if (outcome === 'unreachable') {
        ofHost(outcome, []);
        ofRoute('unknown', []);
      } else {
        const counts = outcome === 'failed' && speaksForHost(route);
        ofHost(outcome, [operation, route], counts);
        ofRoute(outcome, [operation, question]);
      }
      pump();
    };
    if (waiter.start(leave)) return;
    limiter.unsent();
    leave('unknown');
  }

  return {
    allows(route) {
      const now = performance.now();
      return host.allows(now, route) && routeOf(route).allows(now);
    },
    enter(waiter) {
      const error = refusal(waiter, queue.ahead(waiter.operation));
      if (error) return waiter.refuse(error);
      queue.add(waiter);
      pump();
    },
    leaveQueue(waiter) {
      queue.delete(waiter);
      // Nor is there for whoever has left.
      if (queue.size === 0) clearTimeout(timer);
    },
    pause(milliseconds, route) {
      const breaker = route === undefined ? host : routeOf(route);
      breaker.trip(Math.min(milliseconds, longestPause), false);
    },
  };
}
