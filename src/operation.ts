// One operation's allowance: a deadline, a budget of ledger calls, and the client's patience.
import { LedgerError, withoutStack } from './errors.js';
import type { Estimate, Noted, Operation } from './ledger.js';

export interface OperationLimits {
  /** Milliseconds until the operation must have answered. */
  readonly timeout: number;
  /** Calls to the ledger (HTTP requests or SQL statements) at the most. */
  readonly calls: number;
  /** Items of the ledger at the most; any number when not given. */
  readonly rows?: number;
  /** Values of the answer at the most; any number when not given. */
  readonly values?: number;
  /** Where operations of one server have room for what they read; any when not given. */
  readonly room?: Room;
}

/** Room for what operations have read, until they are over. */
export interface Room {
  take(reader: { end(reason: unknown): void }, bytes: number): void;
  free(reader: { end(reason: unknown): void }): void;
}

type Listener = (reason: unknown) => void;

/** Why calls are given up after the answer; nobody reads where it was thrown. */
const ended = new Error('the operation has ended');
const nothing = () => {};

/** An operation that is under way. End it when the answer is sent or the client is gone. */
export class RunningOperation implements Operation {
  readonly fresh: boolean;
  readonly client: string | undefined;
  readonly deadline: number;
  readonly usage = { calls: 0, retries: 0, cached: 0, shared: 0, age: 0 };
  /** Items of the ledger so far. */
  rows = 0;
  /** Values of the answer: those that were computed before it ran, and what came on top. */
  values = 0;
  /** Milliseconds that it and its calls have waited for their turns, all together. */
  waited = 0;
  estimate: Estimate | undefined;
  over: unknown;
  readonly #limits: OperationLimits;
  readonly #timer: NodeJS.Timeout;
  /** Not an abort signal, which costs more than all else that an operation needs. */
  #listeners: Set<Listener> | null = null;

  constructor(limits: OperationLimits, fresh: boolean, client: string | undefined) {
    const { timeout } = limits;
    this.fresh = fresh;
    this.client = client;
    this.#limits = limits;
    this.deadline = performance.now() + timeout;
    this.#timer = setTimeout(() => {
      const cause = new Error(`deadline of ${timeout} ms has passed`);
      this.#stop(new LedgerError('UPSTREAM_TIMEOUT', undefined, {}, cause));
    }, timeout).unref();
  }

  whenOver(listener: Listener): () => void {
    if (this.over !== undefined) {
      listener(this.over);
      return nothing;
    }
    this.#listeners ??= new Set();
    const listeners = this.#listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  spend(calls: number, rows = 0, values = 0): void {
    const any = Number.POSITIVE_INFINITY;
    const { calls: maxCalls, rows: maxRows = any, values: maxValues = any } = this.#limits;
    if (this.usage.calls + calls > maxCalls) throw overspent(`${maxCalls} ledger calls`, 'make');
    if (this.rows + rows > maxRows) throw overspent(`${maxRows} rows`, 'read');
    if (this.values + values > maxValues) throw overspent(`${maxValues} values`, 'answer with');
    this.usage.calls += calls;
    this.rows += rows;
    this.values += values;
  }

  read(bytes: number): void {
    if (this.over === undefined) this.#limits.room?.take(this, bytes);
  }

  note({
    retries = 0,
    cached = 0,
    shared = 0,
    age = 0,
    waited = 0,
    rows = 0,
    estimate,
  }: Noted): void {
    this.usage.retries += retries;
    this.usage.cached += cached;
    this.usage.shared += shared;
    this.usage.age = Math.max(this.usage.age, age);
    this.waited += waited;
    this.rows += rows;
    this.estimate ??= estimate;
  }

  /** Ends the operation: what is still under way is given up. */
  end(reason: unknown = ended): void {
    clearTimeout(this.#timer);
    this.#stop(reason);
  }

  #stop(reason: unknown): void {
    if (this.over !== undefined) return;
    this.over = reason;
    this.#limits.room?.free(this);
    for (const listener of this.#listeners ?? []) listener(reason);
    this.#listeners = null;
  }
}

/** Starts the clock of an operation, which is of a client or of nobody. */
export const startOperation = (
  limits: OperationLimits,
  { fresh = false }: Partial<Pick<Operation, 'fresh'>> = {},
  client?: string,
): RunningOperation => new RunningOperation(limits, fresh, client);

function overspent(limit: string, verb: string): LedgerError {
  const message = `The operation needs more than the ${limit} that it may ${verb}`;
  return withoutStack(() => new LedgerError('COST_LIMIT', message));
}
