// The pressure on one host: how many calls a second and at once, and when it wants none at all.
import type { LedgerError } from '../errors.js';
import { downFor, tooManyFor } from './failure.js';
import { openPace } from './pace.js';

export interface GateOptions {
  /** Calls under way at the most; further ones wait. */
  readonly concurrency: number;
  /** Calls in any second at the most; 0 for any number. */
  readonly rate: number;
}

/** What a call's end says of the host: it is there, it is not, or neither. */
export type Outcome = 'answered' | 'failed' | 'unknown';

/** A call that wants to be sent. */
export interface Waiter {
  /** Milliseconds since the epoch at which its answer is of no more use. */
  deadline(): number;
  /** Sends the call, and must call `leave` at its end; false where it is not sent after all. */
  start(leave: (outcome: Outcome) => void): boolean;
  refuse(error: LedgerError): void;
}

export interface Gate {
  /** Whether a call that comes now can go without waiting for the host to come back. */
  isOpen(): boolean;
  enter(waiter: Waiter): void;
  /** Takes a call out of the queue. */
  leaveQueue(waiter: Waiter): void;
  /** The host wants no calls for some time. */
  pause(milliseconds: number): void;
}

/** Failures in a row after which a host counts as down. */
const failuresToClose = 10;
const shortestRest = 1000;
const longestRest = 30_000;
/** Milliseconds for which the first call after a pause keeps the others waiting. */
const longestProbe = 1000;
/** No header of a host keeps us away for longer; after that it is asked again. */
const longestPause = 300_000;

/**
 * A host that is down lets calls fail at once; one that is busy lets them wait. Both are tried by
 * a single call when their time is over, and open for all when that is answered.
 */
export function openGate({ concurrency, rate }: GateOptions): Gate {
  const queue = new Set<Waiter>();
  const pace = openPace(rate);
  let running = 0;
  let failures = 0;
  let rest = 0;
  let closed: { readonly until: number; readonly isDown: boolean } | null = null;
  let isProbing = false;
  /** Numbers of the last call, and of the last one that was answered, in the order of sending. */
  let last = 0;
  let lastAnswered = 0;
  let timer: NodeJS.Timeout | undefined;

  const leftOf = (now: number) => Math.max(0, (closed?.until ?? 0) - now);

  function refusal(waiter: Waiter, ahead: number): LedgerError | null {
    const now = Date.now();
    const left = leftOf(now);
    if (closed?.isDown && (left > 0 || isProbing)) return downFor(left);
    const wait = Math.max(left, pace.wait(now, ahead));
    return now + wait > waiter.deadline() ? tooManyFor(wait) : null;
  }

  function close(milliseconds: number, isDown: boolean) {
    const until = Date.now() + milliseconds;
    closed = { until: Math.max(until, closed?.until ?? 0), isDown: isDown || !!closed?.isDown };
    for (const waiter of queue) {
      const error = refusal(waiter, 0);
      if (!error) continue;
      queue.delete(waiter);
      waiter.refuse(error);
    }
  }

  function pump() {
    clearTimeout(timer);
    for (const waiter of queue) {
      if (running >= concurrency || (closed && isProbing)) return;
      const now = Date.now();
      const wait = Math.max(leftOf(now), pace.wait(now, 0));
      if (wait > 0) {
        timer = setTimeout(pump, wait);
        return;
      }
      queue.delete(waiter);
      send(waiter, now);
    }
  }

  function send(waiter: Waiter, now: number) {
    // A call that is sent while the host is closed is the one that tries it.
    const tried = closed;
    isProbing = tried !== null;
    running += 1;
    last += 1;
    const call = last;
    // A probe that hangs must not hold up what only waits for a pause to end.
    const patience = tried && !tried.isDown && setTimeout(reopen, longestProbe, tried);
    pace.sent(now);
    let isOver = false;
    const leave = (outcome: Outcome) => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      if (patience) clearTimeout(patience);
      if (tried) isProbing = false;
      ended(outcome, tried, call);
      pump();
    };
    if (waiter.start(leave)) return;
    pace.unsent();
    leave('unknown');
  }

  /** Ends a closing, unless another has come in its place. */
  function reopen(tried: typeof closed) {
    if (!tried || closed !== tried) return;
    closed = null;
    rest = 0;
    pump();
  }

  function ended(outcome: Outcome, tried: typeof closed, call: number) {
    if (outcome === 'answered') {
      failures = 0;
      lastAnswered = Math.max(lastAnswered, call);
      reopen(tried);
    }
    // What was sent before the last call that was answered says nothing new.
    if (outcome !== 'failed' || call < lastAnswered) return;
    // Whatever else is wrong with it, it is not too busy any more.
    if (!tried?.isDown) reopen(tried);
    failures += 1;
    if (!tried?.isDown && (closed?.isDown || failures < failuresToClose)) return;
    rest = Math.min(longestRest, Math.max(shortestRest, rest * 2));
    close(rest, true);
  }

  return {
    isOpen: () => !closed || (leftOf(Date.now()) === 0 && !isProbing),
    enter(waiter) {
      const error = refusal(waiter, queue.size);
      if (error) return waiter.refuse(error);
      queue.add(waiter);
      pump();
    },
    leaveQueue: (waiter) => void queue.delete(waiter),
    pause: (milliseconds) => close(Math.min(milliseconds, longestPause), false),
  };
}
