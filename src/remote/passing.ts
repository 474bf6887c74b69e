// Requests that are passed on to a mirror node as they came: one call, of which nothing is kept or made again.
import type { Dispatcher } from 'undici';
import type { PassedOn } from '../contract/resources/passed-on.js';
import { LedgerError, overFor } from '../errors.js';
import type { Operation, Passed, PassedAnswer } from '../ledger.js';
import { jsonType } from './body.js';
import { badResponse, callError, Garbled, statusError } from './failure.js';
import type { Gate } from './gate.js';
import { type CallContext, withContext } from './interceptor.js';
import { choose, pathAt, type Upstream } from './upstreams.js';

type Headers = Record<string, string | string[] | undefined>;

/** Headers of an answer that say what its body is, or when to come again. */
const kept = ['content-type', 'content-encoding', 'retry-after'];

export function passesThrough(
  upstreams: readonly Upstream[],
  dispatcher: Dispatcher,
  timeout: number,
) {
  return ({ method, path: route }: PassedOn, asked: Passed, operation: Operation) =>
    new Promise<PassedAnswer>((resolve, reject) => {
      if (operation.over !== undefined) return reject(overFor(operation.over));
      const at = choose(upstreams, route);
      const handler = new PassingHandler(at.gate, route, asked, operation, timeout, (outcome) =>
        outcome instanceof LedgerError ? reject(outcome) : resolve(outcome),
      );
      const request = {
        origin: at.origin,
        path: pathAt(at, asked.path, asked.search),
        method,
        // The operator's own headers go before the client's.
        headers: { ...asked.headers, ...at.headers },
        body: asked.body ?? null,
      };
      try {
        dispatcher.dispatch(withContext(request, handler), handler);
      } catch (error) {
        handler.onResponseError(null, error as Error);
      }
    });
}

/** Tells `settle` once what came of a request. */
class PassingHandler implements Dispatcher.DispatchHandler, CallContext {
  readonly gate: Gate;
  readonly route: string;
  readonly question: string;
  readonly operation: Operation;
  readonly pauses = 'route';
  isSlow = false;
  isGivenUp = false;
  waiting: CallContext['waiting'] = null;
  readonly #timeout: number;
  readonly #settle: (outcome: LedgerError | PassedAnswer) => void;
  readonly #stay: () => void;
  #timer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: Headers = {};
  #chunks: Buffer[] = [];

  constructor(
    gate: Gate,
    route: string,
    { path, search }: Passed,
    operation: Operation,
    timeout: number,
    settle: (outcome: LedgerError | PassedAnswer) => void,
  ) {
    this.gate = gate;
    this.route = route;
    this.question = `${path}?${search}`;
    this.operation = operation;
    this.#timeout = timeout;
    this.#settle = settle;
    this.#stay = operation.whenOver((reason) => this.#giveUp(reason));
  }

  deadline(): number {
    return this.operation.deadline;
  }

  pay(): void {
    this.operation.spend(1);
  }

  sent(waited: number): void {
    this.operation.note({ waited });
    this.#timer = setTimeout(() => {
      this.isSlow = true;
      this.#giveUp(new Error(`no whole answer within ${this.#timeout} ms`));
    }, this.#timeout);
  }

  answered(): void {}

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.isGivenUp) controller.abort(new Error('nobody waits for it'));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Headers,
  ): void {
    this.#status = status;
    this.#headers = headers;
    const refusal = refusalOf(status, headers);
    if (!refusal) return;
    this.#finish(refusal);
    controller.abort(refusal);
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.operation.read(chunk.length);
  }

  onResponseEnd(): void {
    const headers = kept.flatMap((name) => {
      const value = this.#headers[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    });
    const body = Buffer.concat(this.#chunks);
    // undici may keep a call that is over for a while.
    this.#chunks = [];
    this.#finish({ status: this.#status, headers: Object.fromEntries(headers), body });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#finish(callError(error));
  }

  #giveUp(reason: unknown): void {
    this.isGivenUp = true;
    this.#finish(overFor(reason));
    if (this.waiting) this.waiting.leaveQueue(reason);
    else this.#controller?.abort(new Error('nobody waits for it', { cause: reason }));
  }

  #isSettled = false;
  #finish(outcome: LedgerError | PassedAnswer): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#stay();
    this.#settle(outcome);
  }
}

/** Why an answer is not passed back: a node answers in JSON, and pages of proxies are for nobody. */
function refusalOf(status: number, headers: Headers): LedgerError | null {
  // Credentials are the operator's, and so is where a redirect leads.
  if ([401, 403, 407].includes(status) || (status >= 300 && status < 400))
    return statusError(status);
  if (jsonType.test(String(headers['content-type']))) return null;
  return status < 400
    ? badResponse(new Garbled('the answer is not JSON'), status)
    : statusError(status, headers['retry-after']);
}
