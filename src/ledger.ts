// The port: what a ledger can be asked. Both faces speak it; `remote` and `sql` answer it.

import type { Filter, LedgerKind, List, Lookup, Order, Position } from './contract/resource.js';
import type { PassedOn } from './contract/resources/passed-on.js';
import { LedgerError, overFor } from './errors.js';

/** What the answers to an operation have cost, and how old they are. */
interface Usage {
  /** Calls to the ledger: HTTP requests or SQL statements, tries again included. */
  readonly calls: number;
  /** Of these, calls that were tries again. */
  readonly retries: number;
  /** Answers out of a cache. */
  readonly cached: number;
  /** Answers of calls that another operation had under way. */
  readonly shared: number;
  /** Seconds since the ledger itself gave the oldest of the answers. */
  readonly age: number;
}

/** What an operation was computed to need at the most, before it ran. */
export interface Estimate {
  readonly calls: number;
  readonly rows: number;
  readonly values: number;
}

/** What is to be said of an operation beside its calls. */
export interface Noted extends Partial<Omit<Usage, 'calls'>> {
  /** Milliseconds for which it, or one of its calls, has waited for its turn. */
  readonly waited?: number;
  /** Items that came where no budget bounds them, since a page is all that was asked for. */
  readonly rows?: number;
  readonly estimate?: Estimate;
}

/** What an operation may still spend; shared by all calls that are made for it. */
export interface Operation {
  /** Whose it is: what a client is counted by, or undefined where none is known. */
  readonly client: string | undefined;
  /** Why it is over: the client has left, or the deadline has passed; undefined until then. */
  readonly over: unknown;
  /** Calls when it is over, at once if it is already; what it gives takes the call back. */
  whenOver(listener: (reason: unknown) => void): () => void;
  /** When the operation must have answered, in milliseconds of `performance.now()`: the clock of the day may be set. */
  readonly deadline: number;
  /** Whether answers must come from the ledger itself, and none out of a cache. */
  readonly fresh: boolean;
  /**
   * Counts calls to the ledger (HTTP requests or SQL statements), items that came, and values of
   * the answer. @throws LedgerError COST_LIMIT when the operation has none of them left.
   */
  spend(calls: number, rows?: number, values?: number): void;
  /** Counts bytes that have come of the ledger, of which there may be too many: then it is over. */
  read(bytes: number): void;
  /** Values of the answer that it has paid for so far. */
  readonly values: number;
  /** What its answers have cost so far. */
  readonly usage: Usage;
  /** Takes down what else there is to say: counts and waits are added, the greatest age stays. */
  note(said: Noted): void;
}

/** Parts of an item that cost extra; what is not asked for may be missing or empty. */
export interface Parts {
  /** Token balances in each row, at most this many. */
  readonly tokens?: number;
  /** The delegation address of accounts. */
  readonly delegation?: boolean;
  /** False where balances of accounts are not wanted at all. */
  readonly balance?: boolean;
  /** Members that nobody looks at, of those which the resource names; an item need not have them. */
  readonly without?: readonly string[];
}

export interface PageRequest {
  /** Canonical text of the path key (`joinKey`), for lists below a key. */
  readonly key?: string;
  /** Whether the client has typed the key. */
  readonly given?: boolean;
  readonly filters: readonly Filter[];
  readonly order: Order;
  /** Items at the most, from 1 to the contract's maximum. */
  readonly limit: number;
  /** Only items after this position, in `order`. */
  readonly after?: Position;
  /** Only items before this position, in `order`. */
  readonly before?: Position;
  readonly parts?: Parts;
}

/** Which list is counted, and under which conditions. */
export type CountRequest = Pick<PageRequest, 'key' | 'filters'>;

/** Items that are counted at the most. */
export const mostCounted = 10_000;

export interface Page<T> {
  readonly items: readonly T[];
  /**
   * Where the next page goes on, or null: the truth about there being more. Items may be empty.
   * Also set for a full page of conditions that can not be paged (`List.unpaged`).
   */
  readonly next: Position | null;
  /** The body's own timestamp, for lists that have one. */
  readonly timestamp: string | null;
}

export interface ItemRequest {
  /** What is asked beside the key: all conditions of the look-up itself. */
  readonly filters: readonly Filter[];
  /** Whether the client has typed the key. */
  readonly given?: boolean;
  readonly parts?: Parts;
}

/** A result or the error that took its place; one bad key does not spoil the others. */
export type Settled<T> = T | LedgerError;

/** What a look behind a ledger has found, for operators alone. */
export interface Finding {
  /** `good` as it should be; `slow` answers, but not quickly; `bad` does not answer. */
  readonly is: 'good' | 'slow' | 'bad';
  readonly text: string;
}

/** The value, or the error that took its place; what is unknown is the cause of an error of ours. */
export const settled = <T>(answer: Promise<T>): Promise<Settled<T>> => answer.catch(ledgerError);

/** An error as the ports know it, whatever was thrown. */
export const ledgerError = (error: unknown): LedgerError =>
  error instanceof LedgerError ? error : new LedgerError('INTERNAL', undefined, {}, error);

/** How a ledger answers several keys at once, by which the cost of an operation is counted. */
export interface Batching {
  /** Ids that one call of a look-up takes. */
  readonly keys: number;
  /** Parents whose lists one call answers: 1 over HTTP, any number in SQL. */
  readonly parents: number;
  /** Lists of which one call tells how many items they have; 0 where nothing does. */
  readonly counts: number;
  /**
   * Calls that tell beforehand which accounts addresses and aliases name, after which these are read
   * like ids; 0 where each is asked for as it is, by a call of its own.
   */
  readonly named: number;
}

/** A request as a client has sent it. */
export interface Passed {
  readonly path: string;
  /** Query string without a question mark. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** An answer as it came back; its body may be compressed, as its headers say. */
export interface PassedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A ledger: a mirror node over HTTP, or its database. */
export interface Ledger {
  /** What this ledger is, for people: no secrets, no credentials. */
  readonly description: string;
  readonly kind: LedgerKind;
  readonly batching: Batching;

  /** One item by its key (`joinKey` where it has several parts), fresh; null when there is none. */
  one<T>(
    lookup: Lookup<T>,
    key: string,
    request: ItemRequest,
    operation: Operation,
  ): Promise<T | null>;

  /**
   * Items by their keys, in the order of the keys, null where there is none.
   * Of a list: its rows by the parameter that takes several ids.
   */
  many<T>(
    resource: Lookup<T> | List<T>,
    keys: readonly string[],
    request: ItemRequest,
    operation: Operation,
  ): Promise<readonly Settled<T | null>[]>;

  /** One page of a list; null when the list's key names nothing and must. */
  page<T>(list: List<T>, request: PageRequest, operation: Operation): Promise<Page<T> | null>;

  /** Pages of one list for many keys at once, in the order of the requests. */
  pages<T>(
    list: List<T>,
    requests: readonly PageRequest[],
    operation: Operation,
  ): Promise<readonly Settled<Page<T> | null>[]>;

  /**
   * How many items lists have in all, wherever their pages begin: null for more than `mostCounted`,
   * and where no index tells it. Left out where nothing can count.
   */
  counts?<T>(
    list: List<T>,
    requests: readonly CountRequest[],
    operation: Operation,
  ): Promise<readonly Settled<number | null>[]>;

  /** Passes a request on to what can run contracts; left out where nothing can. */
  pass?(what: PassedOn, request: Passed, operation: Operation): Promise<PassedAnswer>;

  /** Whether a real answer comes back within the operation's time. */
  ready(operation: Operation): Promise<void>;

  /** What stands behind it, and what that should have and has not; left out where nothing can be told. */
  inspect?(operation: Operation): Promise<readonly Finding[]>;

  close(): Promise<void>;
}

/** @throws LedgerError NOT_ANSWERABLE for what only another kind of ledger can answer. */
export function mustAnswer({ answeredBy }: List | Lookup, kind: LedgerKind): void {
  if (answeredBy && answeredBy.ledger !== kind)
    throw new LedgerError('NOT_ANSWERABLE', answeredBy.reason);
}

/** Waits for an answer no longer than the operation lives. */
export function within<T>(operation: Operation, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stay = operation.whenOver((reason) => reject(overFor(reason)));
    // An answer that comes after the end is of no interest, and neither is its failure.
    answer.then(
      (value) => {
        stay();
        resolve(value);
      },
      (error) => {
        stay();
        reject(error);
      },
    );
  });
}
