// The innermost interceptor: what passes here is a real HTTP request, paid for and let through a gate.
import type { Dispatcher } from 'undici';
import { callError, isAway, secondsOf } from './failure.js';
import type { Gate, Outcome, Waiter } from './gate.js';

/** What a call carries with it through the interceptors. */
interface Ticket {
  readonly gate: Gate;
  /** Ends when nobody wants the answer any more, or when it has taken too long. */
  readonly signal: AbortSignal;
  deadline(): number;
  /** @throws LedgerError where nobody can pay for the call. */
  pay(): void;
  /** The call is about to be sent. */
  sent(): void;
  /** The answer's status has come. */
  answered(status: number): void;
  /** Whether the end of the signal says something of the host: it was too slow. */
  isSlow(): boolean;
}

export type Ticketed<T> = T & { readonly ticket: Ticket };

/** Milliseconds for which a host is left alone that does not say how long. */
const usualPause = 1000;
/** Clients that were told the same second should not all come back in the same instant. */
const jitter = 0.2;

/** Passes requests on when their host wants them; caches stand outside of it and cost nothing. */
export const passage: Dispatcher.DispatcherComposeInterceptor =
  (dispatch) => (options, handler) => {
    const { ticket } = options as Ticketed<typeof options>;
    const { gate, signal } = ticket;
    let isWaiting = true;
    const stopWaiting = () => {
      isWaiting = false;
      signal.removeEventListener('abort', giveUp);
    };
    const fail = (error: unknown) => {
      stopWaiting();
      handler.onResponseError?.(noController, callError(error));
    };
    const waiter: Waiter = {
      deadline: ticket.deadline,
      refuse: fail,
      start(leave) {
        stopWaiting();
        try {
          ticket.pay();
        } catch (error) {
          fail(error);
          return false;
        }
        ticket.sent();
        try {
          dispatch(options, watched(handler, ticket, leave));
        } catch (error) {
          leave('unknown');
          fail(error);
        }
        return true;
      },
    };
    function giveUp() {
      gate.leaveQueue(waiter);
      fail(signal.reason);
    }
    gate.enter(waiter);
    if (isWaiting) signal.addEventListener('abort', giveUp, { once: true });
    return true;
  };

/** A call that was never sent has nothing to pause or to resume. */
const noController = null as unknown as Dispatcher.DispatchController;

/** The handler, telling the gate what the answer says of the host. */
function watched(
  handler: Dispatcher.DispatchHandler,
  ticket: Ticket,
  leave: (outcome: Outcome) => void,
): Dispatcher.DispatchHandler {
  let outcome: Outcome = 'unknown';
  return {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onResponseStart(controller, status, headers, message) {
      ticket.answered(status);
      outcome = isAway(status)
        ? 'failed'
        : status === 429 || status === 500
          ? 'unknown'
          : 'answered';
      const wait = status === 429 || status === 503 ? secondsOf(headers['retry-after']) : undefined;
      if (wait !== undefined) ticket.gate.pause(pauseOf(wait));
      else if (status === 429) ticket.gate.pause(usualPause);
      handler.onResponseStart?.(controller, status, keepable(status, headers), message);
    },
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd(controller, trailers) {
      leave(outcome);
      handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError(controller, error) {
      // A client that leaves says nothing of the host, and neither does an answer that is too big.
      const isOurs = ticket.signal.aborted && !ticket.isSlow();
      const isBad = callError(error).code === 'UPSTREAM_BAD_RESPONSE';
      leave(isOurs || isBad ? 'unknown' : 'failed');
      handler.onResponseError?.(controller, error);
    },
  };
}

const pauseOf = (seconds: number) =>
  1000 * (seconds + Math.min(seconds, 1) * Math.random() * jitter);

type Headers = Record<string, string | string[] | undefined>;

/**
 * Headers by which a cache stores an answer: never a failure, however the upstream labels it, and
 * nothing that is served stale while it is read anew, since an answer says how old it is.
 */
function keepable(status: number, headers: Headers): Headers {
  const control = headers['cache-control'];
  if (status >= 400 && status !== 404) return { ...headers, 'cache-control': 'no-store' };
  if (!control?.includes('stale-')) return headers;
  const kept = String(control).replaceAll(/\bstale-(while-revalidate|if-error)=[^,]*,?/gi, '');
  return { ...headers, 'cache-control': kept };
}
