// The innermost interceptor: what passes here is a real HTTP request, paid for and let through a gate.
import type { Dispatcher } from 'undici';
import { secondsOf } from '../contract/error-answer.js';
import { isWhole, refusalOf } from './body.js';
import type { Outcome } from './circuit-breaker.js';
import { asksForPause, callError, isNotServing, isUnreachable } from './failure.js';
import type { Gate, Waiter } from './gate.js';

/** What a call carries with it through the interceptors. */
export interface CallContext {
  readonly gate: Gate;
  /** The operation whose turn the call takes. */
  readonly operation: object;
  readonly route: string;
  readonly question: string;
  /** Whether nobody wants the answer any more, or it has taken too long. */
  readonly isGivenUp: boolean;
  /** Whether it was given up since the host was too slow. */
  readonly isSlow: boolean;
  /** What a wish for a pause is about: one route, as of an EVM, or all of the host. */
  readonly pauses: 'route' | 'host';
  /** The call while it waits for its gate, for whoever gives it up. */
  waiting: { leaveQueue(reason: unknown): void } | null;
  deadline(): number;
  /** @throws LedgerError where nobody can pay for the call. */
  pay(): void;
  /** The call is about to be sent, after so many milliseconds of waiting for its turn. */
  sent(waited: number): void;
  /** The answer's status has come. */
  answered(status: number): void;
}

type WithContext<T> = T & { readonly callContext: CallContext };

export const withContext = <T extends object>(
  options: T,
  context: CallContext,
): WithContext<T> => ({
  callContext: context,
  ...options,
});

/** Milliseconds for which a host is left alone that does not say how long. */
const usualPause = 1000;
/** Clients that were told the same second should not all come back in the same instant. */
const jitter = 0.2;

/** Passes requests on when their host wants them; caches stand outside of it and cost nothing. */
export const gateInterceptor: Dispatcher.DispatcherComposeInterceptor =
  (dispatch) => (options, handler) => {
    const { callContext } = options as WithContext<typeof options>;
    const call = new GatedCall(dispatch, options, handler, callContext);
    callContext.waiting = call;
    callContext.gate.enter(call);
    return true;
  };

/** A call that was never sent has nothing to pause or to resume. */
const noController = null as unknown as Dispatcher.DispatchController;
/** In the place of what a call has held that is over. */
const gone = null as never;
const nothing = () => {};
const nobody: Dispatcher.DispatchHandler = {};

type Headers = Record<string, string | string[] | undefined>;

/** A call from the queue of its gate to its end: one object, since there is one for each call. */
class GatedCall implements Waiter, Dispatcher.DispatchHandler {
  operation: object;
  readonly route: string;
  readonly question: string;
  #dispatch: Dispatcher.Dispatch;
  #options: Dispatcher.DispatchOptions;
  #handler: Dispatcher.DispatchHandler;
  #context: CallContext;
  readonly #since = performance.now();
  #leave: (outcome: Outcome) => void = nothing;
  #outcome: Outcome = 'unknown';

  constructor(
    dispatch: Dispatcher.Dispatch,
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    context: CallContext,
  ) {
    this.operation = context.operation;
    this.route = context.route;
    this.question = context.question;
    this.#dispatch = dispatch;
    this.#options = options;
    this.#handler = handler;
    this.#context = context;
  }

  deadline(): number {
    return this.#context.deadline();
  }

  refuse(error: unknown): void {
    if (this.#handler === nobody) return;
    this.#context.waiting = null;
    this.#handler.onResponseError?.(noController, callError(error));
  }

  leaveQueue(reason: unknown): void {
    this.#context.gate.leaveQueue(this);
    this.refuse(reason);
  }

  start(leave: (outcome: Outcome) => void): boolean {
    this.#context.waiting = null;
    this.#leave = leave;
    try {
      this.#context.pay();
    } catch (error) {
      this.refuse(error);
      return false;
    }
    this.#context.sent(performance.now() - this.#since);
    try {
      this.#dispatch(this.#options, this);
    } catch (error) {
      leave('unknown');
      this.refuse(error);
    }
    return true;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Headers,
    message?: string,
  ): void {
    // An interim answer (100 to 199) says that the answer is still to come, and nothing else.
    if (status < 200) return;
    this.#context.answered(status);
    if (isNotServing(status) || refusalOf(status, headers)) this.#outcome = 'failed';
    else if (status !== 429) this.#outcome = 'answered';
    this.#pause(status, headers);
    this.#handler.onResponseStart?.(controller, status, keepable(status, headers), message);
  }

  /** Leaves alone what asks for that. */
  #pause(status: number, headers: Headers): void {
    const { gate, pauses } = this.#context;
    const route = pauses === 'route' ? this.route : undefined;
    const wait = asksForPause(status) ? secondsOf(headers['retry-after']) : undefined;
    if (wait !== undefined) gate.pause(pauseOf(wait), route);
    else if (status === 429) gate.pause(usualPause, route);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: Headers): void {
    this.#leave(this.#outcome);
    this.#released().onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#handler === nobody) return;
    this.#leave(this.#outcomeOf(controller, error));
    this.#released().onResponseError?.(controller, error);
  }

  /** What an error says of the host. */
  #outcomeOf(controller: Dispatcher.DispatchController | null, error: Error): Outcome {
    const { isGivenUp, isSlow } = this.#context;
    // A client that leaves says nothing of it.
    if (isGivenUp && !isSlow) return 'unknown';
    // Where the status has said all there is to know, what follows is not waited for.
    if (controller?.aborted && !isSlow) return this.#outcome;
    // An answer that is too big, or no HTTP, says nothing of it either.
    if (callError(error).code === 'UPSTREAM_BAD_RESPONSE') return 'unknown';
    return isUnreachable(error) ? 'unreachable' : 'failed';
  }

  /**
   * The handler, of which nothing is held any more. undici keeps a call that is over for a while, and
   * what it led to would be kept with it until all of the memory is collected.
   */
  #released(): Dispatcher.DispatchHandler {
    const handler = this.#handler;
    this.operation = nobody;
    this.#dispatch = gone;
    this.#options = gone;
    this.#handler = nobody;
    this.#context = gone;
    this.#leave = nothing;
    return handler;
  }
}

const pauseOf = (seconds: number) =>
  1000 * (seconds + Math.min(seconds, 1) * Math.random() * jitter);

/**
 * Headers by which a cache stores an answer: never a failure or what is none of the contract, however
 * the upstream labels it, and nothing that is served stale while it is read anew, since an answer says how old it is.
 */
function keepable(status: number, headers: Headers): Headers {
  // What is found unchanged is an answer that is kept already.
  const isAnswer = status === 304 || (status !== 400 && isWhole(status, headers));
  if (!isAnswer) return { ...headers, 'cache-control': 'no-store' };
  const given = headers['cache-control'];
  if (given === undefined) return headers;
  // It may stand on several lines, and be written in any case.
  const control = typeof given === 'string' ? given : given.join();
  if (!/\bstale-/i.test(control)) return headers;
  const kept = control.replaceAll(/\bstale-(while-revalidate|if-error)=[^,]*,?/gi, '');
  return { ...headers, 'cache-control': kept };
}
