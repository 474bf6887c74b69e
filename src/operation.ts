// One operation's allowance: a deadline, a budget of ledger calls, and the client's patience.
import { setMaxListeners } from 'node:events';
import { LedgerError } from './errors.js';
import type { Operation } from './ledger.js';

export interface OperationLimits {
  /** Milliseconds until the operation must have answered. */
  readonly timeout: number;
  /** Calls to the ledger (HTTP requests or SQL statements) at the most. */
  readonly calls: number;
  /** Items of the ledger at the most; any number when not given. */
  readonly rows?: number;
}

/** An operation that is under way. */
export interface RunningOperation extends Operation {
  /** Ledger calls so far. */
  readonly spent: number;
  /** Items of the ledger so far. */
  readonly rows: number;
  /** Ends the operation: what is still under way is given up. */
  end(reason?: unknown): void;
}

/** Why calls are given up after the answer; nobody reads where it was thrown. */
const ended = new Error('the operation has ended');

/** Starts the clock of an operation. End it when the answer is sent or the client is gone. */
export function startOperation(
  { timeout, calls: maxCalls, rows: maxRows = Number.POSITIVE_INFINITY }: OperationLimits,
  { fresh = false }: Partial<Pick<Operation, 'fresh'>> = {},
): RunningOperation {
  let controller: AbortController | undefined;
  let over: unknown;
  const stop = (reason: unknown) => {
    over ??= reason;
    controller?.abort(over);
  };
  const timer = setTimeout(() => stop(new Error(`deadline of ${timeout} ms has passed`)), timeout);
  timer.unref();
  let spent = 0;
  let read = 0;
  const noted = { retries: 0, cached: 0, shared: 0, age: 0 };
  return {
    fresh,
    // Made for who asks for it first: many operations make no call.
    get signal() {
      if (!controller) {
        controller = new AbortController();
        // Each call of the operation listens; any number of them is right.
        setMaxListeners(0, controller.signal);
        if (over !== undefined) controller.abort(over);
      }
      return controller.signal;
    },
    deadline: Date.now() + timeout,
    get spent() {
      return spent;
    },
    get rows() {
      return read;
    },
    get usage() {
      return { calls: spent, ...noted };
    },
    spend(calls, rows = 0) {
      if (spent + calls > maxCalls) throw overspent(`${maxCalls} ledger calls`, 'make');
      if (read + rows > maxRows) throw overspent(`${maxRows} rows`, 'read');
      spent += calls;
      read += rows;
    },
    note({ retries = 0, cached = 0, shared = 0, age = 0 }) {
      noted.retries += retries;
      noted.cached += cached;
      noted.shared += shared;
      noted.age = Math.max(noted.age, age);
    },
    end(reason) {
      clearTimeout(timer);
      stop(reason ?? ended);
    },
  };
}

function overspent(limit: string, verb: string): LedgerError {
  return new LedgerError(
    'COST_LIMIT',
    `The operation needs more than the ${limit} that it may ${verb}`,
  );
}
