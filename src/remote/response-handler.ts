// The outermost end of a call: takes in the answer piece by piece, and gives up what takes too long.
import type { Dispatcher } from 'undici';
import { type LedgerError, overFor } from '../errors.js';
import { type Body, isWhole, readBody, refusalOf } from './body.js';
import { callError } from './failure.js';
import type { Gate } from './gate.js';
import type { CallContext } from './interceptor.js';
import type { RequestTarget } from './request-target.js';
import { type Answered, SharedCall } from './shared-calls.js';
import { learn, type Upstream } from './upstreams.js';

/** What a call came to. */
export type Outcome = LedgerError | Answered<Body | null>;

/** Bytes of an answer that nobody wants to know, read so that its connection can be used again. */
const mostToDrain = 16_384;
/** A call that nobody waits for. */
const nobodys = new SharedCall<Body | null>();
/** Milliseconds that such an answer gets. */
const drainWithin = 1000;

/** Tells `settle` once what a call came to; it may still be under way then. */
export class ResponseHandler implements Dispatcher.DispatchHandler, CallContext {
  readonly gate: Gate;
  readonly route: string;
  readonly #at: Upstream;
  readonly question: string;
  readonly pauses = 'host';
  isSlow = false;
  waiting: CallContext['waiting'] = null;
  #shared: SharedCall<Body | null>;
  readonly #isRetry: boolean;
  readonly #timeout: number;
  #settle: ((outcome: Outcome) => void) | null;
  #controller: Dispatcher.DispatchController | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Why the answer is not wanted any more. */
  #reason: unknown;
  /** Status of the HTTP answer; null for one out of the cache. */
  #sentStatus: number | null = null;
  #status = 0;
  #headers: Readonly<Record<string, string | string[] | undefined>> = {};
  #chunks: Buffer[] = [];
  #drained = 0;

  constructor(
    at: Upstream,
    { route, path, search }: RequestTarget,
    shared: SharedCall<Body | null>,
    isRetry: boolean,
    timeout: number,
    settle: (outcome: Outcome) => void,
  ) {
    this.gate = at.gate;
    this.#at = at;
    this.route = route;
    this.question = `${path}?${search}`;
    this.#shared = shared;
    this.#isRetry = isRetry;
    this.#timeout = timeout;
    this.#settle = settle;
    shared.call = this;
  }

  get operation(): object {
    return this.#shared.first();
  }

  get isGivenUp(): boolean {
    return this.#reason !== undefined;
  }

  deadline(): number {
    return this.#shared.deadline();
  }

  pay(): void {
    this.#shared.pay(this.#isRetry);
  }

  sent(waited: number): void {
    this.#shared.noteWait(waited);
    // A kept answer may turn out to be of no use, and be asked for once more.
    clearTimeout(this.#timer);
    // The agent's timeouts are about silence; this one ends an answer that comes in drips too.
    this.#timer = setTimeout(() => {
      this.isSlow = true;
      this.giveUp(new Error(`no whole answer within ${this.#timeout} ms`));
    }, this.#timeout);
  }

  answered(status: number): void {
    this.#sentStatus = status;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#reason !== undefined) controller.abort(errorOf(this.#reason));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#headers = headers;
    learn(this.#at, this.route, headers);
    if (isWhole(status, headers)) {
      const refusal = refusalOf(status, headers);
      if (!refusal) return;
      this.#finish(refusal);
      controller.abort(errorOf(refusal.cause));
      return;
    }
    this.#receive();
    this.#timer = setTimeout(() => controller.abort(new Error('not drained')), drainWithin).unref();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settle) {
      this.#chunks.push(chunk);
      this.#shared.read(chunk.length);
    } else if (isWhole(this.#status, this.#headers)) return;
    else {
      this.#drained += chunk.length;
      if (this.#drained > mostToDrain) controller.abort(new Error('too much to drain'));
    }
  }

  onResponseEnd(): void {
    if (this.#settle) this.#receive();
    this.#release();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#finish(callError(error));
    this.#release();
  }

  /** Holds nothing of a call that is over, which undici may keep for a while. */
  #release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#chunks = [];
    this.#headers = {};
    this.#controller = null;
    this.#shared = nobodys;
  }

  /** Reads what has come: for some answers the status is all there is to know. */
  #receive(): void {
    const chunks = this.#chunks;
    const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    try {
      const value = readBody(this.#status, this.#headers, bytes as Buffer);
      const isCached = this.#sentStatus === null;
      // What has just been found unchanged is as good as new.
      const age = this.#sentStatus === 304 ? 0 : ageOf(this.#headers['age']);
      this.#finish({ value, isCached, age });
    } catch (error) {
      this.#finish(callError(error));
    }
  }

  giveUp(reason: unknown): void {
    if (!this.#settle) return;
    this.#reason = reason;
    this.#finish(overFor(reason));
    if (this.waiting) this.waiting.leaveQueue(reason);
    else this.#controller?.abort(errorOf(reason));
  }

  #finish(outcome: Outcome): void {
    const settle = this.#settle;
    if (!settle) return;
    this.#settle = null;
    this.#shared.call = null;
    clearTimeout(this.#timer);
    settle(outcome);
  }
}

/** Seconds of an Age header, which has no more than these (RFC 9111, 1.2.2); 0 of one that counts none. */
const ageOf = (header: string | string[] | undefined): number =>
  /^\d+$/.test(String(header)) ? Math.min(Number(header), 2 ** 31) : 0;

const errorOf = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error(String(reason));
